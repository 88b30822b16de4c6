"""The counts behind the figures of health: each one pass over an index or the rows, none reads a text."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from palace.domain.candidate import Verdict
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, Wing
from palace.services.health_ports import (
    Behind,
    Bound,
    DayFigures,
    Group,
    Moments,
    SceneCount,
    SceneLink,
    Steps,
)
from palace.storage import health_conditions as is_
from palace.storage import health_days
from palace.storage.conflict_reading import WAITING_CONFLICTS
from palace.storage.database import Database, Fields
from palace.storage.filter_sql import SEARCHABLE
from palace.storage.instants import instant_of, instant_or_none
from palace.storage.rows import BANDS, KINDS, PRIORITIES, STATUSES, WINGS
from palace.storage.timeline_reading import IS_LOG

_GROUPS = f"""
    SELECT wing, band, status, kind, priority, count(*), sum(hits > 0), sum({is_.DUE}),
        sum(importance < 0.2), sum(importance < 0.4), sum(importance < 0.6), sum(importance < 0.8),
        max(last_hit_at)
    FROM memory WHERE {is_.KEPT} GROUP BY wing, band, status, kind, priority
"""
"""The index of the rooms holds all of it but `retired_at`."""

_RECENT = f"""
    SELECT wing, band, status, kind, priority, sum(recorded_at >= :young_from),
        sum(recorded_at >= :middle_from), sum({is_.NEW}), sum(NOT {is_.SETTLED}),
        sum(NOT {is_.SETTLED} AND hits > 0)
    FROM memory WHERE recorded_at >= :recent_from AND {is_.KEPT}
    GROUP BY wing, band, status, kind, priority
"""
"""What is told of the newest rows only: most rows are older than any of these instants."""

_LOADED_UNUSED = "(loads > 0 AND hits = 0)"
_HAS_BINDING = "(binding_when <> '' OR binding_do <> '')"

_BOUND = f"""
    SELECT kind, sum({_HAS_BINDING}), sum({is_.COMPLETE}), sum({is_.FULL}),
        sum({is_.COMPLETE} AND {is_.SETTLED}),
        sum({is_.COMPLETE} AND {is_.SETTLED} AND hits > 0), sum({_LOADED_UNUSED})
    FROM memory WHERE {is_.ACTIVE} AND ({_HAS_BINDING} OR {_LOADED_UNUSED}) GROUP BY kind
"""

_SCENES = f"""
    SELECT scenes, band, count(*), sum(hits > 0), max(last_hit_at)
    FROM memory WHERE {is_.ACTIVE} AND scenes <> '[]' GROUP BY scenes, band
"""

_WORDS_IN_STEP = f"""
    SELECT count(*), sum(band = '{Band.WARM.value}')
    FROM memory JOIN memory_text_docsize AS words ON words.id = memory.id WHERE {SEARCHABLE}
"""

_IN_STEP = f"""
    SELECT count(*), sum(band = '{Band.WARM.value}')
    FROM embedding INDEXED BY embedding_by_model
        JOIN memory ON memory.id = embedding.memory_id AND memory.content_hash = embedding.text_hash
        JOIN memory_text_docsize AS words ON words.id = memory.id
    WHERE embedding.model_id = ? AND {SEARCHABLE}
"""
"""Vectors stand in the index in the order of their memories: the rows are met one behind the other."""


class HealthReading:
    """See `health_ports.HealthReading`."""

    def __init__(self, database: Database, rules: Rules) -> None:
        self._database = database
        self._rules = rules

    def groups(self, moments: Moments) -> list[Group]:
        """Return the counts by wing, band, status, kind and priority; protected kinds are never due."""
        protected = self._rules.weight.protected_kinds
        recent = {row[:5]: row[5:] for row in self._named(_RECENT, moments)}
        nothing = (0, 0, 0, 0, 0)
        found = (_group_of(row, recent.get(row[:5], nothing)) for row in self._named(_GROUPS, moments))
        return [replace(group, due=0) if group.kind in protected else group for group in found]

    def bound(self, moments: Moments) -> list[Bound]:
        """Return what has a binding, and what was loaded and never used, by kind."""
        return [Bound(KINDS[row[0]], *row[1:]) for row in self._named(_BOUND, moments)]

    def cleared(self, moments: Moments) -> Mapping[Wing, int]:
        """Return how many memories of each wing left since `window_from`."""
        # Wings and bands are named so that the index of the rooms leads to what is archived or trashed.
        rooms = " AND ".join(
            f"memory.{column} IN ({', '.join(repr(word) for word in words)})"
            for column, words in (("wing", WINGS), ("band", BANDS))
        )
        rows = self._named(
            f"SELECT wing, count(*) FROM memory WHERE {rooms} AND {is_.LEFT} GROUP BY wing", moments
        )
        return {WINGS[row[0]]: row[1] for row in rows}

    def scenes(self) -> tuple[list[SceneCount], int]:
        """Return the scenes of active memories, the commonest first, and how many warm memories have one.

        Memories of the same list of scenes are counted together; case is put aside.
        """
        found: dict[str, SceneCount] = {}
        warm_with_scene = 0
        for scenes, band, count, used, confirmed in self._database.rows(_SCENES):
            warm = count if band == Band.WARM.value else 0
            warm_with_scene += warm
            counted = SceneCount("", count, warm, used, instant_or_none(confirmed))
            for scene in dict.fromkeys(_listed_scenes(scenes)):
                key = scene.casefold()
                found[key] = _added(found.get(key, SceneCount(scene, 0, 0, 0, None)), counted)
        return sorted(found.values(), key=lambda each: (-each.count, each.scene)), warm_with_scene

    def scene_links(self) -> list[SceneLink]:
        """Return how many active memories of each scene stand in each wing."""
        found: dict[tuple[str, str], int] = {}
        names: dict[str, str] = {}
        for scenes, wing, count in self._database.rows(
            f"SELECT scenes, wing, count(*) FROM memory WHERE {is_.ACTIVE} AND scenes <> '[]' GROUP BY 1, 2"
        ):
            for scene in dict.fromkeys(_listed_scenes(scenes)):
                key = scene.casefold()
                names.setdefault(key, scene)
                found[key, wing] = found.get((key, wing), 0) + count
        return [SceneLink(names[key], WINGS[wing], count) for (key, wing), count in sorted(found.items())]

    def steps(self, model_id: str | None) -> Steps:
        """Return whether full text and vectors agree with the texts; without a model, the full text alone."""
        agreeing = (
            self._database.row(_WORDS_IN_STEP)
            if model_id is None
            else self._database.row(_IN_STEP, (model_id,))
        )
        in_step, warm_in_step = (int(number or 0) for number in agreeing or (0, 0))
        searchable = self._database.number(f"SELECT count(*) FROM memory WHERE {SEARCHABLE}")
        return Steps(searchable, in_step, warm_in_step)

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


def _group_of(row: Fields, recent: Fields) -> Group:
    """Return a group from its counts and from those of its newest rows."""
    count, used, due, *below, used_at = row[5:]
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
        due=due,
        importance=(fifths[0], fifths[1], fifths[2], fifths[3], fifths[4]),
        used_at=instant_or_none(used_at),
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
