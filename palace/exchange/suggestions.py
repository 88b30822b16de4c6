"""Suggestions for what a file does not say: the wing a memory belongs to, and its scenes."""

import re
from collections.abc import Iterable, Sequence

from palace.domain.vocabulary import Kind, Wing
from palace.text.width import take

MOST_PATH_SCENES = 2
MOST_SCENES = 8
SCENE_CELLS = 24

_WING_OF_KIND = {
    Kind.FAILURE: Wing.REFLECTION,
    Kind.CORRECTION: Wing.REFLECTION,
    Kind.INTENT: Wing.INTENT,
    Kind.EVENT: Wing.HISTORY,
    Kind.SUMMARY: Wing.HISTORY,
    Kind.PREFERENCE: Wing.IDENTITY,
}
_IDENTITY = re.compile(
    r"身份|关于我|用户|主人|(?<![a-z])(?:profile|identity|about (?:me|you))", re.IGNORECASE
)
_SOCIAL = re.compile(
    r"人物|联系人|团队|朋友|家人|关系"
    r"|(?<![a-z])(?:people|contacts?|teams?|famil(?:y|ies)|relationships?)(?![a-z])",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|【[^【】]*】|<[^<>]*>")
_BRACKETS = re.compile(r"[()（）\[\]【】<>]")
_GENERAL_WORDS = re.compile(
    r"(?<![a-z])(?:memory|user|soul|identity|logs?|notes?|daily|index|misc|other|general|context|level|priority"
    r"|[pl]\d)(?![a-z])|\d{1,2}[:：]\d{2}(?:[:：]\d{2})?"
    r"|记忆|日志|日记|索引|优先级|级别|其他|备忘|临时|核心"
)
_HASHTAG = re.compile(r"(?<![\w#&/`])#([^\W\d_][\w/-]{0,40})")
_COLOUR = re.compile(r"(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})")
_HASHTAGS_WITHIN = 4000


class Suggester:
    """Suggests for the memories of one file. `role` is what the file is about: `user`, `identity`, … ."""

    def __init__(self, *, role: str = "", tags: Iterable[str] = ()) -> None:
        self._role = role
        self._tags = tuple(tags)
        self._wings: dict[tuple[str, ...], Wing] = {}
        self._path_scenes: dict[tuple[str, ...], tuple[str, ...]] = {}

    def wing(self, kind: Kind | None, path: tuple[str, ...]) -> Wing:
        """Return the wing for a kind, else for what the path or the file speaks about."""
        by_kind = _WING_OF_KIND.get(kind) if kind else None
        if by_kind:
            return by_kind
        wing = self._wings.get(path)
        if wing is None:
            wing = self._wings[path] = self._wing_of_path(path)
        return wing

    def scenes(self, path: tuple[str, ...], text: str, tags: Sequence[str] = ()) -> tuple[str, ...]:
        """Return scenes from the path, innermost first, then from tags."""
        of_path = self._path_scenes.get(path)
        if of_path is None:
            of_path = self._path_scenes[path] = _scenes_of_path(path)
        written = _hashtags(text) if "#" in text else []
        named = [_scene(tag.lstrip("#")) for tag in (*self._tags, *tags, *written)]
        return tuple(dict.fromkeys(filter(None, (*of_path, *named))))[:MOST_SCENES]

    def _wing_of_path(self, path: tuple[str, ...]) -> Wing:
        if self._role in {"user", "identity"} or any(map(_IDENTITY.search, path)):
            return Wing.IDENTITY
        if self._role == "person" or (path and path[0].lower() == "person") or any(map(_SOCIAL.search, path)):
            return Wing.SOCIAL
        return Wing.KNOWLEDGE


def _scenes_of_path(path: tuple[str, ...]) -> tuple[str, ...]:
    scenes: list[str] = []
    for element in reversed(path):
        scene = _scene(element)
        if scene and scene not in scenes and _is_telling(scene):
            scenes.append(scene)
        if len(scenes) == MOST_PATH_SCENES:
            break
    return tuple(scenes)


def _scene(text: str) -> str:
    plain = _BRACKETS.sub(" ", _BRACKETED.sub(" ", text[:400].lower()))
    return take(" ".join(plain.split()), SCENE_CELLS)[0].strip()


def _is_telling(scene: str) -> bool:
    """Whether anything is left of a scene without words that fit every file."""
    return any(map(str.isalnum, _GENERAL_WORDS.sub("", scene)))


def _hashtags(text: str) -> list[str]:
    found = (match[1] for match in _HASHTAG.finditer(text[:_HASHTAGS_WITHIN]))
    return [tag for tag in found if not (_COLOUR.fullmatch(tag.lower()) and any(map(str.isdigit, tag)))]
