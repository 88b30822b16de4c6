"""Write `palace/exchange/template_hashes.py` from template files: only hashes ship, never their text.

Usage: python scripts/hash_template_lines.py TEMPLATE.md ... > palace/exchange/template_hashes.py

Headings, rules, front matter, keys without a value and very short lines are left out, because a person's
own file may hold the same.
"""

import sys
from pathlib import Path

from palace.exchange.blocks import is_rule
from palace.exchange.front_matter import read_front_matter
from palace.exchange.headings import heading_level
from palace.exchange.labels import ends_in_colon
from palace.exchange.template_lines import normalised_template_line, template_line_hash

SHORTEST_LINE = 16

HEADER = '''"""Hashes of the default lines in the templates of OpenClaw.

Written by `scripts/hash_template_lines.py` from the templates themselves; see `template_lines.py`.
"""

TEMPLATE_LINE_HASHES = frozenset(
    {
'''


def hashes_of(text: str) -> set[str]:
    """Return the hashes of the lines of a template that say something."""
    lines = text.splitlines()
    body = lines[read_front_matter(lines).length :]
    return {
        template_line_hash(line)
        for line in map(str.strip, body)
        if not (heading_level(line) or is_rule(line) or ends_in_colon(line))
        and len(normalised_template_line(line)) >= SHORTEST_LINE
    }


def main(paths: list[str]) -> int:
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    hashes = set().union(*(hashes_of(Path(path).read_text("utf-8")) for path in paths))
    listed = "".join(f'        "{digest}",\n' for digest in sorted(hashes))
    sys.stdout.write(HEADER + listed + "    }\n)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
