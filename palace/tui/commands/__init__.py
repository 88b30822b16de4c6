"""What the command palette offers."""
