"""`palace settle`: decide pairs by their ids, without a prompt."""

from collections.abc import Sequence

from palace.cli.comparing_on_the_way import OnTheWay, follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.core_approval import change_lines, needed_json
from palace.cli.hot_room import offer_lines, offers_json
from palace.cli.invocation import Invocation, text_of_words
from palace.cli.pair_lines import settled_line
from palace.domain.coming_days import instant_after
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import InvalidInput, PalaceError, StaleItem
from palace.domain.filters import word_of
from palace.domain.identifiers import id_with_versions
from palace.domain.journal import Verb
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Band
from palace.services.comparing_arrivals import Arrivals
from palace.services.conflict_queue import ConflictEntry, conflict_view, entry_to_settle
from palace.services.hot_band import Demotion, HotBandFull, Room
from palace.services.pair_advice import proposed_text, proposes_merge
from palace.services.pair_rendering import seen_text
from palace.services.settling import Settle, Settled, SettledBatch, settle, settle_all
from palace.services.settling_verbs import (
    amending,
    dismissing,
    following,
    keeping_both,
    keeping_left,
    keeping_right,
    merge_form,
    merging,
    noting,
    skipping_pair,
    snoozing_pair,
)
from palace.storage.palace_file import PalaceFile

FOLLOW = "follow"
"""The word that stands for whatever is recommended."""

VERBS = (
    Verb.KEEP_LEFT,
    Verb.KEEP_RIGHT,
    Verb.KEEP_BOTH,
    Verb.MERGE,
    Verb.AMEND,
    Verb.NOTE,
    FOLLOW,
    Verb.NO_CONFLICT,
    Verb.SKIP,
    Verb.SNOOZE,
)
OPTIONS = {"text": {Verb.MERGE, Verb.AMEND}, "until": {Verb.SNOOZE}}
TAKING_IN = frozenset({Verb.KEEP_RIGHT, Verb.KEEP_BOTH, Verb.MERGE, FOLLOW})
"""The verbs by which something may come into the hot band."""
PLACING = TAKING_IN | {Verb.NOTE}
"""The verbs by which a newcomer becomes a memory, in a band that can be said."""
SCOPES = ("left_scope", "right_scope")

Named = tuple[int, str]
"""The id of a pair, and the versions that were seen (empty: as they stand now)."""


def run(invocation: Invocation) -> int:
    """Decide; exit status 0, or that of the gravest failure: 4 refused or changed, 3 unknown, 2 wrong use."""
    verb, named = _words(invocation)
    _check_options(invocation, verb, named)
    with invocation.palace() as palace:
        report = _settled(invocation, palace, verb, named)
        finish(invocation, palace, report)
    return max((error.exit_status for _, error in report.failed), default=0)


def _words(invocation: Invocation) -> tuple[str, list[Named]]:
    """Return the verb, which may stand before or after the ids, and the ids."""
    named: dict[int, str] = {}
    verbs: list[str] = []
    for word in invocation.arguments.words:
        if (pair := id_with_versions(word)) is not None:
            named[pair[0]] = pair[1]
            continue
        verb = word.lower().replace("-", "_")
        if verb not in VERBS:
            raise InvalidInput(
                "“{word}” is neither a conflict's id nor a verb",
                next_step="the verbs are {verbs}",
                word=word[:80],
                verbs=", ".join(VERBS),
            )
        verbs.append(verb)
    if len(verbs) != 1 or not named:
        raise InvalidInput(
            "settling needs ids and one verb",
            next_step="palace settle 3 keep_right, or palace settle 3 4 no_conflict",
        )
    return verbs[0], list(named.items())


def _check_options(invocation: Invocation, verb: str, named: Sequence[Named]) -> None:
    """Raise InvalidInput for an option that the verb has no use for, or one that it lacks."""
    arguments = invocation.arguments
    fitting = {name for name, verbs in OPTIONS.items() if verb in verbs}
    for name in OPTIONS:
        if getattr(arguments, name) is not None and name not in fitting:
            raise InvalidInput("{verb} has no use for --{name}", verb=verb, name=name)
        if getattr(arguments, name) is None and name in fitting:
            raise InvalidInput("{verb} needs --{name}", verb=verb, name=name)
    for name in SCOPES:
        if getattr(arguments, name) and verb != Verb.KEEP_BOTH:
            raise InvalidInput("{verb} has no use for --{name}", verb=verb, name=name.replace("_", "-"))
    if arguments.drop and verb not in {Verb.MERGE, Verb.AMEND, FOLLOW}:
        raise InvalidInput("{verb} has no use for --{name}", verb=verb, name="drop")
    if arguments.demote and verb not in TAKING_IN | {Verb.AMEND}:
        raise InvalidInput("{verb} has no use for --{name}", verb=verb, name="demote")
    if arguments.band and verb not in PLACING:
        raise InvalidInput("{verb} has no use for --{name}", verb=verb, name="band")
    if len(named) > 1 and arguments.demote:
        raise InvalidInput("--demote belongs to one conflict", next_step="settle them one by one")
    if len(named) > 1 and (arguments.text is not None or arguments.code):
        raise InvalidInput(
            "one text or code cannot stand for several conflicts", next_step="settle them one by one"
        )


