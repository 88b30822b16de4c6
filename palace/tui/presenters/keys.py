"""How keys are written for people."""

_WORDS = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "enter": "⏎",
    "backspace": "⌫",
    "delete": "Del",
    "tab": "Tab",
    "space": "␣",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_word(key: str) -> str:
    """Return a key as people read it: `ctrl+p` as `^p`, `f6` as `F6`, arrows as arrows."""
    if key in _WORDS:
        return _WORDS[key]
    if key.startswith("ctrl+"):
        return "^" + key_word(key.removeprefix("ctrl+"))
    if key.startswith("shift+"):
        return "⇧" + key_word(key.removeprefix("shift+"))
    if len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return key


def keys_in_words(keys: tuple[str, ...]) -> str:
    """Return several keys for one action, as help lists them."""
    return " ".join(key_word(key) for key in keys)
