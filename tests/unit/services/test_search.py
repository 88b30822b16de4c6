"""Searching by words alone, as it is before the model has loaded or where there is none."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.filters import parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import approving, decide
from palace.services.search import Answer, Mode, search
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Keep = Callable[..., int]
Ask = Callable[..., Answer]


@pytest.fixture
def keep(palace: PalaceFile, surroundings: Surroundings) -> Keep:
    """Keeps a text as a memory and returns its id."""

    def keep(text: str, **fields: object) -> int:
        statement = replace(Statement(text), **fields)
        return add_memory(palace, statement, surroundings, Actor.PERSON).memory_id or 0

    return keep


@pytest.fixture
def ask(palace: PalaceFile, surroundings: Surroundings) -> Ask:
    """Asks as a person types, without a model."""

    def ask(typed: str, limit: int = 10, **scenes: frozenset[str]) -> Answer:
        return search(palace, parse_query(typed), surroundings, None, limit=limit, **scenes)

    return ask


def ids(answer: Answer) -> list[int]:
    return [hit.memory.id for hit in answer.hits]


def test_words_alone_decide_and_the_answer_says_so(keep: Keep, ask: Ask):
    found = keep("今天玩成语接龙游戏")
    keep("明天下雨")
    answer = ask("成语接龙")
    assert answer.mode is Mode.LEXICAL
    assert ids(answer) == [found]
    assert answer.hits[0].similarity is None
    assert answer.hits[0].words == ("成语接龙",)
    assert not answer.nothing_close


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("元宝老婆刚怀孕", "怀孕"),
        ("体检约在周五上午", "体检"),
        ("重跑gen-itgc后一切正常", "itgc"),
        ("GitHub备份脚本上传失败", "GitHub备份"),
        ("调用ＡＰＩ要带令牌", "api"),
        ("備份放在移動硬碟", "备份"),
        ("see grammar::fa for the rules", "grammar::fa"),
        ("we write it in C++ now", "C++"),
        ("the column a_b is unused", "a_b"),
        ("done to 100% today", "100%"),
        ('he said "hi" twice', '"hi"'),
        ("don't deploy on Fridays", "don't"),
        ("read Downloads/transcripts first", "Downloads/transcripts"),
        ("see ADR-016", "ADR-016"),
        ("deploying needs approval", "deploy"),
    ],
)
def test_what_stands_in_a_memory_is_found(keep: Keep, ask: Ask, text: str, typed: str):
    wanted = keep(text)
    for number in range(5):
        keep(f"无关的第 {number} 条 unrelated line")
    answer = ask(typed)
    assert ids(answer)[:1] == [wanted]
    assert not answer.hits[0].weak


def test_more_of_the_questions_words_come_first(keep: Keep, ask: Ask):
    install = keep("Docker 安装")
    both = keep("Docker 部署失败")
    assert ids(ask("Docker 部署失败")) == [both, install]


def test_an_exact_phrase_is_found_first_however_old_and_faded(
    keep: Keep, ask: Ask, surroundings: Surroundings
):
    ancient = keep(
        "端口从 8080 改成 9090",
        recorded_at=surroundings.now - timedelta(days=900),
        kind=Kind.TOOL_ERROR,
        importance=0.01,
        band=Band.COLD,
    )
    for number in range(8):
        keep(f"端口 {number} 改成 9090 之前先问", importance=1.0)
    answer = ask("端口从 8080 改成 9090")
    assert ids(answer)[0] == ancient
    assert answer.hits[0].ranked.found.exact
    assert answer.hits[0].weight.value < 0.001


def test_filters_leave_only_what_fits(keep: Keep, ask: Ask):
    social = keep("deploy with Li", wing=Wing.SOCIAL, priority=Priority.P0, scenes=("deploy",))
    keep("deploy with care")
    for typed in ("deploy wing:social", "deploy p:0", "deploy scene:deploy", "wing:social deploy band:hot"):
        assert ids(ask(typed)) == [social]
    assert ids(ask("deploy wing:identity")) == []
    with pytest.raises(InvalidInput, match="unknown wing"):
        ask("deploy wing:cellar")


def test_filters_without_words_list_by_weight(keep: Keep, ask: Ask):
    light, heavy = keep("light", importance=0.1), keep("heavy", importance=0.9)
    keep("elsewhere", wing=Wing.INTENT)
    answer = ask("wing:knowledge")
    assert answer.mode is Mode.FILTERS
    assert ids(answer) == [heavy, light]
    assert not answer.nothing_close
    assert ids(ask("wing:knowledge", limit=1)) == [heavy]


def test_what_was_trashed_or_superseded_is_absent_at_once(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep, ask: Ask
):
    trashed, older = keep("deploy by hand"), keep("deploy by script")
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(work.memory(trashed), status=Status.TRASHED))
        work.record(Verb.TRASH, Subject.MEMORY, trashed)
    statement = Statement("deploy by pipeline")
    seen = add_candidate(palace, statement, surroundings, Actor.PERSON, express=True).candidate_id or 0
    replacing = approving(surroundings, replacing=older)
    newer = decide(palace, Actor.PERSON, seen, 1, replacing).memory_id
    for typed in ("deploy", "deploy by script", "wing:knowledge", "wing:knowledge deploy"):
        assert ids(ask(typed)) == [newer]
    assert ids(ask("status:archived")) == [older]


def test_candidates_that_hold_the_words_are_named_beside_the_hits(
    palace: PalaceFile, surroundings: Surroundings, ask: Ask
):
    statement = Statement("部署之前先备份")
    seen = add_candidate(palace, statement, surroundings, Actor.AGENT, express=False).candidate_id
    answer = ask("备份")
    assert answer.candidate_ids == (seen,)
    assert answer.hits == ()
    assert answer.nothing_close


def test_a_scene_tips_the_order_of_what_is_equal(keep: Keep, ask: Ask):
    keep("restart the server gently", confidence=0.5)
    in_scene = keep("restart the server quickly", confidence=0.5, scenes=("outage",))
    assert ids(ask("restart server", scenes=frozenset({"outage"})))[0] == in_scene


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_no_more_are_given_than_asked_for(keep: Keep, ask: Ask, limit: int):
    for number in range(5):
        keep(f"deploy {number}")
    assert len(ask("deploy", limit=limit).hits) == limit
    assert len(ask("wing:knowledge", limit=limit).hits) == limit


def test_searching_changes_nothing(palace: PalaceFile, keep: Keep, ask: Ask):
    keep("deploy")
    before = (palace.data_version(), palace.decisions(), palace.memories([1]))
    ask("deploy")
    assert (palace.data_version(), palace.decisions(), palace.memories([1])) == before


TYPED = st.text(max_size=40) | st.lists(
    st.sampled_from(
        [
            *(
                '"',
                "'",
                "*",
                "(",
                ")",
                "NEAR(",
                "AND",
                "OR",
                "NOT",
                "-",
                "^",
                ":",
                "+",
                "%",
                "_",
                "\\",
                "body:",
            ),
            *("备份", "失败", "deploy", "C++", "a_b", "\x00", "\ud800", "🀄", "＂", "“", "”", " ", "{", "}"),
        ]
    ),
    max_size=10,
).map("".join)


@given(TYPED)
@example('"')
@example("body : deploy")
@example("\ud800")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
def test_no_question_is_ever_an_error(keep: Keep, ask: Ask, typed: str):
    keep("备份失败 deploy C++ a_b 100%")
    try:
        query = parse_query(typed)
    except InvalidInput:
        return
    answer = ask(typed)
    assert answer.query == query
    assert len(answer.hits) <= 10
