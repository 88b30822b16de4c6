"""Drawing lessons: three failures propose a rule, three successes a skill, and no case is told twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.deepening import LONGEST_LESSON, Case, Depth, lesson_of, patterns
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Link, Memory
from palace.domain.pipeline import Stage
from palace.domain.rules import PipelineRules
from palace.domain.vocabulary import Kind, LinkKind, SourceKind, Wing
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.semantic_index import SemanticMemories
from palace.services.candidate_queue import candidate_queue, entry_of
from palace.services.deepening import Deepened, apply_deepening, cases_not_looked_at, plan_deepening
from palace.services.embedding import embed_missing
from palace.services.meaning_ports import Neighbours, SemanticHit
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import approving, decide, rejecting
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from palace.text.same_case import tells_the_same_case

Later = Callable[[timedelta], Surroundings]

DAY = timedelta(days=1)


@dataclass
class Near:
    """Neighbours as a test says they are: pairs of ids with their similarity."""

    pairs: Mapping[tuple[int, int], float] = field(default_factory=dict)

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int
    ) -> Mapping[int, Sequence[SemanticHit]]:
        return {
            one: [SemanticHit(other, near) for (first, other), near in self.pairs.items() if first == one]
            for one in memory_ids
        }


def remember(
    palace: PalaceFile, surroundings: Surroundings, text: str, kind: Kind, **fields: object
) -> Memory:
    taken = add_memory(palace, replace(Statement(text, kind=kind), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def see(palace: PalaceFile, surroundings: Surroundings, text: str, kind: Kind = Kind.FAILURE) -> Candidate:
    taken = add_candidate(palace, Statement(text, kind=kind), surroundings, Actor.AGENT, express=False)
    return palace.candidates([taken.candidate_id or 0])[0]


def deepen(
    palace: PalaceFile, surroundings: Surroundings, neighbours: Neighbours | None = None
) -> list[Deepened]:
    return apply_deepening(palace, plan_deepening(palace, surroundings, neighbours), surroundings)


def three(palace: PalaceFile, surroundings: Surroundings, kind: Kind) -> tuple[list[Memory], Near]:
    made = [
        remember(palace, surroundings, f"deploying without a backup, {again}", kind)
        for again in ("for a start", "once more", "as before")
    ]
    first, *others = (memory.id for memory in made)
    return made, Near({(first, other): 0.85 for other in others})


def test_three_failures_near_each_other_propose_one_rule_that_cites_them(
    palace: PalaceFile, surroundings: Surroundings
):
    failures, near = three(palace, surroundings, Kind.FAILURE)
    [done] = deepen(palace, surroundings, near)
    [proposed] = palace.candidates([done.candidate_id])
    assert proposed.text == f"AVOID: {failures[0].text}"
    assert proposed.cited_memories == tuple(memory.id for memory in failures)
    assert (proposed.kind, proposed.wing, proposed.express) == (Kind.CORRECTION, Wing.REFLECTION, False)
    assert proposed.source.kind is SourceKind.AGENT
    assert [seen.source for seen in palace.evidence_of(proposed.id)] == [
        f"memory #{memory.id}" for memory in failures
    ]


@pytest.mark.parametrize("kind", [Kind.SKILL, Kind.EVENT, Kind.DECISION])
def test_three_successes_of_one_way_propose_a_skill(
    palace: PalaceFile, surroundings: Surroundings, kind: Kind
):
    cases, near = three(palace, surroundings, kind)
    [done] = deepen(palace, surroundings, near)
    [proposed] = palace.candidates([done.candidate_id])
    assert (done.lesson.depth, proposed.kind) == (Depth.SKILL, Kind.SKILL)
    assert proposed.text == f"SKILL: {cases[0].text}"


def test_less_than_near_and_fewer_than_three_propose_nothing(palace: PalaceFile, surroundings: Surroundings):
    failures, near = three(palace, surroundings, Kind.FAILURE)
    assert plan_deepening(palace, surroundings, Near(dict.fromkeys(near.pairs, 0.8499))) == []
    two = {(failures[0].id, failures[1].id): 1.0}
    assert plan_deepening(palace, surroundings, Near(two)) == []
    assert plan_deepening(palace, surroundings, None) == []


def test_failures_that_cite_each_other_are_one_failure(palace: PalaceFile, surroundings: Surroundings):
    failures, _ = three(palace, surroundings, Kind.FAILURE)
    with palace.unit_of_work(Actor.PERSON) as work:
        for other in failures[1:]:
            work.add_link(Link(other.id, failures[0].id, LinkKind.CITES, surroundings.now))
        work.record(Verb.EDIT, Subject.MEMORY, failures[0].id)
    [lesson] = plan_deepening(palace, surroundings, None)
    assert {case.id for case in lesson.cases} == {memory.id for memory in failures}


def test_one_failure_seen_from_three_days_is_enough(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    for day in range(2):
        seen = see(palace, later(day * DAY), "当磁盘满时，先清理日志再重启")
    assert plan_deepening(palace, later(3 * DAY), None) == []
    see(palace, later(2 * DAY), "当磁盘满时，先清理日志再重启")
    [done] = deepen(palace, later(3 * DAY))
    [proposed] = palace.candidates([done.candidate_id])
    assert (proposed.cited_memories, proposed.cited_candidates) == ((), (seen.id,))
    assert proposed.binding == Binding("磁盘满", "先清理日志再重启")
    assert len(palace.evidence_of(proposed.id)) == 3
    assert palace.candidates([seen.id])[0] == seen


def test_what_is_no_failure_proposes_nothing_however_often_it_is_seen(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    for day in range(4):
        see(palace, later(day * DAY), "The cache is warm.", Kind.FACT)
    assert plan_deepening(palace, later(4 * DAY), Near()) == []


def test_the_binding_of_the_first_case_that_has_one_is_taken_over(
    palace: PalaceFile, surroundings: Surroundings
):
    _, near = three(palace, surroundings, Kind.FAILURE)
    bound = remember(
        palace, surroundings, "no backup", Kind.FAILURE, binding=Binding("deploying", "back up", "never")
    )
    [lesson] = plan_deepening(palace, surroundings, Near({**near.pairs, (1, bound.id): 0.9}))
    assert lesson.binding == Binding("deploying", "back up", "never")


def test_a_lesson_waits_like_any_candidate(palace: PalaceFile, surroundings: Surroundings, later: Later):
    _, near = three(palace, surroundings, Kind.FAILURE)
    [done] = deepen(palace, surroundings, near)
    [entry] = candidate_queue(palace, surroundings)
    assert (entry.candidate.id, entry.stage) == (done.candidate_id, Stage.COOLING)
    after = later(2 * timedelta(hours=1))
    assert entry_of(entry.candidate, entry.evidences, after).stage is Stage.CHECKING


def test_no_case_is_drawn_twice_whatever_became_of_the_lesson(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    failures, near = three(palace, surroundings, Kind.FAILURE)
    [done] = deepen(palace, surroundings, near)
    assert deepen(palace, surroundings, near) == []
    decide(palace, Actor.PERSON, done.candidate_id, 1, rejecting(surroundings))
    assert deepen(palace, surroundings, near) == []
    further = remember(palace, surroundings, "deploying without a backup again", Kind.FAILURE)
    assert deepen(palace, surroundings, Near({**near.pairs, (failures[0].id, further.id): 0.9})) == []


def test_a_barred_lesson_is_not_proposed(palace: PalaceFile, surroundings: Surroundings):
    failures, near = three(palace, surroundings, Kind.FAILURE)
    turned_away = see(palace, surroundings, f"avoid:  {failures[0].text.upper()}", Kind.CORRECTION)
    decide(palace, Actor.PERSON, turned_away.id, turned_away.version, rejecting(surroundings))
    assert plan_deepening(palace, surroundings, near) == []


def test_planning_changes_nothing(palace: PalaceFile, surroundings: Surroundings):
    _, near = three(palace, surroundings, Kind.FAILURE)
    before = (palace.decisions(), palace.open_candidates(), palace.data_version())
    assert len(plan_deepening(palace, surroundings, near)) == 1
    assert (palace.decisions(), palace.open_candidates(), palace.data_version()) == before


def test_all_lessons_of_a_run_are_one_act_of_a_job_with_one_undo(
    palace: PalaceFile, surroundings: Surroundings
):
    _, rule = three(palace, surroundings, Kind.FAILURE)
    ways = [remember(palace, surroundings, f"blue-green switch {n}", Kind.EVENT) for n in "abc"]
    near = Near({**rule.pairs, **{(ways[0].id, way.id): 0.95 for way in ways[1:]}})
    done = deepen(palace, surroundings, near)
    assert [each.lesson.depth for each in done] == [Depth.RULE, Depth.SKILL]
    before = palace.candidates([each.candidate_id for each in done])
    group = palace.group_of(done[0].decision_id)
    assert ([decision.actor for decision in group], len(group)) == ([Actor.JOB] * 2, 2)
    undo(palace, Actor.PERSON, done[1].decision_id)
    assert palace.open_candidates() == []
    redo(palace, Actor.PERSON)
    again = palace.candidates([each.candidate_id for each in done])
    assert [replace(each, version=1) for each in again] == [replace(each, version=1) for each in before]


def test_approving_a_lesson_links_it_to_its_cases(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    failures, near = three(palace, surroundings, Kind.FAILURE)
    [done] = deepen(palace, surroundings, near)
    made = decide(palace, Actor.PERSON, done.candidate_id, 1, approving(later(DAY)))
    links = palace.links_of(made.memory_id or 0)
    assert [(link.to_id, link.kind) for link in links] == [(case.id, LinkKind.CITES) for case in failures]
    assert palace.citations([case.id for case in failures]) == {case.id: 1 for case in failures}
    undo(palace, Actor.PERSON)
    assert palace.links_of(failures[0].id) == []


def test_approving_a_lesson_links_it_to_what_its_candidates_became(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    for day in range(3):
        seen = see(palace, later(day * DAY), "the disk was full")
    [done] = deepen(palace, later(3 * DAY))
    at = later(4 * DAY)
    memory = decide(palace, Actor.PERSON, seen.id, seen.version, approving(at)).memory_id
    made = decide(palace, Actor.PERSON, done.candidate_id, 1, approving(at))
    assert [link.to_id for link in palace.links_of(made.memory_id or 0)] == [memory]
    assert deepen(palace, at, Near()) == []


def test_the_model_finds_the_same_failure_in_other_words(
    palace: PalaceFile, surroundings: Surroundings, encoder: OnnxEncoder
):
    for text in (
        "The deploy failed because the disk was full.",
        "the deploy failed because the disk was full again",
        "Deploy failed: the disk was full.",
        "The cat sleeps on the radiator.",
    ):
        remember(palace, surroundings, text, Kind.FAILURE)
    embed_missing(palace, encoder, Actor.PERSON)
    [lesson] = plan_deepening(palace, surroundings, SemanticMemories(encoder, palace))
    assert sorted(case.id for case in lesson.cases) == [1, 2, 3]


def near_each_other(made: Sequence[Memory]) -> Near:
    return Near({(one.id, other.id): 0.9 for one in made for other in made if one is not other})


@pytest.mark.parametrize(
    "texts",
    [
        (
            "a timeout of 30 s broke the sync",
            "a timeout of 60 s broke the sync",
            "a timeout of 90 s broke the sync",
        ),
        ("重试 3 次后失败", "重试 5 次后失败", "重试 8 次后失败"),
        ("the hook returned 502", "the hook returned 404", "the hook returned 500"),
        (
            "backing up before the deploy",
            "not backing up before the deploy",
            "backing up before the deploy, too",
        ),
        ("部署前没有备份", "部署前备份了", "部署前做了备份"),
    ],
)
def test_failures_that_differ_in_numbers_or_deny_each_other_are_no_pattern(
    palace: PalaceFile, surroundings: Surroundings, texts: tuple[str, str, str]
):
    made = [remember(palace, surroundings, text, Kind.FAILURE) for text in texts]
    assert plan_deepening(palace, surroundings, near_each_other(made)) == []


def test_what_is_near_to_the_centre_but_told_apart_from_another_case_stays_out(
    palace: PalaceFile, surroundings: Surroundings
):
    texts = (
        "the sync broke",
        "the sync broke after 30 s",
        "the sync broke after 60 s",
        "again the sync broke",
    )
    made = [remember(palace, surroundings, text, Kind.FAILURE) for text in texts]
    [lesson] = plan_deepening(palace, surroundings, near_each_other(made))
    assert [case.id for case in lesson.cases] == [made[0].id, made[1].id, made[3].id]


def test_the_same_failure_on_three_days_is_one_pattern(palace: PalaceFile, surroundings: Surroundings):
    made = [
        remember(palace, surroundings, f"on {day} the deploy failed: disk full", Kind.FAILURE)
        for day in ("2026-03-01", "2026-03-09", "2026-04-02")
    ]
    assert len(plan_deepening(palace, surroundings, near_each_other(made))) == 1


@dataclass
class Asked(Near):
    """Neighbours that note for which memories, and in which blocks, they were asked."""

    blocks: list[list[int]] = field(default_factory=list)

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int
    ) -> Mapping[int, Sequence[SemanticHit]]:
        self.blocks.append(list(memory_ids))
        return Near.alike(self, memory_ids, filters, limit)


def test_only_the_newest_cases_are_asked_for_their_neighbours_and_block_by_block(
    palace: PalaceFile, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("palace.services.deepening.BLOCK", 2)
    made, near = three(palace, surroundings, Kind.FAILURE)
    further = remember(palace, surroundings, "the stove was left on", Kind.FAILURE)
    few = replace(surroundings, rules=replace(surroundings.rules, pipeline=PipelineRules(cases_looked_at=3)))
    asked = Asked({(other, one): value for (one, other), value in near.pairs.items()})
    [lesson] = plan_deepening(palace, few, asked)
    assert {case.id for case in lesson.cases} == {memory.id for memory in made}
    assert asked.blocks == [[made[1].id, made[2].id], [further.id]]
    assert cases_not_looked_at(palace, few) == 1
    everything = Asked()
    plan_deepening(palace, few, everything, every_case=True)
    assert sorted(number for block in everything.blocks for number in block) == [
        *(memory.id for memory in made),
        further.id,
    ]


def case(number: int, text: str = "it broke", sightings: int = 1) -> Case:
    return Case(Subject.MEMORY, number, text, Binding(), sightings)


def test_neighbours_of_neighbours_are_not_chained_into_one_pattern():
    cases = [case(number) for number in range(1, 6)]
    keys = [each.key for each in cases]
    chain = {keys[n]: {keys[m] for m in (n - 1, n + 1) if 0 <= m < 5} for n in range(5)}
    assert [[each.id for each in group] for group in patterns(cases, chain, 3, tells_the_same_case)] == [
        [2, 1, 3]
    ]


def test_a_lesson_takes_over_the_first_line_and_not_more_than_fits():
    long = lesson_of(Depth.RULE, [case(1, "x" * 1000 + "\nmore")])
    assert len(long.text) == LONGEST_LESSON + len("AVOID: ")
    assert lesson_of(Depth.RULE, [case(1, "Avoid: rm -rf")]).text == "Avoid: rm -rf"
