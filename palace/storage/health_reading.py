"""The counts behind the figures of health: over indexes where they hold it, none reads a text."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from palace.domain.candidate import Verdict
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, Status
from palace.services.health_ports import (
    Behind,
    Bindings,
    DayFigures,
    Group,
    Moments,
    SceneCount,
    SceneLink,
    Steps,
    Ties,
)
from palace.storage import health_conditions as is_
from palace.storage import health_days
from palace.storage.conflict_reading import WAITING_CONFLICTS
from palace.storage.database import Database, Fields
from palace.storage.filter_sql import SEARCHABLE
from palace.storage.instants import instant_of, instant_or_none
from palace.storage.rows import BANDS, KINDS, PRIORITIES, STATUSES, WINGS
from palace.storage.timeline_reading import IS_LOG

NO_SCENE = "[]"

_GROUPS = f"""
    SELECT wing, band, status, kind, priority, count(*), sum(hits > 0), max(last_hit_at), 0,
        sum(importance < 0.2), sum(importance < 0.4), sum(importance < 0.6), sum(importance < 0.8)
    FROM memory WHERE status IN ({is_.words_of((Status.ACTIVE, Status.NOTE))})
    GROUP BY wing, band, status, kind, priority
"""
"""The index of the rooms holds all of it, in this order."""

_PUT_AWAY = f"""
    SELECT wing, band, status, kind, priority, sum({is_.KEPT}), sum({is_.KEPT} AND hits > 0),
        max(last_hit_at) FILTER (WHERE {is_.KEPT}), count(*) FILTER (WHERE {is_.LEFT}), 0, 0, 0, 0
    FROM memory
    WHERE {is_.IN_THE_ROOMS} AND status IN ({is_.words_of((Status.ARCHIVED, Status.TRASHED))})
    GROUP BY wing, band, status, kind, priority
"""
"""Of these alone the rows have to be looked into: only they may have given their place to something newer."""

_RECENT = f"""
    SELECT wing, band, status, kind, priority, sum(recorded_at >= :young_from),
        sum(recorded_at >= :middle_from), sum({is_.NEW}), sum(NOT {is_.SETTLED}),
        sum(NOT {is_.SETTLED} AND hits > 0)
    FROM memory WHERE recorded_at >= :recent_from AND {is_.KEPT}
    GROUP BY wing, band, status, kind, priority
"""
"""What is told of the newest rows only: most rows are older than any of these instants."""

_MARKS = (
    f"{is_.HAS_BINDING} AND NOT {is_.INSTRUCTS}",
    is_.FULL,
    f"{is_.COMPLETE} AND {is_.INSTRUCTS} AND {is_.SETTLED}",
    f"{is_.COMPLETE} AND {is_.INSTRUCTS} AND {is_.SETTLED} AND hits > 0",
    is_.LOADED_UNUSED,
)
"""What is told of a memory that has a binding, or was loaded and never used, one bit each."""

_MARKED = f"({is_.HAS_BINDING} OR {is_.LOADED_UNUSED})"
_BITS = " + ".join(f"{1 << place} * ({mark})" for place, mark in enumerate(_MARKS))

_TIES = f"""
    SELECT scenes, count(*), sum(warm), sum(used), max(last_hit_at), group_concat(bits)
    FROM (
        SELECT scenes, band = '{Band.WARM.value}' AS warm, hits > 0 AS used, last_hit_at,
            CASE WHEN {_MARKED} THEN {_BITS} END AS bits
        FROM memory WHERE {is_.ACTIVE} AND (scenes <> '{NO_SCENE}' OR {_MARKED})
        LIMIT -1
    )
    GROUP BY scenes
"""
"""Rows are sorted by their scenes, which costs by the column: the limit, which is none, has each told in few
and small ones before. The bits of those that have any stand behind each other.
"""

_WORDS_IN_STEP = f"""
    SELECT count(*), sum(band = '{Band.WARM.value}')
    FROM memory JOIN memory_text_docsize AS words ON words.id = memory.id WHERE {SEARCHABLE}
"""

_WITH_WORDS_AND_VECTOR = f"""
    FROM embedding INDEXED BY embedding_by_model
        CROSS JOIN memory{{index}}
            ON memory.id = embedding.memory_id AND memory.content_hash = embedding.text_hash
        CROSS JOIN memory_text_docsize AS words ON words.id = memory.id
    WHERE embedding.model_id = ? AND {SEARCHABLE}
