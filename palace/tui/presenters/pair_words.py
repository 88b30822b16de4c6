"""What each verb would do to a pair, and its line in the list of the queue."""

from collections.abc import Mapping

from palace.domain.memory import Memory
from palace.domain.pipeline import may_be_approved
from palace.domain.recommendation import Advice
from palace.domain.rules import PipelineRules
from palace.domain.vocabulary import Priority
from palace.services.conflict_queue import ConflictEntry, ConflictView
from palace.services.conflict_rows import ConflictRow
from palace.services.pair_advice import proposes_merge
from palace.tui.presenters.lines import Line, Say
from palace.tui.presenters.pair_sheet import PairAround
from palace.tui.presenters.queue_words import Consequence, row_line, settled_in_words

BATCH_VERBS = ("keep_left", "keep_right", "keep_both", "dismiss", "skip", "snooze")
"""The verbs on conflicts that many pairs can be given at once."""


def conflict_consequences(
    view: ConflictView, row: ConflictRow, around: PairAround, rules: PipelineRules
) -> Mapping[str, Consequence]:
    """Return for every verb's action id what it would do to this conflict."""
    say, entry = around.say, view.entry
    settled = settled_in_words(row, say)
    cooling = settled or _cooling(entry, around, rules)
    left_id, right_id = entry.left.id, entry.right.id
    memory = isinstance(entry.right, Memory)
    right_core = entry.right.priority is Priority.P0
    core_memory, core_candidate = right_core and memory, right_core and not memory

    def told(name: str, *, coded: bool = False, why_not: str = settled, **values: object) -> Consequence:
        words = say(f"tui.pair.consequence.{name}", **values)
        return Consequence(_coded(words, say) if coded else words, why_not)

    keep_right = (
        say("tui.pair.consequence.right_holds", left=left_id)
        if memory
        else say("tui.pair.consequence.right_made", id=right_id, left=left_id)
    )
    advice = view.recommendation.advice
    follow = {
        Advice.SUPERSEDE: say("tui.pair.consequence.follow_supersede", then=keep_right.removeprefix("→ ")),
        Advice.KEEP_BOTH: say("tui.pair.consequence.follow_keep_both"),
        Advice.NOTE: say("tui.pair.consequence.follow_note"),
    }[advice]
    merge_core = say("tui.pair.why_not.merge_core") if core_memory else ""
    following = Consequence(_coded(follow, say) if core_candidate else follow, cooling)
    if proposes_merge(entry.conflict):
        following = told("follow_merge", why_not=settled or merge_core)
    return {
        "conflict.follow": following,
        "conflict.keep_left": told(
            "left_history" if memory else "left_rejected", coded=core_memory, id=right_id
        ),
        "conflict.keep_right": Consequence(
            _coded(keep_right, say) if core_candidate else keep_right, cooling
        ),
        "conflict.keep_both": told(
            "both" if memory else "both_made", coded=core_candidate, why_not=cooling, id=right_id
        ),
        "conflict.merge": told("merge", why_not=settled or merge_core),
        "conflict.dismiss": told("dismiss"),
        "conflict.skip": told("skip"),
        "conflict.snooze": told("snooze"),
    }


def conflict_batch(count: int, say: Say) -> Mapping[str, Consequence]:
    """Return for every verb's action id what it would do to all marked conflicts."""
    all_of_them = Consequence(say("tui.pair.consequence.batch", count=count))
    return {
        "conflict.follow": Consequence("", say("tui.pair.why_not.own_advice")),
        **{f"conflict.{verb}": all_of_them for verb in BATCH_VERBS},
        "conflict.merge": Consequence("", say("tui.pair.why_not.one_by_one")),
    }


def contradiction_consequences(
    view: ConflictView, row: ConflictRow, around: PairAround, rules: PipelineRules
) -> Mapping[str, Consequence]:
    """Return for every verb's action id what it would do to this P0 and to what contradicts it."""
    say, entry = around.say, view.entry
    settled = settled_in_words(row, say)
    cooling = settled or _cooling(entry, around, rules)
    left_id, right_id = entry.left.id, entry.right.id
    memory = isinstance(entry.right, Memory)
    right_core = entry.right.priority is Priority.P0

    def told(name: str, *, coded: bool = False, why_not: str = settled, **values: object) -> Consequence:
        words = say(f"tui.pair.consequence.{name}", **values)
        return Consequence(_coded(words, say) if coded else words, why_not)

    then = say(f"tui.pair.consequence.then_{'history' if memory else 'rejected'}", id=right_id)
    return {
        "contradiction.keep": told("keep", coded=right_core and memory, left=left_id, then=then),
        "contradiction.replace": told("replace", why_not=cooling, left=left_id),
        "contradiction.amend": told("amend", left=left_id),
        "contradiction.keep_both": told(
            "both" if memory else "both_made",
            coded=right_core and not memory,
            why_not=cooling,
            id=right_id,
        ),
        "contradiction.dismiss": told("dismiss"),
        "contradiction.snooze": told("snooze"),
        "contradiction.skip": told("skip"),
    }


def refused_batch(action_ids: Mapping[str, Consequence], why_not: str) -> Mapping[str, Consequence]:
    """Return the same verbs, all refused for a reason."""
    return {action_id: Consequence(said.words, why_not) for action_id, said in action_ids.items()}


def pair_line(row: ConflictRow, *, marked: bool, current: bool, say: Say, cells: int) -> Line:
    """Return a pair for the list beside it: what the newer side says, and in what the two differ."""
    conflict = row.item.conflict
    tail = f"#{conflict.left_memory_id}"
    if cells >= WITH_AXIS:
        axis = conflict.axis
        tail = say(f"vocabulary.axis.{axis}" if axis else f"vocabulary.relation.{conflict.relation}")
    return row_line(row, text_of_pair(row.item), tail, marked=marked, current=current, cells=cells)


WITH_AXIS = 30
"""From so many cells on a row says in what its two sides differ."""


def text_of_pair(entry: ConflictEntry) -> str:
    """Return what the newer side of a pair says."""
    return entry.right.text


def _coded(words: str, say: Say) -> str:
    return say("tui.pair.consequence.coded", words=words)


def _cooling(entry: ConflictEntry, around: PairAround, rules: PipelineRules) -> str:
    """Return why the newer side cannot become a memory yet; empty where it can, or is one."""
    if isinstance(entry.right, Memory) or may_be_approved(entry.right, around.now, rules):
        return ""
    return around.say("tui.pair.why_not.right_cooling", id=entry.right.id)