def _settled(invocation: Invocation, palace: PalaceFile, verb: str, named: Sequence[Named]) -> SettledBatch:
    entries: list[ConflictEntry] = []
    failed: list[tuple[int, PalaceError]] = []
    for conflict_id, versions in named:
        try:
            entry = entry_to_settle(palace, conflict_id)
            check_seen(entry, versions)
            entries.append(entry)
        except PalaceError as error:
            failed.append((conflict_id, error))
    if verb == FOLLOW and len(named) > 1:
        raise InvalidInput(
            "recommendations are followed one by one", next_step="palace settle {id} follow", id=named[0][0]
        )
    done: tuple[Settled, ...] = ()
    if len(entries) > 1:
        how = decision(invocation, palace, verb, entries[0])
        report = settle_all(palace, invocation.actor, [entry.seen for entry in entries], how)
        done, failed = report.done, [*failed, *report.failed]
    elif entries:
        how = decision(invocation, palace, verb, entries[0])
        report = settle_one(invocation, palace, entries[0], how)
        done, failed = report.done, [*failed, *report.failed]
    return SettledBatch(done, tuple(failed))


def settle_one(invocation: Invocation, palace: PalaceFile, entry: ConflictEntry, how: Settle) -> SettledBatch:
    """Decide one pair with the code that was typed, if any."""
    code = invocation.arguments.code or ""
    try:
        return SettledBatch((settle(palace, invocation.actor, entry.seen, how, code),), ())
    except PalaceError as error:
        return SettledBatch((), ((entry.conflict.id, error),))


def check_seen(entry: ConflictEntry, versions: str) -> None:
    """Raise StaleItem when a pair is not in the versions that were seen (empty: any)."""
    if versions and versions != seen_text(entry.seen):
        raise StaleItem(
            "conflict #{id} changed since you looked at it",
            next_step="look at it again",
            id=entry.conflict.id,
        )


def decision(invocation: Invocation, palace: PalaceFile, verb: str, entry: ConflictEntry) -> Settle:
    """Return what a verb with its options does; raises InvalidInput for a day that cannot be read."""
    arguments, surroundings = invocation.arguments, invocation.surroundings
    text = text_of_words([arguments.text or ""])
    demoting = tuple(Demotion(memory_id) for memory_id in dict.fromkeys(arguments.demote or ()))
    room = Room(demoting, word_of(Band, arguments.band) if arguments.band else None)
    match verb:
        case Verb.KEEP_LEFT:
            return keeping_left(surroundings)
        case Verb.KEEP_RIGHT:
            return keeping_right(surroundings, room=room)
        case Verb.KEEP_BOTH:
            return keeping_both(surroundings, arguments.left_scope or "", arguments.right_scope or "", room)
        case Verb.MERGE:
            form = merge_form(entry.left, entry.right, text)
            return merging(surroundings, form, dropping=arguments.drop, room=room)
        case Verb.AMEND:
            return amending(surroundings, text, dropping=arguments.drop, room=room)
        case Verb.NOTE:
            return noting(surroundings, room)
        case Verb.NO_CONFLICT:
            return dismissing(surroundings)
        case Verb.SKIP:
            return skipping_pair()
        case Verb.SNOOZE:
            return snoozing_pair(instant_after(arguments.until, surroundings.now, surroundings.zone))
    if proposes_merge(entry.conflict):
        form = merge_form(entry.left, entry.right, proposed_text(entry))
        return merging(surroundings, form, dropping=arguments.drop, room=room)
    view = conflict_view(palace, entry.conflict.id, surroundings)
    advice = view.recommendation.advice
    if arguments.demote and advice is Advice.NOTE:
        raise InvalidInput("{verb} has no use for --{name}", verb=Verb.NOTE, name="demote")
    return following(advice, surroundings, room)


def finish(invocation: Invocation, palace: PalaceFile, report: SettledBatch) -> None:
    """Tell what became of each pair, and compare the memories that stand in their places now."""
    made = Arrivals(memory_ids=tuple({each.memory_id for each in report.done if each.memory_id is not None}))
    if invocation.wants_json:
        _tell_program(invocation, report, follow_up(invocation, palace, made))
    else:
        _tell(invocation, report)
        follow_up_and_tell(invocation, palace, made)


def _tell_program(invocation: Invocation, report: SettledBatch, found: OnTheWay) -> None:
    invocation.output.json(
        {
            "settled": [
                {
                    "conflict_id": settled.conflict_id,
                    "decision_id": settled.decision_id,
                    "resolution": settled.resolution,
                    "memory_id": settled.memory_id,
                }
                for settled in report.done
            ],
            "failed": [
                {
                    "conflict_id": conflict_id,
                    "exit_status": error.exit_status,
                    "error": error.message,
                    "next_step": error.next_step,
                    **(needed_json(error) if isinstance(error, NeedsApproval) else {}),
                    **(offers_json(error) if isinstance(error, HotBandFull) else {}),
                }
                for conflict_id, error in report.failed
            ],
            **on_the_way_json(found),
        }
    )


def _tell(invocation: Invocation, report: SettledBatch) -> None:
    catalog, output = invocation.catalog, invocation.output
    for settled in report.done:
        output.line(settled_line(settled, catalog))
    for _, error in report.failed:
        if isinstance(error, NeedsApproval) and (lines := change_lines(error, catalog)):
            output.error_lines(lines)
        output.error(catalog.error(error))
        if isinstance(error, HotBandFull) and error.offers:
            output.error_lines(offer_lines(error, catalog))
