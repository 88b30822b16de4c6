"""`palace compare`: say what two statements are to each other, and why; nothing is changed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from palace import bootstrap
from palace.cli.invocation import Invocation, text_of_words
from palace.cli.line_file import json_value, numbered_lines
from palace.cli.output import first_line
from palace.domain.errors import InvalidInput, NotFound, PalaceError
from palace.domain.filters import LONGEST_NAMED
from palace.domain.identifiers import id_number
from palace.services.comparing import compare_equal, compare_newcomer, compare_texts
from palace.storage.palace_file import PalaceFile
from palace.text.comparison.comparison import Comparison, Finding
from palace.text.comparison.words import Span

MEND_MODEL = "install Palace again, or name another model folder in config.toml"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to compare; `with_p0` where the first is a P0 and the second wants to come in."""

    name: object
    a: str
    b: str
    with_p0: bool


def run(invocation: Invocation) -> int:
    """Compare the pairs of a JSON Lines file, or the two texts or memories that are given."""
    pairs = list(_pairs(invocation))
    comparing = _comparing(invocation)
    for pair in pairs:
        compared = comparing(pair)
        if invocation.wants_json:
            invocation.output.json(_json(pair, compared), opened=True)
        else:
            _print(invocation, pair, compared)
    return 0


def _comparing(invocation: Invocation) -> Callable[[Pair], Comparison]:
    """Return the function that compares; without the model it knows equal texts, and says so of others."""
    try:
        reader = bootstrap.load_pair_reader(invocation.settings)
    except PalaceError as error:
        cause = error
    else:
        return lambda pair: (compare_newcomer if pair.with_p0 else compare_texts)(pair.a, pair.b, reader)

    def known_equal(pair: Pair) -> Comparison:
        compared = compare_equal(pair.a, pair.b)
        if compared is None:
            raise PalaceError(
                "the texts differ, and without the model only equal ones can be compared: {cause}",
                next_step=MEND_MODEL,
                cause=cause,
            )
        return compared

    return known_equal


def _pairs(invocation: Invocation) -> Iterator[Pair]:
    arguments = invocation.arguments
    if arguments.jsonl:
        if arguments.pair:
            raise InvalidInput("two texts and --jsonl exclude each other", next_step="give one of the two")
        yield from _rows(Path(arguments.jsonl).expanduser(), with_p0=arguments.p0)
        return
    if len(arguments.pair) != 2:
        raise InvalidInput(
            "two texts are compared; how many were given: {count}",
            next_step='put each in quotation marks, as in palace compare "…" "…", or give --jsonl FILE',
            count=len(arguments.pair),
        )
    first, second = (text_of_words([word]) for word in arguments.pair)
    with ExitStack() as opened:
        palace: PalaceFile | None = None
        texts = []
        for word in (first, second):
            number = _memory_number(word, arguments.ids)
            if number is None:
                texts.append(word)
                continue
            palace = palace or opened.enter_context(invocation.palace())
            texts.append(_text_of_memory(palace, number))
    yield Pair("", texts[0], texts[1], arguments.p0)


def _memory_number(word: str, ids: bool) -> int | None:
    """Return the number of the memory that a word names: `#12` always does, `12` where ids are given."""
    number = id_number(word)
    if number is not None and (ids or word.strip().startswith(("#", "＃"))):
        return number
    if ids:
        raise InvalidInput(
            "“{word}” is not the number of a memory",
            next_step="palace list shows the ids; without --ids two texts are compared",
            word=word[:LONGEST_NAMED],
        )
    return None


def _text_of_memory(palace: PalaceFile, number: int) -> str:
    found = palace.memories([number])
    if not found:
        raise NotFound(
            "there is no memory “{named}”", next_step="palace list shows the ids", named=f"#{number}"
        )
    return found[0].text


def _rows(path: Path, with_p0: bool) -> Iterator[Pair]:
    """Yield the pair of each line: `a` and `b`, or `p0` and `new`; raises InvalidInput naming the line."""
    for number, line in numbered_lines(path):
        try:
            row = json_value(line)
            if not isinstance(row, dict):
                raise TypeError
            named = "p0" in row
            a, b = (row["p0"], row["new"]) if named else (row["a"], row["b"])
            if not isinstance(a, str) or not isinstance(b, str):
                raise TypeError
            yield Pair(row["id"], a, b, with_p0 or named)
        except (ValueError, KeyError, TypeError):
            raise InvalidInput(
                "{file}, line {line}: it is not an object with “id”, “a” and “b” (or “p0” and “new”)",
                next_step="write one JSON object a line",
                file=path,
                line=number,
            ) from None


def _json(pair: Pair, compared: Comparison) -> dict[str, object]:
    told: dict[str, object] = {
        "id": pair.name,
        "label": compared.relation,
        "axis": compared.axis,
        "newer": compared.newer,
        "similarity": compared.similarity,
        "merge_without_asking": compared.merge_without_asking,
        "reasons": [_reason_json(pair, finding) for finding in compared.reasons],
    }
    if compared.larger is not None:
        told["larger"] = compared.larger
    return told


def _reason_json(pair: Pair, finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "axis": finding.axis,
        "a": _part_json(pair.a, finding.a),
        "b": _part_json(pair.b, finding.b),
    }


def _part_json(text: str, span: Span | None) -> dict[str, object] | None:
    return None if span is None else {"start": span[0], "end": span[1], "words": text[slice(*span)]}


def _print(invocation: Invocation, pair: Pair, compared: Comparison) -> None:
    say, output = invocation.say, invocation.output
    if pair.name != "":
        output.line(str(pair.name))
    output.line(f"  a  {first_line(pair.a)}")
    output.line(f"  b  {first_line(pair.b)}")
    relation = say(f"vocabulary.relation.{compared.relation}")
    axis = say(f"vocabulary.axis.{compared.axis}") if compared.axis else ""
    output.line(
        say(
            "cli.compare.result",
            relation=f"{relation} ({axis})" if axis else relation,
            similarity=f"{compared.similarity:.2f}",
        )
    )
    if compared.newer is not None:
        output.line(say("cli.compare.newer", side=compared.newer))
    if compared.larger is not None:
        output.line(say("cli.compare.larger", side=compared.larger))
    if compared.merge_without_asking:
        output.line(say("cli.compare.merge_without_asking"))
    for finding in compared.reasons:
        output.line(_reason_line(invocation, pair, finding))


def _reason_line(invocation: Invocation, pair: Pair, finding: Finding) -> str:
    rule = invocation.say(f"compare.rule.{finding.rule}")
    parts = [
        f"{side}: “{first_line(text[slice(*span)])}”"
        for side, text, span in (("a", pair.a, finding.a), ("b", pair.b, finding.b))
        if span is not None
    ]
    return f"  - {rule}" + (f"  {'  '.join(parts)}" if parts else "")
