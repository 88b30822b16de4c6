"""Where a person stood in the review of one palace, in a small file among the state of the program.

It lies outside the palace on purpose: whoever only looks writes nothing to it, a palace that is opened
read-only has a place too, and what is kept here may be lost at any time. Each palace has a file of its own,
named by its uid and by where it lies: a copy of a palace is another one, with marks of its own.
"""

import json
import logging
from pathlib import Path

from palace.files.state_files import name_of_palace, write_whole
from palace.services.queue_order import Sort
from palace.services.review_place import FOLLOWING_KEPT, ReviewPlace

FORMAT = 1
LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read at most; 100,000 marks take 2 MB."""

log = logging.getLogger("palace.files")


class PlaceFile:
    """Keeps the place in one file, written whole or not at all. Each `queue` has a place of its own."""

    def __init__(self, state_directory: Path, palace_path: Path, palace_uid: str, queue: str = "") -> None:
        self.path = state_directory / "review" / name_of_palace(palace_path, palace_uid, queue)

    def kept(self) -> ReviewPlace | None:
        """Return what the file holds, None where there is none or it is damaged."""
        try:
            with self.path.open("rb") as file:
                return _place_of(json.loads(file.read(LARGEST)))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.warning("the place in the review was not read: %s", error)
            return None

    def keep(self, place: ReviewPlace) -> None:
        """Write the file anew beside itself and put it in its place."""
        try:
            write_whole(self.path, json.dumps(_json_of(place)))
        except OSError as error:
            log.warning("the place in the review was not kept: %s", error)


def _json_of(place: ReviewPlace) -> dict[str, object]:
    return {
        "format": FORMAT,
        "at": place.at,
        "following": list(place.following),
        "marked": [[row_id, version] for row_id, version in sorted(place.marked.items())],
        "order": place.order.value,
        "only": sorted(place.only),
    }


def _place_of(data: dict[str, object]) -> ReviewPlace:
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']!r} is not {FORMAT}")
    at = data["at"]
    return ReviewPlace(
        at=None if at is None else _number(at),
        following=tuple(_number(row_id) for row_id in _list(data["following"])[:FOLLOWING_KEPT]),
        marked={_number(row_id): _number(version) for row_id, version in map(_list, _list(data["marked"]))},
        order=Sort(str(data["order"])),
        only=frozenset(str(name) for name in _list(data["only"])),
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.40} is no list")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r:.40} is no number")
    return value
