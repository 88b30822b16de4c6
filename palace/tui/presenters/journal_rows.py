"""A decision as a row of the journal."""

from datetime import tzinfo

from palace.domain.journal import Decision, Verb
from palace.text.display import one_line
from palace.text.width import pad
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line
from palace.tui.presenters.moments import minute

_WIDE = 60
_TONES = {
    Verb.APPROVE: Tone.GOOD,
    Verb.REPLACE: Tone.GOOD,
    Verb.RESTORE: Tone.GOOD,
    Verb.REJECT: Tone.BAD,
    Verb.TRASH: Tone.BAD,
    Verb.PURGE: Tone.BAD,
}


def journal_line(decision: Decision, cells: int, zone: tzinfo, say: Say) -> Line:
    """Return a decision on one line: when, who, what was done to what; what is undone is dimmed."""
    undone = decision.undone_by is not None
    time = minute(decision.at, zone)
    pieces: list[Piece] = [(" " + (time if cells >= _WIDE else time[5:]) + "  ", Tone.DIM)]
    if cells >= _WIDE:
        pieces.append((pad(say(f"vocabulary.actor.{decision.actor}"), 6) + " ", Tone.DIM))
    done = pad(say(f"vocabulary.done.{decision.verb}"), 10) + " "
    pieces.append((done, Tone.OFF if undone else _TONES.get(decision.verb, Tone.PLAIN)))
    subject = say(f"vocabulary.subject.{decision.subject}")
    pieces.append((f"{subject} #{decision.subject_id} ", Tone.OFF if undone else Tone.ACCENT))
    notes = []
    if undone:
        notes.append(say("tui.journal.undone"))
    if decision.override:
        notes.append(say("tui.journal.override"))
    if decision.approved:
        notes.append(say("tui.journal.approved"))
    if decision.undoes is not None:
        notes.append(say("tui.journal.undoes", id=decision.undoes))
    if notes:
        pieces.append((" · ".join(notes) + "  ", Tone.WARNING if decision.override else Tone.DIM))
    pieces.append((one_line(decision.summary, cells), Tone.OFF if undone else Tone.PLAIN))
    return cut_line(pieces, cells)
