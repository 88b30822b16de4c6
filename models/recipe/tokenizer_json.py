"""Turns the source's tokenizer into a `tokenizer.json`, with the pieces that Palace keeps."""

import json

from recipe.source_file import SourceFile

SPECIAL_PIECES = 4
"""`<s>`, `<pad>`, `</s>` and `<unk>` stand first and keep their numbers."""

_SPACES = ("\\u200b-\\u200f", "\\u2028", "\\u2029", "\\u2581", "\\ufeff", "\\ufffd")


def is_east_asian(character: str) -> bool:
    """Whether a character is Han, kana or Hangul."""
    code = ord(character)
    return any(
        first <= code <= last
        for first, last in (
            (0x1100, 0x11FF),
            (0x3040, 0x30FF),
            (0x3130, 0x318F),
            (0x31F0, 0x31FF),
            (0x3400, 0x4DBF),
            (0x4E00, 0x9FFF),
            (0xAC00, 0xD7AF),
            (0xF900, 0xFAFF),
            (0xFF66, 0xFF9F),
            (0x20000, 0x3FFFF),
        )
    )


def kept_pieces(source: SourceFile, smaller: SourceFile) -> list[int]:
    """Return the numbers of the pieces to keep: those of the smaller vocabulary, all with Han, kana or
    Hangul, and every single character, so that no text becomes unknown that was known before.
    """
    wanted = set(smaller.pieces)
    return [
        number
        for number, piece in enumerate(source.pieces)
        if number < SPECIAL_PIECES
        or piece in wanted
        or len(piece.removeprefix("▁")) == 1
        or any(is_east_asian(character) for character in piece)
    ]


def tokenizer_json(source: SourceFile, kept: list[int]) -> str:
    """Return the text of `tokenizer.json`: a unigram model behind the source's own normalisation."""
    deleted = [code for code, result in source.normalisation.items() if not result and code < 0x20]
    spaced = [code for code, result in source.normalisation.items() if result == (32,) and code < 0x20]
    normalizers = [
        _replace(_class_of([*deleted, 0x7F]), ""),
        _replace("[" + "".join(_SPACES) + _codes(spaced) + "]", " "),
        {"type": "NFKC"},
        _replace(" {2,}", " "),
    ]
    value = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": number,
                "content": source.pieces[kept[number]],
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for number in range(SPECIAL_PIECES)
        ],
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": {
            "type": "Metaspace",
            "replacement": "▁",
            "prepend_scheme": "always",
            "split": False,
        },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": "<s>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "</s>", "type_id": 0}},
            ],
            "pair": [
                {"Sequence": {"id": "A", "type_id": 0}},
                {"Sequence": {"id": "B", "type_id": 0}},
            ],
            "special_tokens": {
                name: {"id": name, "ids": [number], "tokens": [name]}
                for number, name in ((0, "<s>"), (2, "</s>"))
            },
        },
        "decoder": {
            "type": "Metaspace",
            "replacement": "▁",
            "prepend_scheme": "always",
            "split": False,
        },
        "model": {
            "type": "Unigram",
            "unk_id": source.unknown,
            "vocab": [[source.pieces[number], float(source.scores[number])] for number in kept],
            "byte_fallback": False,
        },
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _replace(pattern: str, content: str) -> dict[str, object]:
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}


def _class_of(codes: list[int]) -> str:
    return "[" + _codes(codes) + "]"


def _codes(codes: list[int]) -> str:
    return "".join(f"\\x{{{code:04X}}}" for code in sorted(set(codes)))
