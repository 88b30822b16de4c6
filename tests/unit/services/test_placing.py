"""What a statement's words fill in where neither a person nor a file says kind, wing or priority."""

import datetime

from palace.domain.candidate import Candidate
from palace.domain.journal import Actor
from palace.domain.vocabulary import Band, Kind, Priority, Wing
from palace.services.importing import DAILY_LOG, apply_import
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

DAY = datetime.date(2026, 5, 14)


def imported(palace: PalaceFile, surroundings: Surroundings, found: FoundMemory) -> Candidate:
    reading = FileReading("memory/2026-05-14.md", DAILY_LOG, "utf-8", memories=(found,))
    apply_import(palace, [reading], surroundings, Actor.AGENT)
    [candidate] = palace.open_candidates()
    return candidate


def test_a_bullet_of_a_log_is_placed_by_its_telling_words(palace: PalaceFile, surroundings: Surroundings):
    found = FoundMemory("教训：没看潮汐表就出海", 3, date=DAY, kind=Kind.EVENT, wing=Wing.HISTORY)
    candidate = imported(palace, surroundings, found)
    assert (candidate.kind, candidate.wing, candidate.priority) == (
        Kind.FAILURE,
        Wing.REFLECTION,
        Priority.P1,
    )


def test_a_bullet_whose_words_tell_nothing_stays_an_event(palace: PalaceFile, surroundings: Surroundings):
    found = FoundMemory("码头 灯 两盏", 3, date=DAY, kind=Kind.EVENT, wing=Wing.HISTORY)
    candidate = imported(palace, surroundings, found)
    assert (candidate.kind, candidate.wing, candidate.priority) == (Kind.EVENT, Wing.HISTORY, Priority.P2)


def test_what_a_file_says_stands(palace: PalaceFile, surroundings: Surroundings):
    found = FoundMemory("决定换缆绳", 3, kind=Kind.INTENT, wing=Wing.INTENT, priority=Priority.P2)
    candidate = imported(palace, surroundings, found)
    assert (candidate.kind, candidate.wing, candidate.priority) == (Kind.INTENT, Wing.INTENT, Priority.P2)


def test_a_suggested_p0_is_not_express(palace: PalaceFile, surroundings: Surroundings):
    candidate = imported(palace, surroundings, FoundMemory("用户对贝类过敏", 3, date=DAY))
    assert (candidate.priority, candidate.wing, candidate.express) == (Priority.P0, Wing.IDENTITY, False)


def test_what_is_added_is_placed_and_what_is_given_stays(palace: PalaceFile, surroundings: Surroundings):
    add_candidate(palace, Statement("打算学驾船"), surroundings, Actor.PERSON, express=True)
    add_candidate(palace, Statement("打算学潜水", kind=Kind.FACT), surroundings, Actor.PERSON, express=False)
    by_text = {candidate.text: candidate for candidate in palace.open_candidates()}
    assert (by_text["打算学驾船"].kind, by_text["打算学驾船"].wing) == (Kind.INTENT, Wing.INTENT)
    assert (by_text["打算学潜水"].kind, by_text["打算学潜水"].wing) == (Kind.FACT, Wing.KNOWLEDGE)


def test_no_word_makes_a_memory_p0_at_once(palace: PalaceFile, surroundings: Surroundings):
    taken = add_memory(palace, Statement("用户对贝类过敏"), surroundings, Actor.PERSON)
    [memory] = palace.memories([taken.memory_id or 0])
    assert (memory.priority, memory.wing, memory.band) == (Priority.P1, Wing.IDENTITY, Band.WARM)
