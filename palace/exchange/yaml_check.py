"""Whether front matter is valid YAML, for the part of YAML that front matter uses.

Mappings and lists in block style, plain, quoted and block scalars, and flow collections are checked by the
rules of YAML 1.1; aliases and tags count as invalid, because no reader of notes resolves them.
"""

import re
from collections.abc import Callable, Sequence

_BLOCK_SCALAR = re.compile(r"[|>](?:[+-]?[1-9]?|[1-9][+-])\s*(?:#.*)?$")
_KEY = re.compile(
    r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s\"'#&*!|>%@`,\[\]{}-][^#]*?|-[^\s#][^#]*?)\s*:(?=\s|$)"
)
_ANCHOR = re.compile(r"&[A-Za-z0-9_-]+\s+(?=\S)")
_ESCAPE = re.compile(r"\\(?:[0abtnvfre \"/\\N_LP\t]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_FLOW_PLAIN = re.compile(
    r"(?:[^,?\[\]{}:\s#]|:(?![\s,\[\]{}]|$)|(?<!\s)#|[^\S\n]+(?=[^\s#,\[\]{}:]|:(?![\s,\[\]{}]|$)))+"
)
_NEVER_FIRST = frozenset("&*!%@`,]}|>")
_LONGEST_LINE = 4000


def is_valid_yaml(lines: Sequence[str]) -> bool:
    """Return whether the lines between the two `---` are a YAML mapping that can be read."""
    try:
        _Checker(lines).check()
    except _InvalidYamlError:
        return False
    return True


class _InvalidYamlError(Exception):
    pass


