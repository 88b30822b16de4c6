"""Settling a conflict that a newcomer comes out of as a memory: its band, and whether there is room."""

import pytest

from tests.unit.cli.hot_band import fill_hot_band
from tests.unit.cli.pairs_waiting import Run, memory, waiting

pytestmark = pytest.mark.usefixtures("sample", "no_model")


@pytest.fixture
def full(run: Run) -> int:
    """A memory of many lines in the hot band, beside which there is no room; returns its id."""
    return fill_hot_band(run)


@pytest.fixture
def hot_newcomer(run: Run) -> str:
    """The id of a conflict whose newer side is a candidate that asks for the hot band."""
    [found] = [each for each in waiting(run, "conflicts") if each["right"]["subject"] == "candidate"]
    return str(found["id"])


@pytest.mark.parametrize("verb", ["keep_right", "keep_both"])
def test_settling_into_a_full_hot_band_is_refused_until_something_is_demoted(
    run: Run, full: int, hot_newcomer: str, verb: str
):
    refused = run("settle", hot_newcomer, verb)
    assert refused.status == 4
    assert "the hot band is full" in refused.err
    assert f"  #{full}  " in refused.err
    [failed] = run("settle", hot_newcomer, verb, "--json").json["failed"]
    assert full in {each["memory_id"] for offer in failed["demotable"] for each in offer}
    made = run("settle", hot_newcomer, verb, "--demote", f"#{full}", "--json")
    assert made.status == 0
    assert memory(run, full)["band"] == "warm"
    assert memory(run, made.json["settled"][0]["memory_id"])["band"] == "hot"
    assert run("undo").status == 0
    assert memory(run, full)["band"] == "hot"
    assert hot_newcomer in {str(each["id"]) for each in waiting(run, "conflicts")}


def test_demoting_is_for_one_conflict_that_takes_something_in(run: Run, full: int, hot_newcomer: str):
    other = next(str(each["id"]) for each in waiting(run, "conflicts") if str(each["id"]) != hot_newcomer)
    demote = ("--demote", str(full))
    assert run("settle", hot_newcomer, other, "keep_right", *demote).status == 2
    assert run("settle", hot_newcomer, "keep_left", *demote).status == 2
    assert run("settle", other, "keep_right", *demote).status == 4
    assert run("settle", hot_newcomer, "keep_right", "--demote", "999999").status == 3
    assert memory(run, full)["band"] == "hot"
    assert len(waiting(run, "conflicts")) == 3


@pytest.mark.parametrize("verb", ["keep_right", "keep_both", "merge", "note", "follow"])
def test_a_newcomer_becomes_a_memory_in_the_band_that_is_said(
    run: Run, full: int, hot_newcomer: str, verb: str
):
    words = ("--text", "both in one", "--drop") if verb == "merge" else ()
    made = run("settle", hot_newcomer, verb, *words, "--band", "warm", "--json")
    assert made.json["failed"] == []
    assert memory(run, made.json["settled"][0]["memory_id"])["band"] == "warm"
    assert memory(run, full)["band"] == "hot"


def test_a_band_is_for_a_newcomer_and_a_p0_stays_hot(run: Run, hot_newcomer: str):
    other = next(str(each["id"]) for each in waiting(run, "conflicts") if str(each["id"]) != hot_newcomer)
    assert run("settle", hot_newcomer, "keep_left", "--band", "warm").status == 2
    assert run("settle", hot_newcomer, "keep_right", "--band", "tepid").status == 2
    refused = run("settle", other, "keep_right", "--band", "cold")
    assert (refused.status, "is there already, in the" in refused.err) == (4, True)
    newcomers = [each for each in waiting(run, "contradictions") if each["right"]["subject"] == "candidate"]
    refused = run("settle", str(newcomers[0]["id"]), "keep_right", "--band", "cold")
    assert (refused.status, "a P0 is always hot" in refused.err) == (4, True)
    assert len(waiting(run, "conflicts")) == 3
