"""Whatever a candidate lacks is said in words, in both languages, on the command line and in the app."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from palace.cli.rendering import candidate_lines, missing_line
from palace.domain.candidate import Candidate
from palace.domain.memory import Binding
from palace.domain.pipeline import Lack, Missing, Stage, missing_of
from palace.domain.rules import PipelineRules, Rules
from palace.domain.vocabulary import Kind
from palace.i18n.catalog import LANGUAGES, Catalog
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.services.unbound import wants_binding
from palace.tui.presenters.candidate_sheet import Near, Sheet, missing_in_words, sheet_lines

SEEN = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")
FAILURE = Candidate(id=3, uid="c", text="the pump broke", first_seen_at=SEEN, kind=Kind.FAILURE)
JUST_SEEN = SEEN + timedelta(minutes=5)
ALL_LACKS = missing_of(FAILURE, 0, JUST_SEEN, PipelineRules())
UNBOUND = {"en": "counted as unbound", "zh": "计为无绑定"}


def sheet_of(language: str, now: datetime, cells: int = 80) -> Sheet:
    return Sheet(Catalog(language).text, ZONE, Rules(), now, cells, 6)


def view_of(candidate: Candidate, *missing: Missing) -> CandidateView:
    entry = QueueEntry(candidate, Stage.COOLING, 0, None)
    return CandidateView(entry, candidate, (), missing, (), approvable=False, override=True)


def test_a_fresh_failure_lacks_one_of_everything():
    assert {each.lack for each in ALL_LACKS} == set(Lack)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("now", [JUST_SEEN, SEEN + timedelta(days=30)])
@pytest.mark.parametrize("missing", ALL_LACKS, ids=lambda each: f"{each.lack}-{each.check}")
def test_every_lack_is_said_with_its_number_or_its_day(language: str, now: datetime, missing: Missing):
    in_app = missing_in_words(missing, sheet_of(language, now))
    on_the_line = missing_line(missing, ZONE, Catalog(language))
    for words in (in_app, on_the_line):
        assert len(words) > 4
        assert "{" not in words
        if missing.check is not None:
            assert str(missing.check.days) in words
        if missing.lack is Lack.EVIDENCE:
            assert str(missing.count) in words
        if missing.lack is Lack.COOLING:
            assert "18:00" in words
        if missing.lack is Lack.BINDING:
            assert UNBOUND[language] in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cells", [28, 40, 80, 120])
def test_the_sheet_and_the_plain_review_say_all_that_is_missing(language: str, cells: int):
    view = view_of(FAILURE, *ALL_LACKS)
    lines = sheet_lines(view, Near(), sheet_of(language, JUST_SEEN, cells))
    shown = "".join("".join(piece for piece, _ in line).replace("│", " ") for line in lines)
    assert "".join(UNBOUND[language].split()) in "".join(shown.split())
    plain = candidate_lines(view, ZONE, Catalog(language))
    assert [
        line for line in plain if line in {missing_line(each, ZONE, Catalog(language)) for each in ALL_LACKS}
    ]
    assert sum(UNBOUND[language] in line for line in plain) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lacks_nothing_says_so(language: str):
    done = replace(FAILURE, express=True, binding=Binding("the pump is dry", "stop it"))
    assert missing_of(done, 0, JUST_SEEN, PipelineRules()) == ()
    lines = sheet_lines(view_of(done), Near(), sheet_of(language, JUST_SEEN))
    nothing = Catalog(language).text("tui.review.nothing_missing")
    assert any(nothing in "".join(piece for piece, _ in line) for line in lines)


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        (Kind.CORRECTION, "The pier is ten metres long, not twelve.", True),
        (Kind.DECISION, "We chose the blue paint.", True),
        (Kind.FACT, "When the pump is dry, stop it.", True),
        (Kind.PREFERENCE, "Never wake the captain before seven.", True),
        (Kind.PREFERENCE, "回复一律用中文", True),
        (Kind.PREFERENCE, "用户喜欢简洁的回答", False),
        (Kind.PREFERENCE, "She always cooks rice when her sister visits.", False),
        (Kind.FACT, "The pier is ten metres long.", False),
        (Kind.FACT, "用户不能吃贝类", False),
        (Kind.EVENT, "Before the storm, close the hatch.", False),
        (Kind.INTENT, "Buy paint on Friday.", False),
    ],
)
def test_what_changes_behaviour_wants_a_binding(kind: Kind, text: str, wanted: bool):
    assert wants_binding(kind, text) is wanted
