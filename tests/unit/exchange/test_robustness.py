"""Whatever the bytes: nothing is raised, no line outside the file is named, and no line gets lost."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.exchange.encoding import decode_file
from palace.exchange.front_matter import read_front_matter
from palace.exchange.headings import heading_level
from palace.exchange.labels import is_label
from palace.exchange.line_joining import join_lines
from palace.exchange.reading import FORMATS, read_file
from palace.exchange.records import FileReading
from palace.exchange.tables import is_separator_row

CASES = Path(__file__).parents[2] / "cases"
FIXTURES = sorted(
    path
    for folder in ("import", "import-own")
    for path in (CASES / folder).rglob("*")
    if path.is_file() and path.with_name(path.name + ".expected.json").exists()
)
NAMES = [
    "MEMORY.md",
    "2026-03-01.md",
    "USER.md",
    "AVOID.md",
    "note.txt",
    "x.json",
    "x.jsonl",
    "",
    "a/b\\c.md",
]
KNOWN_REASONS = {
    *("bad-json", "blocked", "code-fence", "deleted", "empty-value", "front-matter-invalid"),
    *("html-comment",),
    *(
        "index-pointer",
        "instructions-file",
        "instructions-section",
        "italic-note",
        "machine-debris",
        "metadata",
    ),
    *("placeholder", "preamble", "priority-legend", "relation", "stamp", "toc", "too-short"),
    *("transcript", "dream-output", "archived", "superseded"),
    *("unclosed-comment", "unclosed-fence", "unknown-json", "unknown-record"),
}
FRAGMENTS = [
    *("- ", "* ", "+ ", "• ", "1. ", "2) ", "3、", "  - ", "    - ", "\t- ", " - ", "  "),
    *("    ", "> ", ">> ", ">"),
    *("# ", "## ", "### ", "#", "---", "***", "===", "```", "````", "~~~", "```py", "| "),
    *(" | ", "|---|---|", "|"),
    *("<!--", "-->", "<!-- c -->", "<!-- openclaw:dreaming:x:start -->"),
    *("<!-- openclaw:dreaming:x:end -->",),
    *("<!-- openclaw-memory-promotion:a -->", "[score=1", "Candidate: ", "§", "{", "}", "["),
    *("]", "(", ")", "（", "）"),
    *("**", "__", "`", "*", "_", "**Key:** ", "**标签**", "**规则：**", "Label:", "步骤"),
    *("使用说明", "Format"),
    *("[P0]", "【P1】", "(P2)", "P0: ", "P1 = ", "[P1|expire:2026-01-02]", "[decision]"),
    *("[ ] ", "[x] ", "[a](b.md)"),
    *("[a](#b)", "→ b.md", "2026-03-05", "2026-02-30: ", "（2026年3月5日）", "March 5, 2026"),
    *("14:40 - ", "最后更新：", "Updated by "),
    *("TBD", "{{x}}", "[your name]", "（待填）", "...", "✅ ", "❌", "🔥", "1️⃣", "\u200d"),
    *("\ufeff", "\u2028", "\x0b", "\x00"),
    *("记住这件事", "所有对外发布的内容都必须先经过人工审核"),
    *("a plain English sentence of words", "password: abcdef", "#tag"),
    *("---\nname: a\ndescription: b\n---\n", "permalink: x", "key: [a, b"),
    *("## Observations\n- [fact] a\n", '{"memory": "a"}'),
]
LINES = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=6).map("".join)
SOUPS = st.lists(LINES, max_size=30).map("\n".join)


def read(name: str, data: bytes, format_name: str | None = None) -> FileReading:
    return read_file(name, data, neighbours=lambda target: "b" in target, format=format_name)


def check(reading: FileReading, data: bytes) -> None:
    lines = decode_file(data).lines
    remembered = {found.line for found in reading.memories}
    skipped = [skip.line for skip in reading.skipped]
    assert all(1 <= line <= max(1, len(lines)) for line in remembered | set(skipped))
    assert all(lines[line - 1].strip() for line in remembered)
    assert all(lines[line - 1].strip() for line in skipped)
    assert len(skipped) == len(set(skipped))
    assert not remembered & set(skipped)
    assert {skip.reason for skip in reading.skipped} <= KNOWN_REASONS
    for found in reading.memories:
        assert found.text.strip() == found.text != ""
        assert all(element.strip() for element in found.heading)
        assert all(scene.strip() for scene in found.scenes)
        (found.text + "".join(found.heading) + found.do + found.when + found.note).encode()
        assert found.wing is not None


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(NAMES), SOUPS)
def test_soups_of_markdown(name: str, soup: str) -> None:
    data = soup.encode("utf-8", "surrogatepass")
    check(read(name, data), data)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FORMATS), SOUPS)
def test_soups_in_every_reading(format_name: str, soup: str) -> None:
    data = soup.encode("utf-8", "surrogatepass")
    check(read("x.md", data, format_name), data)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(NAMES), st.binary(max_size=300))
def test_random_bytes(name: str, data: bytes) -> None:
    check(read(name, data), data)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["memory", "text", "data", "results", "type", "name", "observations", "entities"])
            | st.sampled_from(["relations", "created_at", "categories", "metadata", "category", "from", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(JSON_VALUES, min_size=1, max_size=4), st.sampled_from([None, 1]), st.booleans())
def test_json_of_any_shape(values: list[object], indent: int | None, cut: bool) -> None:
    text = "\n".join(json.dumps(value, indent=indent, ensure_ascii=False) for value in values)
    data = text[: len(text) * 2 // 3 if cut else None].encode("utf-8", "surrogatepass")
    for format_name in (None, "mem0", "mcp-memory-server"):
        reading = read("x.json", data, format_name)
        lines = decode_file(data).lines
        assert all(1 <= found.line <= len(lines) for found in reading.memories)
        assert all(1 <= skip.line <= max(1, len(lines)) for skip in reading.skipped)


def damaged(data: bytes, seed: int) -> bytes:
    """Return a file as accidents leave it: cut, re-indented, with stray signs, bytes or line ends."""
    chance = random.Random(seed)
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        accident = chance.randrange(7)
        if accident == 0:
            lines = lines[: at + 1]
            lines[-1] = lines[-1][: chance.randrange(len(lines[-1]) + 1)]
        elif accident == 1:
            lines[at] = b" " * chance.randrange(6) + lines[at].lstrip()
        elif accident == 2:
            lines.insert(at, chance.choice([b"```", b"~~~~", b"<!--", b"-->", b"---", b"\xc2\xa7", b"|---|"]))
        elif accident == 3:
            lines[at] = chance.choice([b"[P0] ", b"**", b"# ", b"> ", b"- [ ] ", b"- ", b"P1: "]) + lines[at]
        elif accident == 4:
            lines[at] += bytes(chance.randrange(256) for _ in range(3))
        elif accident == 5:
            del lines[at : at + chance.randint(1, 5)]
            lines = lines or [b""]
        else:
            lines[at] += chance.choice([b"\r", b"\x00", b":", b" (2026-01-02)", b"**"])
    return b"\n".join(lines)


@pytest.mark.parametrize("path", FIXTURES, ids=[path.name for path in FIXTURES])
def test_damaged_files_are_read_as_far_as_they_go(path: Path) -> None:
    data = path.read_bytes()
    for seed in range(40):
        variant = damaged(data, seed)
        reading = read(path.name, variant)
        if reading.format not in {"mem0", "mcp-memory-server"}:
            check(reading, variant)


TEXT_FIXTURES = [path for path in FIXTURES if path.suffix == ".md"]


@pytest.mark.parametrize("path", TEXT_FIXTURES, ids=[path.name for path in TEXT_FIXTURES])
def test_encoding_and_line_ends_change_nothing(path: Path) -> None:
    lines = decode_file(path.read_bytes()).lines
    told = None
    for end in ("\n", "\r\n", "\r"):
        text = end.join(lines) + end
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"):
            reading = read(path.name, text.encode(encoding))
            if not text.isascii():
                assert reading.encoding.replace("-", " ").split()[0] in {"UTF", "GB18030"}
            told = told or (reading.memories, reading.skipped)
            assert (reading.memories, reading.skipped) == told, (encoding, end)


SHAPES = [
    *("- {}", "* {}", "1. {}", "  - {}", "  {}", "{}", "{}", "# {}", "## {}", "### {} [P1]"),
    *("> {}", "**{}**", "**{}:** {}"),
    *("{}:", "| {} | {} |", "|---|---|", "```", "```\n{}\n```", "<!-- {} -->"),
    *("<!--\n{}\n-->", "---", "", "", "- [ ] {}"),
    *("- **{}:**", "- {}:", "  - {} 所有对外发布的内容都必须先经过人工审核", "[P0] {}"),
    *("✅ {}", "2026-03-05: {}", "- {} (2026-03-05)"),
    *("## 使用说明", "## Steps {}", "*{}*", "- [score= {}", "- [{}](#a)", "Last updated: {}"),
    *("    {}", "P0：永久"),
]


def structure(lines: tuple[str, ...]) -> set[int]:
    """Return the lines that only order others: headings, labels, table headers, front matter."""
    ordering = set(range(1, read_front_matter(lines).length + 1))
    for number, line in enumerate(lines, 1):
        if heading_level(line.strip()):
            ordering.add(number)
        for above in range(number):
            paragraph = range(number - above, number + 1)
            if not lines[paragraph[0] - 1].strip():
                break
            if is_label(join_lines(lines[at - 1] for at in paragraph)):
                ordering.update(paragraph)
        if is_separator_row(line):
            ordering.add(number - 1)
    return ordering


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(SHAPES), max_size=25), st.sampled_from(["MEMORY.md", "2026-03-01.md", "USER.md"])
)
def test_every_word_is_in_a_memory_a_path_or_a_skipped_block(shapes: list[str], name: str) -> None:
    words = iter(f"word{number}x" for number in range(1000))
    text = "\n".join(re.sub(r"\{\}", lambda _: next(words), shape) for shape in shapes)
    reading = read(name, text.encode())
    lines = decode_file(text.encode()).lines
    said = " ".join(found.text + " " + " ".join(found.heading) for found in reading.memories)
    starts = {found.line: True for found in reading.memories} | {skip.line: False for skip in reading.skipped}
    ordering = structure(lines)
    for number, line in enumerate(lines, 1):
        for word in re.findall(r"word\d+x", line):
            if word in said or number in ordering:
                continue
            before = max((start for start in starts if start <= number), default=0)
            assert before, (number, line, text)
            assert not starts[before], (number, line, text)
