"""Palace: look after the memories that AI agents keep."""

__version__ = "0.1.0"
