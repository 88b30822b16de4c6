"""Writes the key tables of the READMEs from the registry of actions.

python scripts/key_tables.py           writes README.md and README.zh.md
python scripts/key_tables.py --check   only says whether they are as the registry has them
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Literal

from palace.i18n.catalog import Catalog
from palace.tui.actions import ACTIONS, Context
from palace.tui.presenters.keys import key_word

ROOT = Path(__file__).parent.parent
START, END = "<!-- keys:start -->", "<!-- keys:end -->"
LEFT_OUT = frozenset({"app.hint_quit", *(f"home.wing_{place}" for place in range(2, 7))})
SHOWN = (
    *(Context.EVERYWHERE, Context.HOME, Context.ROOM, Context.TENDING),
    *(
        Context.SEARCH,
        Context.QUEUE,
        Context.REVIEW,
        Context.CONFLICT,
        Context.CONTRADICTION,
        Context.JOURNAL,
        Context.IMPORT,
    ),
)
Language = Literal["en", "zh"]


def key_tables(language: Language) -> str:
    """Return one table for each place where keys mean something, in Markdown."""
    catalog = Catalog(language)
    head = {"en": "| key | digit | what it does |", "zh": "| 键 | 数字 | 作用 |"}[language]
    parts: list[str] = []
    for context in SHOWN:
        rows = [
            f"| {_keys(action.keys, catalog)} | {f'`{action.digit}`' if action.digit else ''} |"
            f" {catalog.text(action.tooltip_key)} |"
            for action in ACTIONS.values()
            if context in action.contexts and action.id not in LEFT_OUT
        ]
        title = catalog.text(f"tui.help.context.{context}")
        parts.append("\n".join([f"**{title}**", "", head, "|---|---|---|", *rows]))
    return "\n\n".join(parts)


def _keys(keys: tuple[str, ...], catalog: Catalog) -> str:
    return " ".join(f"`{key_word(key)}`" for key in keys).replace("|", "\\|")


def with_tables(text: str, language: Language) -> str:
    """Return a README with its tables made anew."""
    pattern = re.compile(re.escape(START) + ".*?" + re.escape(END), re.DOTALL)
    return pattern.sub(lambda _: f"{START}\n{key_tables(language)}\n{END}", text)


def main() -> int:
    """Write or check the tables, as the command line says."""
    parser = argparse.ArgumentParser(description="Make the key tables of the READMEs.")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    status = 0
    files: tuple[tuple[str, Language], ...] = (("README.md", "en"), ("README.zh.md", "zh"))
    for name, language in files:
        file = ROOT / name
        text = file.read_text("utf-8")
        made = with_tables(text, language)
        if check and made != text:
            sys.stderr.write(f"{name}: the key tables are old; run scripts/key_tables.py\n")
            status = 1
        elif not check:
            file.write_text(made, "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
