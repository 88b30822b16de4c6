"""How many tokens a text takes of an agent's context, told from its characters alone: no model is asked.

Models part texts differently. A Han, kana or hangul character is counted as one token, and of everything else
four UTF-8 bytes as one, which lies near what the common tokenizers give and rather above than below.
"""

_WIDE = (
    ("\u2e80", "\u9fff"),
    ("\uac00", "\ud7a3"),
    ("\uf900", "\ufaff"),
    ("\uff00", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
BYTES_OF_A_TOKEN = 4


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text takes."""
    wide = sum(any(first <= character <= last for first, last in _WIDE) for character in text)
    narrow = "".join(
        character for character in text if not any(first <= character <= last for first, last in _WIDE)
    )
    return wide + -(-len(narrow.encode("utf-8", "replace")) // BYTES_OF_A_TOKEN)
