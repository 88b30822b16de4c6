"""Text made safe to show, measured in cells, wrapped, compared, normalised and prepared for search."""
