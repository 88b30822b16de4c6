"""What is found by words in a palace, in which order, and with which reasons."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Verdict
from palace.domain.filters import Filters, parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Memory, Source
from palace.domain.vocabulary import Band, Status, Wing
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage import word_units
from palace.storage.palace_file import PalaceFile

Saved = Callable[..., Memory]
NONE = Filters()

NOTES = {
    "成语接龙": "今天玩成语接龙游戏",
    "怀孕": "元宝老婆刚怀孕",
    "飞书": "飞书配置在第二页",
    "插件": "插件配置放在后台",
    "引用": "有人搜“飞书插件配置”但没有结果",
    "备份": "GitHub备份脚本上传失败",
    "微信": "微信读书的笔记要导出",
    "书架": "书架整理好了",
    "偏好": "阅读偏好：历史",
    "三样": "微信读书 书架 阅读偏好",
    "评审": "明天下午三点开项目评审会议讨论排期",
    "体检": "用户每年三月做体检，猫要打疫苗",
    "逗号": "先量身体，检查再说",
    "quick": "quick fix",
    "quick ok": "quick ok fix",
    "itgc": "重跑gen-itgc后恢复",
    "小云": '用户的花名是"小云"',
    "a_b": "set a_b first",
    "axb": "set axb first",
    "100%": "升到 100%",
    "100": "一共 100 个",
    "拼音": "雾凇拼音输入法",
    "docker": "Docker 安装",
    "docker failed": "Docker 部署失败",
    "path": "see Downloads/transcripts, don't move it",
    "codex": "ask-codex wrapper, see ADR-016",
    "c++": "grammar::fa is broken in C++ code",
    "c": "the C language and grammar fa",
    "kernel": "the kernel panicked while running backups",
    "wide": "Ｃ＋＋ 写成全角",
    "traditional": "資料庫要備份",
}


@pytest.fixture
def notes(palace: PalaceFile, saved: Saved) -> dict[int, str]:
    return {saved(palace, text).id: name for name, text in NOTES.items()}


@pytest.fixture
def found(palace: PalaceFile, notes: dict[int, str]) -> Callable[[str], list[str]]:
    def find(question: str) -> list[str]:
        return [notes[hit.memory_id] for hit in palace.find_words(question, NONE, 50)]

    return find


Found = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("成语接龙", "成语接龙"),
        ("怀孕", "怀孕"),
        ("GitHub备份", "备份"),
        ("备份 失败", "备份"),
        ("项目评审", "评审"),
        ("猫", "体检"),
        ("体检", "体检"),
        ("itgc", "itgc"),
        ("gen-itgc", "itgc"),
        ("花名", "小云"),
        ("a_b", "a_b"),
        ("100%", "100%"),
        ("雾凇 拼音", "拼音"),
        ("雾凇拼音", "拼音"),
        ("Docker 部署失败", "docker failed"),
        ("ＤＯＣＫＥＲ 部署", "docker failed"),
        ("Downloads/transcripts", "path"),
        ("don't", "path"),
        ("ask-codex", "codex"),
        ("ADR-016", "codex"),
        ("grammar::fa", "c++"),
        ("C++ code", "c++"),
        ("kern", "kernel"),
        ("backup", "kernel"),
        ("quick ok", "quick ok"),
        ("数据库", "traditional"),
        ("资料库", "traditional"),
        ("備份腳本", "备份"),
    ],
)
def test_what_is_asked_for_comes_first(found: Found, question: str, name: str) -> None:
    assert (found(question) or [""])[0] == name


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("a_b", {"a_b"}),
        ("100%", {"100%"}),
        ("体检", {"体检"}),
        ("C++", {"c++", "wide"}),
        ("%", {"100%"}),
        ('"', {"小云"}),
        ("_", {"a_b"}),
        ("::", {"c++"}),
    ],
)
def test_signs_and_words_are_found_exactly_and_nothing_else_is(
    found: Found, question: str, names: set[str]
) -> None:
    assert set(found(question)) == names


def test_a_run_of_words_finds_the_notes_that_hold_some_of_them(found: Found) -> None:
    assert found("飞书插件配置")[0] == "引用"
    assert set(found("飞书插件配置")) == {"飞书", "插件", "引用", "docker failed"}
    assert found("飞书插件配置")[-1] == "docker failed", (
        "部署 stands for 配置, behind what holds the word itself"
    )


def test_more_of_the_words_come_first(found: Found) -> None:
    assert found("微信读书 书架 阅读偏好")[0] == "三样"
    assert set(found("微信读书 书架 阅读偏好")) == {"三样", "微信", "书架", "偏好"}
    assert found("quick ok") == ["quick ok", "quick"]


def test_two_words_once_come_before_one_of_them_over_and_over(palace: PalaceFile, saved: Saved) -> None:
    both = saved(palace, "the kettle and the stove need new seals before winter, says the landlord next door")
    saved(palace, "kettle kettle kettle kettle")
    saved(palace, "stove")
    assert palace.find_words("kettle stove", NONE, 5)[0].memory_id == both.id


def test_a_hit_tells_its_words_its_share_of_the_question_and_whether_it_holds_all_of_it(
    palace: PalaceFile, notes: dict[int, str]
) -> None:
    hits = {notes[hit.memory_id]: hit for hit in palace.find_words("quick ok", NONE, 10)}
    assert hits["quick ok"].exact
    assert hits["quick ok"].words == ("quick", "ok")
    assert hits["quick ok"].coverage == pytest.approx(1.0)
    assert not hits["quick"].exact
    assert hits["quick"].words == ("quick",)
    assert 0 < hits["quick"].coverage < 0.6
    assert hits["quick ok"].score > hits["quick"].score


def test_a_word_that_only_begins_a_longer_one_is_no_exact_phrase(
    palace: PalaceFile, notes: dict[int, str]
) -> None:
    assert [hit.exact for hit in palace.find_words("kern", NONE, 10)] == [False]
    assert [hit.exact for hit in palace.find_words("kernel", NONE, 10)] == [True]


def test_the_signs_of_a_question_belong_to_its_phrase(palace: PalaceFile, saved: Saved) -> None:
    plain, signed = saved(palace, "C templates are hard"), saved(palace, "C++ templates are hard")
    exact = {hit.memory_id: hit.exact for hit in palace.find_words("C++ templates", NONE, 10)}
    assert exact == {plain.id: False, signed.id: True}


def test_words_around_a_text_find_it_too(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(
        palace,
        "roll back",
        scenes=("写评论",),
        heading=("Deploys", "On Friday"),
        binding=Binding("a release fails", "roll back", "it is a hotfix"),
        source=Source(origin="memory/2026-02-10.md:14"),
    )
    for question in ("写评论", "friday", "hotfix", "2026-02-10.md"):
        assert [hit.memory_id for hit in palace.find_words(question, NONE, 5)] == [memory.id], question


def test_scenes_and_headings_do_not_run_into_each_other(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "x", scenes=("体",), heading=("检",))
    assert palace.find_words("体检", NONE, 5) == []


def test_what_is_trashed_retired_or_undone_is_absent_at_once_and_back_on_undo(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    memory = saved(palace, "likes green tea")

    def is_found() -> bool:
        return bool(palace.find_words("green tea", NONE, 5))

    for changed in (
        replace(memory, status=Status.TRASHED),
        replace(memory, retired_at=surroundings.now),
        replace(memory, text="likes coffee"),
    ):
        current = palace.memories([memory.id])[0]
        with palace.unit_of_work(Actor.PERSON) as work:
            work.save_memory(replace(changed, version=current.version))
            work.record(Verb.EDIT, Subject.MEMORY, memory.id)
        assert not is_found()
        undo(palace, Actor.PERSON)
        assert is_found()
    undo(palace, Actor.PERSON)
    assert not is_found()


def test_filters_go_with_the_words(palace: PalaceFile, saved: Saved) -> None:
    wanted = saved(palace, "tea in the morning", wing=Wing.IDENTITY, band=Band.COLD)
    for wing in (Wing.IDENTITY, Wing.SOCIAL):
        saved(palace, "tea in the evening", wing=wing, band=Band.HOT)
    query = parse_query("tea wing:identity band:cold")
    assert [hit.memory_id for hit in palace.find_words(query.words, query.filters, 5)] == [wanted.id]


def test_filters_find_what_stands_far_behind_others(palace: PalaceFile, saved: Saved) -> None:
    wanted = saved(palace, "tea", wing=Wing.IDENTITY)
    with palace.unit_of_work(Actor.PERSON) as work:
        for number in range(900):
            memory = replace(wanted, id=0, uid=f"u{number}", wing=Wing.SOCIAL, text=f"tea tea {number}")
            work.save_memory(memory)
        work.record(Verb.IMPORT, Subject.PALACE, 0)
    filters = Filters(wings=frozenset({Wing.IDENTITY}))
    assert [hit.memory_id for hit in palace.find_words("tea", filters, 5)] == [wanted.id]


@pytest.fixture
def crowded(palace: PalaceFile, saved: Saved, monkeypatch: pytest.MonkeyPatch) -> PalaceFile:
    """A palace where `user` stands in nearly every memory, and few rows make a word common."""
    monkeypatch.setattr(word_units, "ALWAYS_RANKED", 5)
    for number in range(60):
        saved(palace, f"the user said thing{number} about {'tea' if number == 7 else 'nothing'}")
    saved(palace, "tea without a person")
    return palace


def test_a_word_that_stands_everywhere_brings_no_hit_beside_a_telling_one(crowded: PalaceFile) -> None:
    hits = {hit.memory_id: hit for hit in crowded.find_words("user tea", NONE, 50)}
    assert set(hits) == {8, 61}
    assert hits[8].words == ("user", "tea")
    assert hits[8].coverage == pytest.approx(1.0)
    assert hits[61].words == ("tea",)
    assert hits[61].coverage > 0.9


def test_a_word_that_stands_everywhere_is_found_where_there_is_nothing_else(crowded: PalaceFile) -> None:
    hits = crowded.find_words("user", NONE, 10)
    assert len({hit.memory_id for hit in hits}) == 10
    assert all(hit.exact and hit.words == ("user",) for hit in hits)
    assert len(crowded.find_words("user unheard", NONE, 10)) == 10


def test_of_common_words_those_with_all_of_them_come_first(crowded: PalaceFile, saved: Saved) -> None:
    hits = crowded.find_words("user nothing", NONE, 5)
    assert all(hit.words == ("user", "nothing") for hit in hits)


def test_filters_hold_for_common_words_as_well(crowded: PalaceFile, saved: Saved) -> None:
    wanted = saved(crowded, "the user again", wing=Wing.INTENT)
    for number in range(20):
        saved(crowded, f"the user once more {number}")
    filters = Filters(wings=frozenset({Wing.INTENT}))
    assert [hit.memory_id for hit in crowded.find_words("user", filters, 5)] == [wanted.id]


def test_open_candidates_are_found_and_decided_ones_are_not(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        one = work.save_candidate(Candidate(0, "one", "每年体检", surroundings.now))
        other = work.save_candidate(Candidate(0, "other", "体检报告", surroundings.now))
        work.save_candidate(replace(other, verdict=Verdict.REJECTED))
        work.record(Verb.SEE, Subject.CANDIDATE, one.id)
    assert palace.find_candidates("体检", 5) == [one.id]
    assert palace.find_candidates("", 5) == []


questions = st.text(max_size=40) | st.lists(
    st.sampled_from(
        [
            '"',
            "'",
            "*",
            "(",
            ")",
            "NEAR(",
            "AND",
            "OR",
            "NOT",
            ":",
            "^",
            "-",
            "\x00",
            "\ud800",
            "体检",
            "tea",
            "%",
            "_",
        ]
    ),
    max_size=8,
).map(" ".join)


@given(questions)
@example('body : "')
@example("NEAR(tea milk, 5)")
@example("text:*")
@example("a" * 5000)
@example("记" * 3000)
@example(" ".join(f"w{number}" for number in range(300)))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_no_question_is_an_error(palace: PalaceFile, question: str) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        if work.memory_with_uid("tea") is None:
            memory = Memory(0, "tea", 'tea AND "体检" 100% NEAR', Wing.KNOWLEDGE, work._clock())
            work.save_memory(memory)
            work.record(Verb.ADD, Subject.MEMORY, 1)
    for hit in palace.find_words(question, NONE, 5):
        assert 0 <= hit.coverage <= 1
        assert hit.words or hit.exact
    assert [hit.memory_id for hit in palace.find_words("体检", NONE, 5)] == [1]
    palace.find_candidates(question, 5)
