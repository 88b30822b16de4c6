"""What is said outright: new, seen again, known already, or barred by a tombstone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from palace.domain.errors import InvalidInput, Suppressed
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import LONGEST_TEXT, Source
from palace.domain.vocabulary import Band, Kind, Layer, Priority, SourceKind, Status, Wing
from palace.services.remembering import Outcome, Statement, Taken, add_candidate, add_memory
from palace.services.review import decide, rejecting
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]

DEPLOY = Statement("部署只在周二进行")


def remember(palace: PalaceFile, surroundings: Surroundings, statement: Statement) -> Taken:
    return add_memory(palace, statement, surroundings, Actor.PERSON)


def see(
    palace: PalaceFile, surroundings: Surroundings, statement: Statement, *, express: bool = False
) -> Taken:
    return add_candidate(palace, statement, surroundings, Actor.AGENT, express=express)


def reject(palace: PalaceFile, surroundings: Surroundings, candidate_id: int | None) -> None:
    assert candidate_id is not None
    version = palace.candidates([candidate_id])[0].version
    decide(palace, Actor.PERSON, candidate_id, version, rejecting(surroundings))


def test_a_memory_keeps_its_text_and_gets_the_rest_from_the_rules(
    palace: PalaceFile, surroundings: Surroundings
):
    taken = remember(palace, surroundings, Statement("  Always rebase\nbefore pushing \x1b[31m"))
    assert taken.outcome is Outcome.NEW
    [memory] = palace.memories([taken.memory_id or 0])
    assert memory.text == "  Always rebase\nbefore pushing \x1b[31m"
    assert (memory.wing, memory.kind, memory.layer) == (Wing.KNOWLEDGE, Kind.FACT, Layer.PERSISTENT)
    assert (memory.band, memory.priority, memory.status) == (Band.WARM, Priority.P1, Status.ACTIVE)
    assert memory.importance == 1.0
    assert memory.confidence == 1.0
    assert memory.recorded_at == surroundings.now


def test_what_a_statement_says_is_kept_as_it_says_it(palace: PalaceFile, surroundings: Surroundings):
    recorded = datetime(2025, 1, 2, 3, 4, tzinfo=UTC)
    statement = Statement(
        "we meet at the harbour",
        uid="mine-1",
        wing=Wing.SOCIAL,
        band=Band.COLD,
        priority=Priority.P0,
        kind=Kind.SKILL,
        scenes=("meeting",),
        source=Source(SourceKind.AGENT, 0.4, "log.md:3", "session", "claude"),
        importance=0.125,
        confidence=0.25,
        pinned=True,
        recorded_at=recorded,
    )
    [memory] = palace.memories([remember(palace, surroundings, statement).memory_id or 0])
    assert memory.uid == "mine-1"
    assert (memory.wing, memory.band, memory.priority) == (Wing.SOCIAL, Band.COLD, Priority.P0)
    assert (memory.kind, memory.layer, memory.scenes) == (Kind.SKILL, Layer.SKILL, ("meeting",))
    assert (memory.importance, memory.confidence, memory.pinned) == (0.125, 0.25, True)
    assert (memory.recorded_at, memory.source) == (recorded, statement.source)


def test_a_p0_is_hot_from_the_start(palace: PalaceFile, surroundings: Surroundings):
    taken = remember(palace, surroundings, replace(DEPLOY, priority=Priority.P0))
    assert palace.memories([taken.memory_id or 0])[0].band is Band.HOT


@pytest.mark.parametrize("again", ["部署只在周二进行", "部署只在周二進行。", " 部署只在周二进行 "])
def test_what_is_a_memory_already_is_known_whatever_its_width_case_or_script(
    palace: PalaceFile, surroundings: Surroundings, again: str
):
    first = remember(palace, surroundings, DEPLOY)
    assert remember(palace, surroundings, Statement(again)) == Taken(Outcome.KNOWN, memory_id=first.memory_id)
    assert see(palace, surroundings, Statement(again)) == Taken(Outcome.KNOWN, memory_id=first.memory_id)
    assert len(palace.decisions()) == 1


def test_a_uid_that_is_there_already_adds_nothing(palace: PalaceFile, surroundings: Surroundings):
    first = remember(palace, surroundings, replace(DEPLOY, uid="one"))
    again = remember(palace, surroundings, Statement("another text", uid="one"))
    assert again == Taken(Outcome.KNOWN, memory_id=first.memory_id)


def test_a_first_sighting_makes_a_candidate_with_one_evidence(palace: PalaceFile, surroundings: Surroundings):
    taken = see(palace, surroundings, DEPLOY)
    assert taken.outcome is Outcome.NEW
    [candidate] = palace.open_candidates()
    assert (candidate.id, candidate.text, candidate.express) == (taken.candidate_id, DEPLOY.text, False)
    assert candidate.first_seen_at == surroundings.now
    assert palace.evidence_counts() == {candidate.id: 1}
    [decision] = palace.decisions_about(Subject.CANDIDATE, candidate.id)
    assert (decision.verb, decision.actor) == (Verb.SEE, Actor.AGENT)


def test_thirty_sightings_of_one_source_in_a_day_are_one_evidence(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    said = replace(DEPLOY, source=Source(SourceKind.TOOL, 0.8, origin="cron.log:1"))
    outcomes = [see(palace, later(timedelta(minutes=at)), said).outcome for at in range(30)]
    assert outcomes == [Outcome.NEW] + [Outcome.KNOWN] * 29
    assert list(palace.evidence_counts().values()) == [1]
    assert len(palace.decisions()) == 1


def test_another_day_or_another_source_is_a_further_evidence(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    first = see(palace, surroundings, DEPLOY)
    tomorrow = see(palace, later(timedelta(hours=13)), DEPLOY)
    elsewhere = see(palace, surroundings, replace(DEPLOY, source=Source(SourceKind.TOOL, 0.8, "ci.log:9")))
    assert [tomorrow.outcome, elsewhere.outcome] == [Outcome.SEEN_AGAIN] * 2
    assert tomorrow.candidate_id == elsewhere.candidate_id == first.candidate_id
    assert palace.evidence_counts() == {first.candidate_id: 3}


def test_the_day_of_a_sighting_is_the_local_one(palace: PalaceFile, later: Later):
    # 23:59 and 00:01 in Shanghai fall on one day in UTC.
    see(palace, later(timedelta(hours=11, minutes=59)), DEPLOY)
    assert see(palace, later(timedelta(hours=12, minutes=1)), DEPLOY).outcome is Outcome.SEEN_AGAIN


def test_an_undated_file_read_again_on_another_day_is_no_new_sighting(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    in_file = replace(DEPLOY, source=Source(SourceKind.FILE, 0.6, origin="MEMORY.md:14"))
    see(palace, surroundings, in_file)
    moved = replace(in_file, source=Source(SourceKind.FILE, 0.6, origin="MEMORY.md:20"))
    assert see(palace, later(timedelta(days=2)), moved).outcome is Outcome.KNOWN


def test_each_day_of_a_log_is_a_sighting_of_its_own(palace: PalaceFile, surroundings: Surroundings):
    def in_log(day: int) -> Statement:
        source = Source(SourceKind.FILE, 0.6, origin=f"memory/2026-05-0{day}.md:3")
        return replace(DEPLOY, source=source, seen_on=date(2026, 5, day))

    outcomes = [see(palace, surroundings, in_log(day)).outcome for day in (1, 2, 2, 1)]
    assert outcomes == [Outcome.NEW, Outcome.SEEN_AGAIN, Outcome.KNOWN, Outcome.KNOWN]
    assert list(palace.evidence_counts().values()) == [2]


def test_a_rejected_text_is_barred_from_every_way_in(palace: PalaceFile, surroundings: Surroundings):
    reject(palace, surroundings, see(palace, surroundings, DEPLOY).candidate_id)
    with pytest.raises(Suppressed, match="this text was rejected on 2026-05-15") as barred:
        see(palace, surroundings, Statement("部署只在周二進行。"))
    assert "palace journal" in barred.value.next_step
    assert barred.value.exit_status == 4
    with pytest.raises(Suppressed):
        see(palace, surroundings, DEPLOY, express=True)
    with pytest.raises(Suppressed):
        remember(palace, surroundings, DEPLOY)
    assert palace.open_candidates() == []


@pytest.mark.parametrize("text", ["", " \n\t ", "　"])
def test_an_empty_text_is_refused_everywhere(palace: PalaceFile, surroundings: Surroundings, text: str):
    for take_in in (remember, see):
        with pytest.raises(InvalidInput, match="cannot be empty"):
            take_in(palace, surroundings, Statement(text))
    assert palace.decisions() == []


def test_an_endless_text_is_refused_and_one_just_short_of_it_is_kept(
    palace: PalaceFile, surroundings: Surroundings
):
    for take_in in (remember, see):
        with pytest.raises(InvalidInput, match="1,000,001 characters"):
            take_in(palace, surroundings, Statement("长" * (LONGEST_TEXT + 1)))
    assert remember(palace, surroundings, Statement("长" * LONGEST_TEXT)).outcome is Outcome.NEW


@pytest.mark.parametrize(("uid", "fits"), [("", False), ("x" * 64, True), ("x" * 65, False), ("号", True)])
def test_a_uid_has_one_to_sixty_four_characters(
    palace: PalaceFile, surroundings: Surroundings, uid: str, fits: bool
):
    statement = replace(DEPLOY, uid=uid)
    if fits:
        assert remember(palace, surroundings, statement).outcome is Outcome.NEW
    else:
        with pytest.raises(InvalidInput, match="a uid has 1 to 64 characters"):
            remember(palace, surroundings, statement)


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800 alone", "[bold]x[/]", "'; DROP TABLE memory; --"])
def test_hostile_text_comes_back_as_it_went_in(
    palace: PalaceFile, surroundings: Surroundings, open_palace: Callable[[], PalaceFile], text: str
):
    taken = remember(palace, surroundings, Statement(text))
    assert open_palace().memories([taken.memory_id or 0])[0].text == text
