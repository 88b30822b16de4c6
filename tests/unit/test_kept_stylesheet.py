"""The stylesheet of the app: css is parsed when it is new or coloured anew, and only then."""

from collections.abc import Callable

import pytest
from textual.color import Color
from textual.css.stylesheet import Stylesheet

from palace.tui.kept_stylesheet import KeptStylesheet


@pytest.fixture
def sheet() -> KeptStylesheet:
    made = KeptStylesheet(variables={"ground": "red"})
    made.add_source("Kept { background: $ground; }", ("kept", "one"))
    made.parse()
    return made


@pytest.fixture
def parsings(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Counts how often css has been parsed since the test began."""
    counted: list[None] = []
    parse = Stylesheet.parse

    def counting(sheet: Stylesheet) -> None:
        counted.append(None)
        parse(sheet)

    monkeypatch.setattr(Stylesheet, "parse", counting)
    return lambda: len(counted)


def grounds(sheet: Stylesheet) -> list[Color]:
    return [rule.styles.background for rule in sheet.rules]


def test_what_is_parsed_is_kept_while_the_variables_are_the_same(
    sheet: KeptStylesheet, parsings: Callable[[], int]
) -> None:
    before = sheet.rules
    sheet.set_variables({"ground": "red"})
    sheet.reparse()
    assert sheet.rules is before
    assert parsings() == 0


def test_other_variables_colour_every_rule_anew(sheet: KeptStylesheet) -> None:
    sheet.set_variables({"ground": "blue"})
    sheet.reparse()
    assert grounds(sheet) == [Color.parse("blue")]


def test_css_that_is_added_is_taken_in(sheet: KeptStylesheet) -> None:
    sheet.add_source("Other { background: $ground; }", ("kept", "two"))
    sheet.reparse()
    assert grounds(sheet) == [Color.parse("red")] * 2
