"""Files in and out: bytes or text in, plain records out. Pure: nothing here opens a file or asks a clock."""
