"""Which writing system a character belongs to, as far as breaking and searching text need to know."""

HAN = "\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, for use inside a character class."""

KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Japanese syllables, for use inside a character class."""

HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
"""Korean letters and syllables, for use inside a character class."""

UNSPACED = HAN + KANA
"""Writing that puts no space between its words, for use inside a character class."""

SYLLABIC = UNSPACED + "\uac00-\ud7a3"
"""Writing whose single characters carry meaning and are searched one by one, for a character class."""