"""
"""Vectors stand in the index in the order of their memories: what they belong to is met in turn."""

_COUNT_IN_STEP = "SELECT count(*)" + _WITH_WORDS_AND_VECTOR.format(index=" INDEXED BY memory_searchable")
_IN_STEP = f"SELECT count(*), sum(band = '{Band.WARM.value}')" + _WITH_WORDS_AND_VECTOR.format(index="")
_VECTORS = "SELECT count(*) FROM embedding INDEXED BY embedding_by_model WHERE model_id = ?"


class HealthReading:
    """See `health_ports.HealthReading`."""

    def __init__(self, database: Database, rules: Rules) -> None:
        self._database = database
        self._rules = rules

    def groups(self, moments: Moments) -> list[Group]:
        """Return the counts by wing, band, status, kind and priority."""
        recent = {row[:5]: row[5:] for row in self._named(_RECENT, moments)}
        nothing = (0, 0, 0, 0, 0)
        rows = (*self._named(_GROUPS, moments), *self._named(_PUT_AWAY, moments))
        return [_group_of(row, recent.get(row[:5], nothing)) for row in rows]

    def overdue(self, moments: Moments) -> int:
        """Return how many memories are past the time at which they belong into the archive."""
        condition = is_.due(self._rules.weight.protected_kinds)
        return int(
            self._named(f"SELECT count(*) FROM memory WHERE {is_.IN_THE_ROOMS} AND {condition}", moments)[0][
                0
            ]
        )

    def ties(self, moments: Moments) -> Ties:
        """Return the scenes and the bindings of active memories.

        Memories of the same list of scenes are counted together; case is put aside.
        """
        found: dict[str, SceneCount] = {}
        warm_with_scene = 0
        marked: Counter[str] = Counter()
        for scenes, count, warm, used, confirmed, marks in self._named(_TIES, moments):
            marked.update(marks.split(",") if marks else ())
            if scenes == NO_SCENE:
                continue
            warm_with_scene += warm
            counted = SceneCount("", count, warm, used, instant_or_none(confirmed))
            for scene in dict.fromkeys(_listed_scenes(scenes)):
                key = scene.casefold()
                found[key] = _added(found.get(key, SceneCount(scene, 0, 0, 0, None)), counted)
        ordered = sorted(found.values(), key=lambda each: (-each.count, each.scene))
        *bindings, loaded_unused = (
            sum(count for marks, count in marked.items() if int(marks) >> place & 1)
            for place in range(len(_MARKS))
        )
        return Ties(tuple(ordered), warm_with_scene, Bindings(*bindings), loaded_unused)

    def scene_links(self) -> list[SceneLink]:
        """Return how many active memories of each scene stand in each wing."""
        found: dict[tuple[str, str], int] = {}
        names: dict[str, str] = {}
        for scenes, wing, count in self._database.rows(
            f"SELECT scenes, wing, count(*) FROM memory WHERE {is_.ACTIVE} AND scenes <> '{NO_SCENE}'"
            " GROUP BY scenes, wing"
        ):
            for scene in dict.fromkeys(_listed_scenes(scenes)):
                key = scene.casefold()
                names.setdefault(key, scene)
                found[key, wing] = found.get((key, wing), 0) + count
        return [SceneLink(names[key], WINGS[wing], count) for (key, wing), count in sorted(found.items())]

    def steps(self, model_id: str | None, if_all_agree: Steps) -> Steps:
        """Return whether full text and vectors agree with the texts; without a model, the full text alone.

        As long as all do, which indexes tell, no row is read to see which of them are warm.
        """
        if model_id is None:
            return _steps_of(self._database.row(_WORDS_IN_STEP))
        asked, all_of_them = (model_id,), if_all_agree.in_step
        if (
            self._database.number(_VECTORS, asked) >= all_of_them
            and self._database.number(_COUNT_IN_STEP, asked) == all_of_them
        ):
            return if_all_agree
        return _steps_of(self._database.row(_IN_STEP, asked))

    def corrected(self) -> tuple[int, int]:
        """Return how many memories were replaced by something newer, of how many ever."""
        return (
            self._database.number(
                f"SELECT count(DISTINCT to_id) FROM link WHERE kind = '{LinkKind.SUPERSEDES.value}'"
            ),
            self._database.number("SELECT count(*) FROM memory"),
        )

    def search_times(self, moments: Moments, limit: int) -> list[float]:
        """Return how long the newest searches took, in milliseconds."""
        rows = self._named(
            "SELECT took_ms FROM usage WHERE event = 'search' AND at >= :window_from"
            f" AND took_ms BETWEEN 0 AND 1e9 ORDER BY at DESC LIMIT {limit:d}",
            moments,
        )
        return [float(row[0]) for row in rows]

    def oldest_waiting(self) -> Mapping[str, datetime]:
        """Return since when the oldest waits in each queue in which anything waits."""
        waiting = {
            "candidates": "SELECT min(first_seen_at) FROM candidate"
            f" WHERE candidate.verdict = '{Verdict.OPEN.value}'",
            "conflicts": f"SELECT min(conflict.found_at) FROM {WAITING_CONFLICTS}"
            f" AND older.priority <> '{Priority.P0.value}'",
            "contradictions": f"SELECT min(conflict.found_at) FROM {WAITING_CONFLICTS}"
            f" AND older.priority = '{Priority.P0.value}'",
        }
        found = {queue: self._database.row(sql) for queue, sql in waiting.items()}
        return {queue: instant_of(row[0]) for queue, row in found.items() if row and row[0]}

    def log_names(self, since: date) -> Sequence[str]:
        """Return the names of logs of which anything was read that was seen since a day."""
        rows = self._database.rows(
            "SELECT DISTINCT source FROM evidence WHERE day >= ?", (since.isoformat(),)
        )
        return [str(row[0]) for row in rows] + self._bullet_paths()

    def saw_logs(self) -> bool:
        """Return whether any log was ever read."""
        return bool(self._bullet_paths()) or bool(
            self._database.number(f"SELECT EXISTS (SELECT 1 FROM evidence WHERE {IS_LOG})")
        )

    def _bullet_paths(self) -> list[str]:
        if not health_days.has_table(self._database, "read_bullet"):
            return []
        return [str(row[0]) for row in self._database.rows("SELECT DISTINCT path FROM read_bullet")]

    def listed(self, behind: Behind, moments: Moments, model_id: str | None, kind: Kind | None) -> list[int]:
        """Return the ids of the memories behind a figure, oldest first; of one kind, if one is named."""
        protected = self._rules.weight.protected_kinds
        return is_.listed(self._database, behind, moments, model_id, kind, protected)

    def days(self, since: date) -> list[DayFigures]:
        """Return the snapshots since a day, oldest first."""
        return health_days.days(self._database, since)

    def _named(self, sql: str, moments: Moments) -> list[Fields]:
        return self._database.rows(*is_.positional(sql, is_.parameters(self._database, moments)))


def _steps_of(row: Fields | None) -> Steps:
    return Steps(*(int(number or 0) for number in row or (0, 0)))


def _group_of(row: Fields, recent: Fields) -> Group:
    """Return a group from its counts and from those of its newest rows."""
    count, used, used_at, left, *below = row[5:]
    young, young_or_middle, new, unsettled, unsettled_used = recent
    steps = (0, *below, count)
    fifths = [int(steps[place + 1]) - int(steps[place]) for place in range(5)]
    return Group(
        WINGS[row[0]],
        BANDS[row[1]],
        STATUSES[row[2]],
        KINDS[row[3]],
        PRIORITIES[row[4]],
        count=count,
        used=used,
        young=young,
        young_or_middle=young_or_middle,
        new=new,
        settled=count - unsettled,
        settled_used=used - unsettled_used,
        importance=(fifths[0], fifths[1], fifths[2], fifths[3], fifths[4]),
        used_at=instant_or_none(used_at),
        left=left,
    )


def _listed_scenes(text: str) -> Iterable[str]:
    try:
        found = json.loads(text)
    except ValueError:
        return ()
    return [scene for scene in found if isinstance(scene, str)] if isinstance(found, list) else ()


def _added(one: SceneCount, other: SceneCount) -> SceneCount:
    signs = [sign for sign in (one.confirmed_at, other.confirmed_at) if sign is not None]
    return SceneCount(
        one.scene,
        one.count + other.count,
        one.warm + other.warm,
        one.used + other.used,
        max(signs, default=None),
    )
