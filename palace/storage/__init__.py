"""The only package that knows SQLite: one file holds a palace, and everything derived follows its rows."""
