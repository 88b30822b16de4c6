"""How a room with very many memories walks beside one with ten: keys answered, frames painted, memory used.

Both palaces are opened by the app itself, without a terminal; each key is timed until its frame stands.
The two take turns. Prints medians and ratios.

    python bench/long_lists.py --many 600000 --rounds 20
"""

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from generated import generated_palace
from textual.pilot import Pilot

from palace.cli.opening import doors
from palace.config.settings import Settings
from palace.domain.errors import PalaceUnavailable
from palace.i18n.catalog import Catalog
from palace.tui.app import PalaceApp
from palace.tui.opened import Doors

KEYS = ("end", "home", "pagedown", "pageup", "down", "up")


async def settled(pilot: Pilot[object]) -> None:
    calm = 0
    while calm < 2:
        await pilot._wait_for_screen()
        await asyncio.sleep(0)
        calm = 0 if pilot.app.gateway.busy else calm + 1


def without_model(given: Doors) -> Doors:
    def absent(palace: object) -> object:
        raise PalaceUnavailable("measured without a model")

    return type(given)(
        **{name: getattr(given, name) for name in given.__dataclass_fields__} | {"load_semantic": absent}
    )


async def timed(path: Path, rounds: int) -> Mapping[str, list[float]]:
    from datetime import UTC, datetime

    handed = doors(path, Settings(), Catalog("en"), lambda: datetime.now(UTC), "bench")
    app = PalaceApp(without_model(handed))
    times: dict[str, list[float]] = {"enter": [], **{key: [] for key in KEYS}}
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        started = perf_counter()
        await pilot.press("2")
        await settled(pilot)
        times["enter"].append(perf_counter() - started)
        for _ in range(rounds):
            for key in KEYS:
                started = perf_counter()
                await pilot.press(key)
                await settled(pilot)
                times[key].append(perf_counter() - started)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", type=int, default=600_000, help="memories in all; a sixth are in the room")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--palace", type=Path, help="a large palace that is there already")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few = Path(folder) / "few.db"
        generated_palace(few, 60).close()
        many = arguments.palace
        if many is None:
            many = Path(folder) / "many.db"
            generated_palace(many, arguments.many).close()
        few_times = asyncio.run(timed(few, arguments.rounds))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        many_times = asyncio.run(timed(many, arguments.rounds))
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for key in ("enter", *KEYS):
        ten, lots = statistics.median(few_times[key]), statistics.median(many_times[key])
        print(f"{key:9} ten {ten * 1000:6.1f} ms   many {lots * 1000:6.1f} ms   {lots / ten:5.2f}x")
    print(json.dumps({"more_megabytes": round((after - before) / 1024, 1)}))


if __name__ == "__main__":
    main()
