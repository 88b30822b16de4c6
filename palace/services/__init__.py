"""The use cases, one a function; they need the domain and the ports of `ports.py` only."""
