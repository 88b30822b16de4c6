"""What the program says, in English and Chinese."""
