"""The place in the review is kept whole, for each palace apart, and damage to it costs only the place."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.files.place_file import PlaceFile
from palace.services.queue_order import FILTER_NAMES, Sort
from palace.services.review_place import FOLLOWING_KEPT, ReviewPlace

ids = st.integers(1, 2**53)
places = st.builds(
    ReviewPlace,
    at=st.none() | ids,
    following=st.lists(ids, max_size=FOLLOWING_KEPT).map(tuple),
    marked=st.dictionaries(ids, ids, max_size=20),
    order=st.sampled_from(Sort),
    only=st.frozensets(st.sampled_from(FILTER_NAMES)),
)


def file_in(folder: Path, palace: str = "palace.db", uid: str = "uid") -> PlaceFile:
    return PlaceFile(folder / "state", folder / palace, uid)


@given(place=places)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_was_kept_comes_back(tmp_path: Path, place: ReviewPlace) -> None:
    file_in(tmp_path).keep(place)
    assert file_in(tmp_path).kept() == place
    assert [each.name for each in file_in(tmp_path).path.parent.iterdir()] == [file_in(tmp_path).path.name]


def test_nothing_is_kept_at_first_and_looking_makes_no_file(tmp_path: Path) -> None:
    assert file_in(tmp_path).kept() is None
    assert list(tmp_path.iterdir()) == []


def test_every_palace_has_a_place_of_its_own_a_copy_too(tmp_path: Path) -> None:
    file_in(tmp_path).keep(ReviewPlace(at=7))
    assert file_in(tmp_path, uid="another").kept() is None
    assert file_in(tmp_path, palace="copy.db").kept() is None
    (tmp_path / "palace.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "palace.db")
    assert file_in(tmp_path, palace="link.db").kept() == ReviewPlace(at=7)


WHOLE = {"format": 1, "at": 3, "following": [], "marked": [[1, 2]], "order": "due", "only": []}


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\x00" * 100,
        b"\xff\xfe{",
        b"[" * 100_000,
        b"null",
        b"[]",
        b"{}",
        json.dumps({**WHOLE, "format": 2}).encode(),
        json.dumps({**WHOLE, "at": "3"}).encode(),
        json.dumps({**WHOLE, "at": True}).encode(),
        json.dumps({**WHOLE, "marked": [[1]]}).encode(),
        json.dumps({**WHOLE, "marked": {"1": 2}}).encode(),
        json.dumps({**WHOLE, "order": "fate"}).encode(),
        json.dumps({**WHOLE, "only": ["wing:cellar"]}).encode(),
        json.dumps(WHOLE).encode()[:-9],
    ],
)
def test_a_damaged_file_costs_the_place_and_is_written_anew(tmp_path: Path, damage: bytes) -> None:
    file = file_in(tmp_path)
    file.keep(ReviewPlace(at=3))
    file.path.write_bytes(damage)
    assert file.kept() is None
    file.keep(ReviewPlace(at=4))
    assert file.kept() == ReviewPlace(at=4)


def test_where_nothing_can_be_written_the_place_is_lost_without_an_error(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")
    file_in(tmp_path).keep(ReviewPlace(at=3))
    assert file_in(tmp_path).kept() is None


def test_what_cannot_be_written_leaves_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = file_in(tmp_path)
    file.keep(ReviewPlace(at=3))

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    file.keep(ReviewPlace(at=4))
    monkeypatch.undo()
    assert file.kept() == ReviewPlace(at=3)
    assert len(list(file.path.parent.iterdir())) == 1
