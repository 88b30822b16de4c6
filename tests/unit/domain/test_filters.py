"""Filters: what is typed is parted into words and filters, and a wrong value is told with a right one."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.filter_words import CHINESE_NAMES, CHINESE_VALUES, VALUES, FilterName, State, filter_named
from palace.domain.filters import Filters, Query, day_of, parse_query, priority_of, word_of
from palace.domain.vocabulary import Band, Kind, Layer, Priority, SourceKind, Status, Wing
from palace.i18n.catalog import Catalog


def test_words_and_filters_compose_in_any_order():
    query = parse_query("wing:knowledge 部署 band:cold p:0  kind:failure scene:deploy backup since:2026-01")
    assert query == Query(
        "部署 backup",
        Filters(
            wings=frozenset({Wing.KNOWLEDGE}),
            bands=frozenset({Band.COLD}),
            priorities=frozenset({Priority.P0}),
            kinds=frozenset({Kind.FAILURE}),
            scenes=frozenset({"deploy"}),
            since=date(2026, 1, 1),
        ),
    )


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("wing:Identity", Filters(wings=frozenset({Wing.IDENTITY}))),
        ("WING:identity", Filters(wings=frozenset({Wing.IDENTITY}))),
        ("layer:skill", Filters(layers=frozenset({Layer.SKILL}))),
        ("status:trashed", Filters(statuses=frozenset({Status.TRASHED}))),
        ("kind:tool_error", Filters(kinds=frozenset({Kind.TOOL_ERROR}))),
        ("p:p1", Filters(priorities=frozenset({Priority.P1}))),
        ("priority:P2", Filters(priorities=frozenset({Priority.P2}))),
        ("p:0,1", Filters(priorities=frozenset({Priority.P0, Priority.P1}))),
        ("wing:identity,social", Filters(wings=frozenset({Wing.IDENTITY, Wing.SOCIAL}))),
        ("wing:identity wing:social", Filters(wings=frozenset({Wing.IDENTITY, Wing.SOCIAL}))),
        ("wing:identity,", Filters(wings=frozenset({Wing.IDENTITY}))),
        ("scene:写评论", Filters(scenes=frozenset({"写评论"}))),
        ("scene:Deploy", Filters(scenes=frozenset({"Deploy"}))),
        ("is:conflict", Filters(in_conflict=True)),
        ("is:pinned is:conflict", Filters(in_conflict=True, pinned=True)),
        ("since:2026 before:2026-03-15", Filters(since=date(2026, 1, 1), before=date(2026, 3, 15))),
        ("until:2026-2", Filters(before=date(2026, 2, 1))),
        ("since:2025 since:2026", Filters(since=date(2026, 1, 1))),
        ("wing：identity，social", Filters(wings=frozenset({Wing.IDENTITY, Wing.SOCIAL}))),
        ("p：０", Filters(priorities=frozenset({Priority.P0}))),
        ("since:２０２６-０１", Filters(since=date(2026, 1, 1))),
        ("ｗｉｎｇ:social", Filters(wings=frozenset({Wing.SOCIAL}))),
        ("wings:social", Filters(wings=frozenset({Wing.SOCIAL}))),
        ("翼:知识", Filters(wings=frozenset({Wing.KNOWLEDGE}))),
        ("wing:知识，identity", Filters(wings=frozenset({Wing.KNOWLEDGE, Wing.IDENTITY}))),
        ("温度：热 类型：工具报错", Filters(bands=frozenset({Band.HOT}), kinds=frozenset({Kind.TOOL_ERROR}))),
        ("优先级:0", Filters(priorities=frozenset({Priority.P0}))),
        ("场景：写评论", Filters(scenes=frozenset({"写评论"}))),
        ("是:冲突 is:固定", Filters(in_conflict=True, pinned=True)),
        ("状态:回收站", Filters(statuses=frozenset({Status.TRASHED}))),
        ('scene:"code review"', Filters(scenes=frozenset({"code review"}))),
        ("scene:“写 评论”,deploy", Filters(scenes=frozenset({"写 评论", "deploy"}))),
        ('scene:"a,b"', Filters(scenes=frozenset({"a,b"}))),
        ("since:2025年3月 before:2026/2/1", Filters(since=date(2025, 3, 1), before=date(2026, 2, 1))),
        ("before:2026 before:2025", Filters(before=date(2025, 1, 1))),
    ],
)
def test_every_filter_takes_its_values(typed: str, expected: Filters):
    assert parse_query(typed) == Query("", expected)


@pytest.mark.parametrize(
    "typed",
    [
        *("https://example.org/a:b", "std::vector", "kind::failure", "is::value", "C++", "12:30", "a:b"),
        *("wing:", "p:", "wing: knowledge", "wing:,", "(wing:knowledge", '"wing:knowledge"', "mywing:x"),
        *("部署wing:knowledge", "note:kind:failure", "100%", "a_b", '"', "", "NEAR(", "grammar::fa"),
        *("feat: add search", "Re:Re: lunch", "file:///x", "localhost:8080", "说：好"),
        *("king:george", "find:me", "scent:rose", "science:physics", "a:0", "状态：正常", "从：北京", "band"),
        *('"a wing:knowledge b"', "“wing:knowledge”", "「kind:failure」", "level:high"),
    ],
)
def test_what_is_no_filter_stays_part_of_the_words(typed: str):
    assert parse_query(typed) == Query(typed, Filters())


def test_blanks_around_words_are_put_aside():
    assert parse_query("  a \t b\n wing:social　c ").words == "a b c"


@pytest.mark.parametrize(
    ("typed", "said", "next_step"),
    [
        ("wing:knowlege", "unknown wing “knowlege”", "did you mean knowledge?"),
        ("wing:reflexion", "unknown wing “reflexion”", "did you mean reflection?"),
        ("band:worm", "unknown band “worm”", "did you mean warm?"),
        ("kind:tool-error", "unknown kind “tool-error”", "did you mean tool_error?"),
        ("band:xyz", "unknown band “xyz”", "it is one of: hot, warm, cold"),
        ("p:7", "unknown priority “7”", "it is one of: P0, P1, P2"),
        ("p:p9", "unknown priority “p9”", "it is one of: P0, P1, P2"),
        ("p:high", "unknown priority “high”", "it is one of: P0, P1, P2"),
        ("wing:identity,attic", "unknown wing “attic”", "it is one of: identity"),
        ("is:hot", "unknown filter “is:hot”", "is:conflict or is:pinned"),
        ("since:yesterday", "“since:yesterday” is not a date", "2026-01-15"),
        ("before:2026-13", "“before:2026-13” is not a date", "2026-01-15"),
        ("before:2026-02-30", "“before:2026-02-30” is not a date", "2026-01-15"),
        ("since:0000", "“since:0000” is not a date", "2026-01-15"),
        ("wing:{near}", "unknown wing “{near}”", "it is one of"),
        ("wing:知试", "unknown wing “知试”", "did you mean 知识?"),
        ("is:conflct", "unknown filter “is:conflct”", "did you mean is:conflict?"),
        ("wnig:knowledge", "unknown filter “wnig:”", "did you mean “wing:”?"),
        ("win:knowlege", "unknown filter “win:”", "did you mean “wing:”?"),
        ("kinds:event knid:failure", "unknown filter “knid:”", "did you mean “kind:”?"),
        ("secne:deploy", "unknown filter “secne:”", "did you mean “scene:”?"),
        ("sinse:2026", "unknown filter “sinse:”", "did you mean “since:”?"),
        ("since:2026-03 before:2026-01", "no day since 2026-03-01 and before 2026-01-01", "exchange"),
    ],
)
def test_a_wrong_value_is_told_with_what_would_be_right(typed: str, said: str, next_step: str):
    with pytest.raises(InvalidInput) as wrong:
        parse_query(typed)
    assert said in wrong.value.message
    assert next_step in wrong.value.next_step
    assert wrong.value.exit_status == 2


def test_an_endless_wrong_value_is_named_by_its_beginning():
    with pytest.raises(InvalidInput) as wrong:
        parse_query("wing:" + "x" * 1_000_000)
    assert len(wrong.value.message) < 80


PIECES = [
    *("wing", "band", "p", "kind", "scene", "since", "is", "status", ":", "：", ",", "::", "//", " "),
    *("2026", "-01", "-99", "0", "identity", "hot", "conflict", "{", "}", "\ud800", "\x00", "𝟎", "İ", "ß"),
]
FILTER_LIKE = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def refusal(read: Callable[[], object]) -> InvalidInput | None:
    try:
        read()
    except InvalidInput as wrong:
        return wrong
    return None


@given(st.text() | FILTER_LIKE)
@example("p:")
@example("since:٢٠٢٦")
def test_nothing_that_can_be_typed_is_worse_than_an_invalid_value(typed: str):
    wrong = refusal(lambda: parse_query(typed))
    assert wrong is None or (wrong.message and wrong.next_step)


@given(st.text() | FILTER_LIKE)
def test_a_word_or_a_day_is_found_or_refused(text: str):
    for read in (lambda: word_of(Wing, text), lambda: priority_of(text), lambda: day_of(text, key="since")):
        wrong = refusal(read)
        assert wrong is None or (wrong.message and wrong.next_step)


@given(st.sampled_from([*Wing, *Band, *Layer, *Kind, *Status, *Priority]))
def test_every_word_is_found_in_any_case_and_width(word: Wing | Band | Layer | Kind | Status | Priority):
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in word)
    for spelling in (word, word.upper(), word.lower(), f"  {word} ", wide):
        assert word_of(type(word), spelling) is word


def test_filters_are_empty_or_not():
    assert not Filters()
    assert Filters(pinned=True)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *(("today", date(2026, 3, 31)), ("今天", date(2026, 3, 31)), ("yesterday", date(2026, 3, 30))),
        *(("7d", date(2026, 3, 24)), ("2周", date(2026, 3, 17)), ("1m", date(2026, 2, 28))),
        *(("3个月", date(2025, 12, 31)), ("1y", date(2025, 3, 31)), ("10天", date(2026, 3, 21))),
    ],
)
def test_a_day_may_be_told_from_today(typed: str, day: date):
    assert parse_query(f"since:{typed}", date(2026, 3, 31)).filters == Filters(since=day)


@pytest.mark.parametrize("typed", ["999y", "soon", "7 d ago", "-3d", "7x", ""])
def test_what_is_no_day_is_refused_whatever_today_is(typed: str):
    with pytest.raises(InvalidInput, match="is not a date"):
        day_of(typed, key="since", today=date(20, 3, 31))


def test_every_word_is_known_as_the_chinese_catalogue_calls_it():
    say = Catalog("zh").text
    for vocabulary in (Wing, Band, Layer, Kind, Status):
        for word in vocabulary:
            assert word_of(vocabulary, say(f"vocabulary.{vocabulary.__name__.lower()}.{word}")) is word
    assert set(CHINESE_VALUES) == set(VALUES.values()) - {Priority}
    assert set(CHINESE_NAMES) == set(FilterName)
    for names in CHINESE_NAMES.values():
        assert all(filter_named(name) for name in names)
    assert {word_of(State, name) for name in ("冲突", "固定")} == set(State)


def test_quoting_a_mistyped_filter_searches_for_its_words():
    assert parse_query('"wnig:knowledge"') == Query('"wnig:knowledge"', Filters())


def test_a_file_of_quotes_and_colons_is_read_in_one_pass():
    for typed in ('"' * 100_000, "“" * 100_000, 'scene:"' * 20_000, "wing:,，、" * 20_000, "a:" * 50_000):
        wrong = refusal(lambda typed=typed: parse_query(typed))
        assert wrong is None or len(wrong.message) < 200


def test_a_vocabulary_is_named_in_words():
    with pytest.raises(InvalidInput) as raised:
        word_of(SourceKind, "hearsay-of-old")
    assert raised.value.values["vocabulary"] == "source kind"


@pytest.mark.parametrize("word", ["-wing:x", "−kind:fact", "-翼:知识", "deploy -since:7d"])
def test_a_filter_that_is_to_leave_something_out_is_told_and_not_searched_for(word: str) -> None:
    with pytest.raises(InvalidInput, match="leave anything out"):
        parse_query(word)


@pytest.mark.parametrize(
    "words", ['"-wing:x"', "“-wing:x”", "-std::vector", "-url:x", "a-wing:x b", "- wing"]
)
def test_what_only_looks_like_it_is_searched_for(words: str) -> None:
    assert parse_query(words).words == words
