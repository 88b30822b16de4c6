"""Hashes of the default lines in the templates of OpenClaw; written by `scripts/hash_template_lines.py`."""

TEMPLATE_LINE_HASHES: frozenset[str] = frozenset()
