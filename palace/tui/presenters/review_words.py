"""What the review says of a candidate: what each verb would do to it, and its line in the list."""

from palace.domain.candidate import Candidate
from palace.domain.memory import Memory
from palace.domain.pipeline import Lack
from palace.domain.vocabulary import Priority
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.services.queue import Row
from palace.tui.presenters.candidate_sheet import Sheet, missing_in_words
from palace.tui.presenters.lines import Line, Say
from palace.tui.presenters.queue_words import Consequence, row_line, settled_in_words


def consequences(
    view: CandidateView, row: Row[QueueEntry], nearest: Memory | None, near_instead: str, sheet: Sheet
) -> dict[str, Consequence]:
    """Return for every verb's action id what it would do to this candidate."""
    say, candidate = sheet.say, view.candidate
    settled = settled_in_words(row, say)
    approve = Consequence(_approval_in_words(view, candidate, say), settled or _why_not_approve(view, sheet))
    if nearest is None:
        replace = Consequence("", near_instead or say("tui.review.why_not.nothing_near"))
    elif nearest.priority is Priority.P0:
        replace = Consequence("", say("tui.review.why_not.nearest_is_p0", id=nearest.id))
    else:
        replace = Consequence(say("tui.review.consequence.replace", id=nearest.id), approve.why_not)
    return {
        "review.approve": approve,
        "review.reject": Consequence(say("tui.review.consequence.reject"), settled),
        "review.skip": Consequence(say("tui.review.consequence.skip"), settled),
        "review.edit": Consequence(say("tui.review.consequence.edit"), settled),
        "review.replace": Consequence(replace.words, settled or replace.why_not),
        "review.snooze": Consequence(say("tui.review.consequence.snooze"), settled),
    }


def batch_consequences(count: int, say: Say) -> dict[str, Consequence]:
    """Return for every verb's action id what it would do to all marked candidates."""
    all_of_them = Consequence(say("tui.review.consequence.batch", count=count))
    one_by_one = Consequence("", say("tui.review.why_not.one_by_one"))
    verbs = ("approve", "reject", "skip", "snooze")
    return {
        **{f"review.{verb}": all_of_them for verb in verbs},
        "review.edit": one_by_one,
        "review.replace": one_by_one,
    }


def _why_not_approve(view: CandidateView, sheet: Sheet) -> str:
    if view.approvable:
        return ""
    if not view.candidate.text.strip():
        return sheet.say("tui.review.why_not.empty")
    cooling = next((lack for lack in view.missing if lack.lack is Lack.COOLING), None)
    if cooling is not None:
        return missing_in_words(cooling, sheet)
    return sheet.say("tui.review.why_not.too_long")


def _approval_in_words(view: CandidateView, candidate: Candidate, say: Say) -> str:
    name = "approve_core" if candidate.priority is Priority.P0 else "approve"
    parts = [
        say(
            f"tui.review.consequence.{name}",
            wing=say(f"vocabulary.wing.{candidate.wing}"),
            band=say(f"vocabulary.band.{candidate.band}"),
        )
    ]
    checks = [lack for lack in view.missing if lack.lack is Lack.CHECK and lack.check is not None]
    if any(lack.lack is Lack.EVIDENCE for lack in view.missing):
        parts.append(say("tui.review.consequence.evidence_waived"))
    elif len(checks) == 1 and checks[0].check is not None:
        parts.append(say("tui.review.consequence.check_waived", days=checks[0].check.days))
    elif checks:
        parts.append(say("tui.review.consequence.checks_waived", count=len(checks)))
    if any(lack.lack is Lack.BINDING for lack in view.missing):
        parts.append(say("tui.review.consequence.unbound"))
    return say("tui.review.consequence.joint").join(parts)


def entry_line(row: Row[QueueEntry], *, marked: bool, current: bool, say: Say, cells: int) -> Line:
    """Return one candidate for the list beside the sheet, with how often it was seen."""
    entry = row.item
    seen = say("tui.review.express") if entry.candidate.express else f"{entry.evidences}×"
    return row_line(row, entry.candidate.text, seen, marked=marked, current=current, cells=cells)


def text_of_entry(entry: QueueEntry) -> str:
    """Return what a candidate says."""
    return entry.candidate.text
