"""Lines that speak about the file instead of the world: stamps, legends, pointers, machine copies."""

import re
from collections.abc import Callable
from urllib.parse import unquote

from palace.exchange.emphasis import without_emphasis
from palace.exchange.tags import read_tags
from palace.text.units import units

_LONGEST_LEGEND = 100
_LIFETIME_UNITS = 8
_FIRST_LEVEL_WITHIN = 12
_P_LEVEL = re.compile(r"(?<![A-Za-z0-9])P([0-9])(?![A-Za-z0-9])", re.IGNORECASE)
_EXPLAINED_LEVEL = re.compile(r"(?<![A-Za-z0-9])P([0-9])[*_`\]】]*\s?[=:：(（]", re.IGNORECASE)
_LEGEND_TAG = re.compile(r"P[0-9]\s?(?:[=(（]|(?=\s(?:永久|永不|never|permanent|forever|\d)))", re.IGNORECASE)
_SPAN = r"(?<![月\d])(?<!月\s)\d{1,4}\s?[-–]?\s?(?:天|日|days?\b)"
_LIFETIME = re.compile(
    r"永久|永不(?:自动|被)*(?:过期|失效|删除|清理|清除|归档|淘汰|衰减|降级|遗忘|忘记|丢失)?(?=[\W_]|$)"
    r"|\bpermanent|\bforever\b|\bnever(?=\W*$)"
    r"|\bnever[\s-]+(?:be[\s-]+)?(?:auto\w*[\s-]+)?(?:expir|delet|remov|clean|decay|archiv|purg|forg|prun|fad|laps)"
    rf"|^\W*{_SPAN}|{_SPAN}\W*$|(?:保留|保存|有效|期限|lifetime|keep|kept|after|for|in)\W{{0,3}}{_SPAN}",
    re.IGNORECASE,
)

_STAMP_END = r"\s*(?:[:：]|\b(?:at|by|on)\b|于)"
_STAMP = re.compile(
    rf"(?:最后更新|上次更新|最近更新|更新时间|last\s+updated|updated|generated){_STAMP_END}", re.IGNORECASE
)
_PREAMBLE_STAMP = re.compile(
    rf"(?:version|status|created|maintained\s+by|owner|版本|状态|创建时间|维护者){_STAMP_END}", re.IGNORECASE
)
_MAINTAINED_BY = re.compile(r"maintained\s+by\b", re.IGNORECASE)

_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*(?:<([^<>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))")
_LONGEST_LINK = 2000
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LONGEST_NAME = 255
_PAGE = (".md", ".html")
_ARROW_END = re.compile(r"→\s*[*`_\[(]*[^\s→]+\.(?:md|html)[*`_)\]]*[.。]?$", re.IGNORECASE)
_CANDIDATE = re.compile(r"(?:[-*+]\s+)?candidate[:：]", re.IGNORECASE)

INSTRUCTION_HEADINGS = frozenset(
    {
        "使用说明",
        "更新规则",
        "维护规则",
        "迭代规则",
        "文件说明",
        "格式说明",
        "记录规则",
        "填写说明",
        "说明",
        "what goes here",
        "guidelines",
        "how this works",
        "how it works",
        "about this file",
        "update rule",
        "update rules",
        "maintenance",
        "format",
        "usage",
        "store here",
        "do not store here",
    }
)


def is_priority_legend(text: str, *, log: bool) -> bool:
    """Return whether a text explains the priority tags instead of using one."""
    if len(text) > _LONGEST_LEGEND:
        return False
    levels = list(_P_LEVEL.finditer(text))
    if not levels:
        return False
    if len({level[1] for level in levels}) >= 3 and levels[0].start() < _FIRST_LEVEL_WITHIN:
        return True
    if len({level[1] for level in _EXPLAINED_LEVEL.finditer(text)}) >= 2:
        return True
    return _is_lifetime(_after_level(text, log=log))


def is_stamp(text: str, *, preamble: bool) -> bool:
    """Return whether a paragraph says when or by whom the file was written."""
    plain = without_emphasis(text[:80]).lstrip("*_ ")
    if _STAMP.match(plain):
        return True
    return preamble and bool(_PREAMBLE_STAMP.match(plain) or _MAINTAINED_BY.match(plain))


def is_instruction_heading(text: str) -> bool:
    """Return whether a heading announces instructions to the writer of the file."""
    return text.casefold() in INSTRUCTION_HEADINGS


def is_table_of_contents(text: str) -> bool:
    """Return whether an item starts with a link into the same file."""
    target = _leading_link(text)
    return target is not None and target.startswith("#")


def is_index_pointer(text: str, neighbours: Callable[[str], bool]) -> bool:
    """Return whether an item points to a note beside the file.

    It starts with a link to a relative page for which `neighbours` is true, or ends in `→ page.md`.
    """
    if "→" in text[-_LONGEST_LINK:] and _ARROW_END.search(text[text.rindex("→") :].rstrip()):
        return True
    target = _leading_link(text)
    if not target or _SCHEME.match(target) or target.startswith(("/", "#")):
        return False
    page = unquote(target.split("#")[0].split("?")[0])
    return page.lower().endswith(_PAGE) and _can_be_a_path(page) and neighbours(page)


def is_machine_debris(text: str) -> bool:
    """Return whether an item was copied here by a machine's own ranking of its memories."""
    return "[score=" in text or bool(_CANDIDATE.match(text))


def _can_be_a_path(page: str) -> bool:
    """Whether a file system could have such a name; asking for another may fail instead of saying no."""
    parts = page.encode("utf-8", "replace").split(b"/")
    return "\0" not in page and all(len(part) <= _LONGEST_NAME for part in parts)


def _leading_link(text: str) -> str | None:
    found = _LINK.match(text.lstrip("*_ ")[:_LONGEST_LINK])
    return (found[1] if found[1] is not None else found[2]) if found else None


def _after_level(text: str, *, log: bool) -> str:
    tags = read_tags(text, log=log, leading_dates=False)
    if tags.priority:
        return tags.text
    plain = without_emphasis(text)
    found = None if log else _LEGEND_TAG.match(plain)
    return plain[found.end() :] if found else ""


def _is_lifetime(text: str) -> bool:
    return bool(text) and units(text) <= _LIFETIME_UNITS and bool(_LIFETIME.search(text.strip()))
