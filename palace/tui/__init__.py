"""The app: the only package that knows Textual. It reaches the palace through the gateway alone."""
