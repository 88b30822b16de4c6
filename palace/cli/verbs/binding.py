"""`palace binding`: read when, do and unless out of sentences, and grade them."""

from collections.abc import Iterator
from pathlib import Path

from palace.cli.invocation import Invocation
from palace.cli.line_file import json_value, numbered_lines
from palace.domain.errors import InvalidInput
from palace.text.binding_phrases import read_binding
from palace.text.grain import grain_of


def run(invocation: Invocation) -> int:
    """Read the sentences of a JSON Lines file, or the one that is given; no palace is opened."""
    arguments = invocation.arguments
    if arguments.jsonl:
        rows = list(json_lines(Path(arguments.jsonl).expanduser()))
    elif arguments.text:
        rows = [("", " ".join(arguments.text))]
    else:
        raise InvalidInput("there is no sentence to read", next_step="give one, or --jsonl FILE")
    for name, text in rows:
        _tell(invocation, name, text)
    return 0


def json_lines(path: Path) -> Iterator[tuple[object, str]]:
    """Yield the id and the text of each line `{"id": …, "text": …}` of a file.

    Raises InvalidInput naming the file and the line that is none.
    """
    for number, line in numbered_lines(path):
        try:
            row = json_value(line)
            if not isinstance(row, dict):
                raise TypeError(row)
            name, text = row["id"], row["text"]
            if not isinstance(text, str):
                raise TypeError(text)
        except (ValueError, KeyError, TypeError):
            raise InvalidInput(
                "{file}, line {line}: it is not an object with “id” and “text”",
                next_step="write one JSON object a line",
                file=path,
                line=number,
            ) from None
        yield name, text


def _tell(invocation: Invocation, name: object, text: str) -> None:
    binding = read_binding(text)
    grain = grain_of(text, binding)
    if invocation.wants_json:
        invocation.output.json(
            {
                "id": name,
                "ok": binding is not None,
                "when": binding.when if binding else None,
                "do": binding.do if binding else None,
                "unless": (binding.unless or None) if binding else None,
                "grain": grain,
            }
        )
        return
    graded = invocation.say(f"vocabulary.grain.{grain}" if grain else "cli.grain_of_none")
    if binding is None:
        invocation.output.line(f"—  {graded}  {text}")
        return
    line = invocation.say("cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—")
    invocation.output.line(f"{graded}  {line}")
