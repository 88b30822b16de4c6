"""Settling pairs: what each verb leaves of both sides, what asks for a code, what is refused, and undo."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import Resolution
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import NotFound, Refused, StaleItem
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import LinkKind, Priority, Status
from palace.services.browsing import memory_view
from palace.services.conflict_queue import (
    ConflictEntry,
    conflict_entry,
    conflict_queue,
    conflict_view,
)
from palace.services.doctor import Severity, examine_memories
from palace.services.overview import overview
from palace.services.review import decide as decide_candidate
from palace.services.review import editing, prefilled
from palace.services.settling import Settle, settle, settle_all
from palace.services.settling_verbs import (
    WouldLose,
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
from palace.services.surroundings import Surroundings
from palace.services.tending import tend, trashing
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from tests.unit.services.pairs_found import (
    Later,
    core,
    find,
    links,
    memory,
    remember,
    see,
    settled,
    two,
    with_candidate,
)

__all__ = ["core", "two", "with_candidate"]


def test_keeping_the_left_makes_the_right_history(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    done = settled(palace, two, keeping_left(surroundings))
    left, right = memory(palace, two.left.id), memory(palace, two.right.id)
    assert (left.searchable, left.calibrated_at) == (True, surroundings.now)
    assert (right.searchable, right.status) == (False, Status.ARCHIVED)
    assert links(palace, left.id) == {(left.id, right.id, LinkKind.SUPERSEDES, "")}
    assert palace.tombstone(right.content_hash) is not None
    assert (done.resolution, palace.open_conflicts()) == (Resolution.KEPT_LEFT, [])


def test_keeping_the_left_turns_a_candidate_away(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    settled(palace, with_candidate, keeping_left(surroundings))
    [candidate] = palace.candidates([with_candidate.right.id])
    assert candidate.verdict is Verdict.REJECTED
    assert palace.tombstone(candidate.content_hash) is not None


def test_keeping_the_right_makes_a_memory_of_a_candidate_and_history_of_the_left(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    done = settled(palace, with_candidate, keeping_right(surroundings))
    new, old = memory(palace, done.memory_id), memory(palace, with_candidate.left.id)
    assert (new.text, new.searchable, old.searchable) == ("We deploy on Tuesday.", True, False)
    assert (new.id, old.id, LinkKind.SUPERSEDES, "") in links(palace, new.id)
    assert palace.memory_ids(Filters()) == [old.id, new.id]
    assert [hit.memory_id for hit in palace.find_words("deploy", Filters(), 9)] == [new.id]


def test_the_winner_stays_visible_and_only_the_loser_goes(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    settled(palace, two, keeping_right(surroundings))
    assert [hit.memory_id for hit in palace.find_words("发布", Filters(), 9)] == [two.right.id]


def test_keeping_both_links_each_with_the_scope_in_which_it_holds(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    done = settled(palace, with_candidate, keeping_both(surroundings, "web shop", " app "))
    left, right = with_candidate.left.id, done.memory_id or 0
    assert memory(palace, left).searchable
    assert memory(palace, right).searchable
    assert links(palace, left) == {
        (left, right, LinkKind.SCOPED, "web shop"),
        (right, left, LinkKind.SCOPED, "app"),
    }


def test_merging_makes_one_memory_that_names_its_sources(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    form = merge_form(two.left, two.right, "发布从 6 月 10 日改到 6 月 12 日")
    done = settled(palace, two, merging(surroundings, form))
    merged = memory(palace, done.memory_id)
    assert merged.scenes == ("release", "launch")
    assert links(palace, merged.id) == {
        (merged.id, two.left.id, LinkKind.MERGED_FROM, ""),
        (merged.id, two.right.id, LinkKind.MERGED_FROM, ""),
    }
    assert not memory(palace, two.left.id).searchable
    assert not memory(palace, two.right.id).searchable


def test_merging_a_candidate_closes_it_and_bars_its_wording(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    form = merge_form(with_candidate.left, with_candidate.right, "We deploy on Monday and on Tuesday.")
    done = settled(palace, with_candidate, merging(surroundings, form))
    [candidate] = palace.candidates([with_candidate.right.id])
    assert (candidate.verdict, candidate.memory_id) == (Verdict.MERGED, done.memory_id)
    assert palace.tombstone(candidate.content_hash) is not None


def test_a_merged_memory_is_flagged_when_one_of_its_sources_is_deleted(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    form = merge_form(two.left, two.right, "发布从 6 月 10 日改到 6 月 12 日")
    merged = settled(palace, two, merging(surroundings, form)).memory_id or 0
    assert memory_view(palace, merged, surroundings).deleted_sources == ()
    source = memory(palace, two.left.id)
    tend(palace, Actor.PERSON, source.id, source.version, trashing(surroundings))
    assert memory_view(palace, merged, surroundings).deleted_sources == (source.id,)
    assert palace.merged_from_deleted() == [merged]
    found = {each.check: each for each in examine_memories(palace, None, surroundings)}
    assert found["deleted_sources"].severity is Severity.WARNING


def test_too_many_conflicts_are_an_alarm(palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings):
    found = {each.check: each for each in examine_memories(palace, None, surroundings)}
    assert (found["conflict_density"].severity, found["conflict_density"].found) == (Severity.WARNING, "2/2")
    counts = overview(palace, surroundings)
    assert (counts.conflicting, counts.crowded) == (2, True)
    settled(palace, two, dismissing(surroundings))
    assert overview(palace, surroundings).crowded is False
    found = {each.check: each for each in examine_memories(palace, None, surroundings)}
    assert found["conflict_density"].severity is Severity.FINE


def test_what_a_merged_text_would_lose_is_named_before_it_is_kept(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    form = merge_form(with_candidate.left, with_candidate.right, "We deploy.")
    with pytest.raises(WouldLose, match="Monday; Tuesday"):
        settled(palace, with_candidate, merging(surroundings, form))
    done = settled(palace, with_candidate, merging(surroundings, form, dropping=True))
    assert memory(palace, done.memory_id).text == "We deploy."


def test_what_an_amended_text_would_lose_is_named_before_it_is_kept(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    with pytest.raises(WouldLose) as refused:
        settled(palace, two, amending(surroundings, "😀"))
    assert {loss.source for loss in refused.value.losses} == {0, 1}
    assert memory(palace, two.left.id).text == two.left.text
    settled(palace, two, amending(surroundings, "😀", dropping=True))
    assert memory(palace, two.left.id).text == "😀"


def test_merging_proposes_no_p0_where_none_is_one_yet(palace: PalaceFile, surroundings: Surroundings):
    old = remember(palace, surroundings, "We deploy on Monday.")
    asking = see(palace, surroundings, "We deploy on Monday, always.", priority=Priority.P0)
    entry = find(palace, surroundings, old, asking)
    done = settled(palace, entry, merging(surroundings, merge_form(old, asking, asking.text)))
    assert memory(palace, done.memory_id).priority is Priority.P1


def test_a_scope_is_kept_in_one_line(palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings):
    settled(palace, two, keeping_both(surroundings, " at\n\thome ", "\r\n"))
    notes = {link[3] for link in links(palace, two.left.id) if link[2] is LinkKind.SCOPED}
    assert notes == {"at home", ""}


def test_a_note_stays_beside_what_holds(palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings):
    settled(palace, two, noting(surroundings))
    assert memory(palace, two.right.id).status is Status.NOTE
    assert memory(palace, two.left.id).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("advice", "resolution"),
    [
        (Advice.SUPERSEDE, Resolution.KEPT_RIGHT),
        (Advice.KEEP_BOTH, Resolution.KEPT_BOTH),
        (Advice.NOTE, Resolution.NOTED),
    ],
)
def test_a_recommendation_is_followed_as_it_was_shown(
    palace: PalaceFile,
    two: ConflictEntry,
    surroundings: Surroundings,
    advice: Advice,
    resolution: Resolution,
):
    assert settled(palace, two, following(advice, surroundings)).resolution is resolution


def test_no_conflict_is_remembered_by_both_texts(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    settled(palace, two, dismissing(surroundings))
    assert palace.reconciled_texts() == {(two.left.content_hash, two.right.content_hash)}
    assert memory(palace, two.left.id) == two.left
    assert memory(palace, two.right.id) == two.right


def test_a_skipped_pair_comes_last_until_a_text_changes(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    settled(palace, with_candidate, skipping_pair())
    [entry] = conflict_queue(palace, surroundings, contradictions=False)
    assert entry.skipped
    assert isinstance(entry.right, Candidate)
    changed = replace(prefilled(entry.right), text="We deploy on Wednesday.")
    decide_candidate(palace, Actor.PERSON, entry.right.id, entry.right.version, editing(changed))
    [entry] = conflict_queue(palace, surroundings, contradictions=False)
    assert (entry.skipped, entry.changed) == (False, True)


def test_a_snoozed_pair_comes_after_the_others(
    palace: PalaceFile, two: ConflictEntry, with_candidate: ConflictEntry, later: Later
):
    settled(palace, two, snoozing_pair(later(timedelta(days=2)).now))
    order = [entry.conflict.id for entry in conflict_queue(palace, later(timedelta(0)), contradictions=False)]
    assert order == [with_candidate.conflict.id, two.conflict.id]
    again = conflict_queue(palace, later(timedelta(days=3)), contradictions=False)
    assert [entry.conflict.id for entry in again] == [two.conflict.id, with_candidate.conflict.id]


def test_a_side_that_changed_since_it_was_seen_is_not_decided_unseen(
    palace: PalaceFile, with_candidate: ConflictEntry, surroundings: Surroundings
):
    right = with_candidate.right
    assert isinstance(right, Candidate)
    changed = replace(prefilled(right), text="We never deploy.")
    decide_candidate(palace, Actor.PERSON, right.id, right.version, editing(changed))
    with pytest.raises(StaleItem):
        settled(palace, with_candidate, keeping_right(surroundings))


def test_a_verdict_about_a_retired_memory_has_no_force(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    tend(palace, Actor.PERSON, two.left.id, two.left.version, trashing(surroundings))
    assert palace.open_conflicts() == []
    assert palace.waiting().conflicts == 0
    seen = replace(two.seen, left_version=memory(palace, two.left.id).version)
    with pytest.raises(Refused, match="no force"):
        settle(palace, Actor.PERSON, seen, keeping_left(surroundings))
    assert memory(palace, two.right.id).searchable


def test_a_settled_pair_is_not_settled_twice(
    palace: PalaceFile, two: ConflictEntry, surroundings: Surroundings
):
    settled(palace, two, dismissing(surroundings))
    with pytest.raises(StaleItem, match="settled already"):
        settled(palace, two, keeping_left(surroundings))
    with pytest.raises(NotFound):
        conflict_entry(palace, two.conflict.id)


def test_a_batch_settles_what_it_may_and_tells_the_rest(
    palace: PalaceFile, two: ConflictEntry, core: ConflictEntry, surroundings: Surroundings
):
    report = settle_all(palace, Actor.PERSON, [core.seen, two.seen], keeping_right(surroundings))
    assert [each.conflict_id for each in report.done] == [two.conflict.id]
    [(failed, error)] = report.failed
    assert (failed, type(error)) == (core.conflict.id, NeedsApproval)
    assert memory(palace, core.left.id) == core.left


VERBS: tuple[Callable[[Surroundings], Settle], ...] = (
    keeping_left,
    keeping_right,
    lambda surroundings: keeping_both(surroundings, "here", "there"),
    noting,
    dismissing,
    lambda _: skipping_pair(),
    lambda surroundings: amending(surroundings, "We deploy on Monday or Tuesday.", dropping=True),
)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_undone_row_for_row(
    palace: PalaceFile,
    with_candidate: ConflictEntry,
    surroundings: Surroundings,
    verb: Callable[[Surroundings], Settle],
):
    before = (
        replace(memory(palace, with_candidate.left.id), version=0),
        replace(palace.candidates([with_candidate.right.id])[0], version=0),
        replace(palace.open_conflicts()[0], version=0),
        palace.memory_ids(Filters()),
        palace.tombstones(),
    )
    settled(palace, with_candidate, verb(surroundings))
    undo(palace, Actor.PERSON)
    after = (
        replace(memory(palace, with_candidate.left.id), version=0),
        replace(palace.candidates([with_candidate.right.id])[0], version=0),
        replace(palace.open_conflicts()[0], version=0),
        palace.memory_ids(Filters()),
        palace.tombstones(),
    )
    assert after == before


def test_the_view_weighs_both_sides(palace: PalaceFile, with_candidate: ConflictEntry, later: Later):
    view = conflict_view(palace, with_candidate.conflict.id, later(timedelta(days=2)))
    assert view.left.standing.evidences == 1
    assert view.right.standing.source_quality == with_candidate.right.source.quality
    assert len(view.recommendation.scores) == 3
