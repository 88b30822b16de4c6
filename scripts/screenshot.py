"""Draws docs/home.svg: the floor plan of the sample palace, as the README shows it.

python scripts/screenshot.py                 docs/home.svg
python scripts/screenshot.py --keys r review.svg    another screen, after some keys
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path

from palace import bootstrap
from palace.cli.opening import doors
from palace.config.paths import bundled
from palace.config.settings import Settings
from palace.i18n.catalog import Catalog
from palace.storage.palace_file import PalaceFile
from palace.tui.app import PalaceApp

ROOT = Path(__file__).parent.parent
SIZE = (100, 30)
PAUSES = 8


async def draw(target: Path, keys: list[str], language: str) -> None:
    """Open the app on a copy of the sample, press some keys, and write what it shows."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder, TERM="xterm-256color", COLORTERM="truecolor"
        )
        copy = Path(folder) / "sample.db"
        shutil.copyfile(bundled("sample_palace.db"), copy)
        settings = Settings()
        with PalaceFile.open(copy, clock=bootstrap.now, new_uid=bootstrap.new_uid) as palace:
            name, clock = palace.meta("name") or "", bootstrap.clock_of(palace)
        catalog = Catalog("zh" if language == "zh" else "en")
        app = PalaceApp(doors(copy, settings, catalog, clock, name))
        async with app.run_test(size=SIZE) as pilot:
            for key in ["", *keys]:
                if key:
                    await pilot.press(key)
                for _ in range(PAUSES):
                    await pilot.pause(0.1)
            target.write_text(app.export_screenshot(title="palace"), "utf-8")


def main() -> int:
    """Draw as the command line says."""
    parser = argparse.ArgumentParser(description="Draw a screen of the sample palace.")
    parser.add_argument("target", nargs="?", type=Path, default=ROOT / "docs" / "home.svg")
    parser.add_argument("--keys", nargs="*", default=[])
    parser.add_argument("--lang", default="en")
    arguments = parser.parse_args()
    asyncio.run(draw(arguments.target, arguments.keys, arguments.lang))
    return 0


if __name__ == "__main__":
    sys.exit(main())
