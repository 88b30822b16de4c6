"""Filters: what is typed is parted into words and filters, and a wrong value is told with a right one."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters, Query, day_of, parse_query, priority_of, word_of
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing


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
    ],
)
def test_a_wrong_value_is_told_with_what_would_be_right(typed: str, said: str, next_step: str):
    with pytest.raises(InvalidInput) as wrong:
        parse_query(typed)
    assert wrong.value.message == said
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
