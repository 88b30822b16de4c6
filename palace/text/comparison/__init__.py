"""Compares two statements by what they say: values, times, names, denials, opposites, and words in common."""
