"""Files of the person's own: found in folders and read whole, whatever stands in their way."""
