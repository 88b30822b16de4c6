"""The names of the filters and of their values, in English and in Chinese, and the nearest to a wrong one."""

import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum

from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing


class FilterName(StrEnum):
    """What a search can be narrowed by, as people write it."""

    WING = "wing"
    BAND = "band"
    PRIORITY = "p"
    KIND = "kind"
    SCENE = "scene"
    SINCE = "since"
    BEFORE = "before"
    IS = "is"
    STATUS = "status"
    LAYER = "layer"


class State(StrEnum):
    """What `is:` can ask for."""

    CONFLICT = "conflict"
    PINNED = "pinned"


CHINESE_NAMES: Mapping[FilterName, tuple[str, ...]] = {
    FilterName.WING: ("翼", "殿"),
    FilterName.BAND: ("温度", "温层", "温区"),
    FilterName.PRIORITY: ("优先级", "级别"),
    FilterName.KIND: ("类型", "种类"),
    FilterName.SCENE: ("场景",),
    FilterName.SINCE: ("自", "从"),
    FilterName.BEFORE: ("早于",),
    FilterName.IS: ("是",),
    FilterName.STATUS: ("状态",),
    FilterName.LAYER: ("层",),
}
"""Each filter's names in Chinese; the first is the one that is offered."""

_FURTHER_NAMES = {
    "priority": FilterName.PRIORITY,
    "until": FilterName.BEFORE,
    "wings": FilterName.WING,
    "bands": FilterName.BAND,
    "kinds": FilterName.KIND,
    "scenes": FilterName.SCENE,
    "layers": FilterName.LAYER,
}

VALUES: Mapping[FilterName, type[StrEnum]] = {
    FilterName.WING: Wing,
    FilterName.BAND: Band,
    FilterName.PRIORITY: Priority,
    FilterName.KIND: Kind,
    FilterName.IS: State,
    FilterName.STATUS: Status,
    FilterName.LAYER: Layer,
}
"""The filters whose values are words of a vocabulary; the others take a scene or a day."""

CHINESE_VALUES: Mapping[type[StrEnum], Mapping[str, StrEnum]] = {
    Wing: {
        "身份": Wing.IDENTITY,
        "知识": Wing.KNOWLEDGE,
        "关系": Wing.SOCIAL,
        "历史": Wing.HISTORY,
        "反思": Wing.REFLECTION,
        "意图": Wing.INTENT,
    },
    Band: {"热": Band.HOT, "温": Band.WARM, "冷": Band.COLD},
    Layer: {
        "工作": Layer.WORKING,
        "长期": Layer.PERSISTENT,
        "技能": Layer.SKILL,
        "归档": Layer.ARCHIVE,
    },
    Kind: {
        "事实": Kind.FACT,
        "偏好": Kind.PREFERENCE,
        "事件": Kind.EVENT,
        "决策": Kind.DECISION,
        "纠正": Kind.CORRECTION,
        "失败": Kind.FAILURE,
        "小结": Kind.SUMMARY,
        "工具报错": Kind.TOOL_ERROR,
        "技能": Kind.SKILL,
        "意图": Kind.INTENT,
    },
    Status: {
        "在用": Status.ACTIVE,
        "备注": Status.NOTE,
        "已归档": Status.ARCHIVED,
        "归档": Status.ARCHIVED,
        "回收站": Status.TRASHED,
    },
    State: {"冲突": State.CONFLICT, "已固定": State.PINNED, "固定": State.PINNED},
}
"""The words of each vocabulary as the Chinese catalogue calls them, and what else they are called."""

NEAR = 0.6
"""So alike, as difflib measures it, must a word be to be offered for a wrong one."""

NEAR_IN_CHINESE = 0.5
"""The same for words of two Chinese characters: one of them."""

LONGEST_COMPARED = 40
"""Of a wrong word so many characters are compared with the right ones."""

SHORTEST_MISTYPED = 3
"""A name of fewer characters is not taken for a mistyped filter: `a:0` is not `p:0`."""


def plain(text: str) -> str:
    """Return a word with width, case and the blanks around it put aside."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def filter_named(name: str) -> FilterName | None:
    """Return the filter of a name in any case, width and language, None where there is none."""
    return _NAMES.get(plain(name))


def spellings(vocabulary: type[StrEnum]) -> dict[str, StrEnum]:
    """Return every way in which a word of a vocabulary may be written, in both languages."""
    written: dict[str, StrEnum] = {plain(word): word for word in vocabulary}
    written.update(CHINESE_VALUES.get(vocabulary, {}))
    if vocabulary is Priority:
        written.update({word[1:]: word for word in Priority})
    return written


def nearest(wanted: str, words: Iterable[str]) -> str | None:
    """Return the word that is most like a wrong one, None where none is like it."""
    from difflib import get_close_matches

    cutoff = NEAR if wanted.isascii() else NEAR_IN_CHINESE
    found = get_close_matches(wanted[:LONGEST_COMPARED], list(words), n=1, cutoff=cutoff)
    return found[0] if found else None


def mistyped_filter(name: str, value: str) -> FilterName | None:
    """Return the filter that `name` was meant to be, where that is beyond doubt.

    The name is one slip of the fingers from it, and the value is one of its own: `wnig:knowledge`, but not
    `king:george`. A scene may be anything, so that there no letter may stand in the place of another:
    `secne:deploy`, but not `scent:rose`.
    """
    written = plain(name)
    if len(written) < SHORTEST_MISTYPED:
        return None
    for known, meant in _NAMES.items():
        if not known.isascii() or not _one_slip_apart(
            written, known, replacing=meant is not FilterName.SCENE
        ):
            continue
        vocabulary = VALUES.get(meant)
        if vocabulary is not None:
            fits = nearest(plain(value), spellings(vocabulary)) is not None
        else:
            fits = meant is FilterName.SCENE or plain(value)[:4].isdecimal()
        if fits:
            return meant
    return None


def _one_slip_apart(written: str, known: str, *, replacing: bool) -> bool:
    """Whether one letter is missing, too many, exchanged with the next, or (`replacing`) another one."""
    if len(written) == len(known):
        places = [at for at, (one, other) in enumerate(zip(written, known, strict=True)) if one != other]
        if len(places) == 1:
            return replacing
        return (
            len(places) == 2
            and places[1] == places[0] + 1
            and written[places[0]] == known[places[1]]
            and written[places[1]] == known[places[0]]
        )
    shorter, longer = sorted((written, known), key=len)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))
    )


_NAMES: dict[str, FilterName] = {
    **{name.value: name for name in FilterName},
    **_FURTHER_NAMES,
    **{chinese: name for name, names in CHINESE_NAMES.items() for chinese in names},
}
