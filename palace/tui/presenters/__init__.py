"""From domain values to what is shown: words, marks and counts, without widgets."""