class _Checker:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    def check(self) -> None:
        first = self._next_indent()
        if first is None:
            return
        self._check_block(first)
        if self._next_indent() is not None:
            raise _InvalidYamlError

    def _next_indent(self) -> int | None:
        """Skip blank and comment lines and return the indent of the next line."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            stripped = line.lstrip(" ")
            if stripped.strip() and not stripped.startswith("#"):
                if stripped.startswith("\t") or len(line) > _LONGEST_LINE:
                    raise _InvalidYamlError
                return len(line) - len(stripped)
            self.at += 1
        return None

    def _check_block(self, indent: int) -> None:
        """Check one mapping or list whose lines begin at `indent`."""
        is_list = _is_entry(self.lines[self.at][indent:])
        while True:
            here = self._next_indent()
            if here is None or here < indent:
                return
            if here > indent:
                raise _InvalidYamlError
            text = self.lines[self.at][indent:]
            if _is_entry(text) != is_list:
                if is_list:
                    return
                raise _InvalidYamlError
            if is_list:
                self._check_entry(text, indent)
            else:
                self._check_pair(text, indent)

    def _check_entry(self, text: str, indent: int) -> None:
        rest = text[1:].lstrip(" ")
        inner = indent + len(text) - len(rest)
        if not rest or rest.startswith("#"):
            self.at += 1
            following = self._next_indent()
            if following is not None and following > indent:
                self._check_block(following)
        elif _is_entry(rest) or _KEY.match(rest):
            lines = list(self.lines)
            lines[self.at] = " " * inner + rest
            self.lines = lines
            self._check_block(inner)
        else:
            self._check_value(rest, indent)

    def _check_pair(self, text: str, indent: int) -> None:
        found = _KEY.match(text)
        if not found:
            raise _InvalidYamlError
        value = text[found.end() :].strip()
        if value and not value.startswith("#"):
            self._check_value(value, indent)
            return
        self.at += 1
        following = self._next_indent()
        if following is None:
            return
        if following > indent or (following == indent and _is_entry(self.lines[self.at][following:])):
            if _KEY.match(self.lines[self.at][following:]) or _is_entry(self.lines[self.at][following:]):
                self._check_block(following)
            else:
                self._check_value(self.lines[self.at][following:].strip(), indent)

    def _check_value(self, value: str, indent: int) -> None:
        """Check a value that begins on the current line, and step behind its last line."""
        anchored = _ANCHOR.match(value)
        if anchored:
            value = value[anchored.end() :]
        if value[0] in "|>":
            if not _BLOCK_SCALAR.match(value):
                raise _InvalidYamlError
            self.at += 1
            self._skip_deeper(indent)
        elif value[0] in "\"'":
            self._check_spanning(value, indent, _quoted_end)
        elif value[0] in "[{":
            self._check_spanning(value, indent, _flow_end)
        else:
            self._check_plain(value, indent)

    def _skip_deeper(self, indent: int) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                return
            self.at += 1

    def _check_spanning(self, value: str, indent: int, find_end: Callable[[str], int | None]) -> None:
        """Check a quoted or flow value, which may go on over deeper lines until it closes."""
        while True:
            end = find_end(value)
            if end is not None:
                rest = value[end:]
                if rest.strip() and not (rest[0].isspace() and rest.lstrip().startswith("#")):
                    raise _InvalidYamlError
                self.at += 1
                return
            self.at += 1
            if self.at >= len(self.lines) or len(value) > _LONGEST_LINE:
                raise _InvalidYamlError
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                raise _InvalidYamlError
            value += "\n" + line.strip()

    def _check_plain(self, value: str, indent: int) -> None:
        if not _is_plain(value):
            raise _InvalidYamlError
        self.at += 1
        commented = " #" in value
        while True:
            here = self._next_indent()
            if here is None or here <= indent:
                return
            more = self.lines[self.at].strip()
            if commented or ": " in more or more.endswith(":"):
                raise _InvalidYamlError
            commented = " #" in more
            self.at += 1


def _quoted_end(value: str) -> int | None:
    """Return where a quoted value ends, or None if it goes on on the next line."""
    quote, at = value[0], 1
    while at < len(value):
        if value[at] == "\\" and quote == '"':
            escape = _ESCAPE.match(value, at)
            if not escape:
                raise _InvalidYamlError
            at = escape.end()
        elif value[at] == quote:
            if quote == "'" and value.startswith("''", at):
                at += 2
                continue
            return at + 1
        else:
            at += 1
    return None


def _flow_end(value: str) -> int | None:
    """Return where a flow collection ends, or None if it goes on on the next line."""
    open_brackets: list[str] = []
    at, token_ended = 0, False
    while at < len(value):
        character = value[at]
        if character.isspace() or (character == ":" and token_ended) or character == ",":
            token_ended = token_ended and character.isspace()
            at += 1
        elif character in "[{":
            if token_ended or (character == "{" and value[at - 1 : at] == "{" and at):
                raise _InvalidYamlError
            open_brackets.append("]" if character == "[" else "}")
            at += 1
        elif character in "]}":
            if open_brackets.pop() != character:
                raise _InvalidYamlError
            at += 1
            token_ended = True
            if not open_brackets:
                return at
        elif character == "#" and (at == 0 or value[at - 1].isspace() or value[at - 1] in "[{,"):
            line_end = value.find("\n", at)
            at = len(value) if line_end < 0 else line_end
        elif token_ended:
            raise _InvalidYamlError
        else:
            end = _flow_token_end(value, at)
            if end is None:
                return None
            at = end
            token_ended = True
    return None


def _flow_token_end(value: str, at: int) -> int | None:
    if value[at] in "\"'":
        end = _quoted_end(value[at:])
        return None if end is None else at + end
    if value[at] in _NEVER_FIRST or value.startswith(("- ", "? "), at):
        raise _InvalidYamlError
    found = _FLOW_PLAIN.match(value, at)
    if not found:
        raise _InvalidYamlError
    return found.end()


def _is_entry(text: str) -> bool:
    return text.startswith("- ") or text.rstrip() == "-"


def _is_plain(value: str) -> bool:
    if value[0] in _NEVER_FIRST or _is_entry(value) or value.startswith(("? ", ": ")) or value in {"?", ":"}:
        return False
    text = value.split(" #")[0].rstrip()
    return ": " not in text and ":\t" not in text and not text.endswith(":")
