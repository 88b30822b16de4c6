"""What a memory is and the rules of the method: pure values and functions, no clock, no input or output."""
