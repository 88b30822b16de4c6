"""A candidate as a text file for the person's own editor, and back.

    wing: knowledge
    when: the service is upgraded
    ---
    the text, as it is, to the end of the file

A field that has more lines goes on in lines that begin with two spaces.
"""

import re
from collections.abc import Iterator

from palace.domain.errors import InvalidInput
from palace.domain.filters import priority_of, word_of
from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Wing
from palace.services.review import Approval

SEPARATOR = "---"
FIELDS = ("wing", "band", "priority", "kind", "scenes", "when", "do", "unless")

_COLON = re.compile("[:：]")
_SCENE_BREAK = re.compile("[,，、\n]")


def as_edit_file(form: Approval) -> str:
    """Return what an editor is given: one line a field, a separator, the text."""
    values = {
        "wing": str(form.wing),
        "band": str(form.band),
        "priority": str(form.priority),
        "kind": str(form.kind),
        "scenes": joined_scenes(form.scenes),
        "when": form.binding.when,
        "do": form.binding.do,
        "unless": form.binding.unless,
    }
    lines = [f"{field}: {values[field]}".rstrip(" ").replace("\n", "\n  ") for field in FIELDS]
    return "\n".join([*lines, SEPARATOR, form.text])


def from_edit_file(content: str, form: Approval) -> Approval:
    """Return what an edited file says; a field that was left out is as it was in `form`.

    Raises InvalidInput naming the line for what is no field, and the nearest word for an unknown value.
    """
    head, separator, text = content.partition(f"\n{SEPARATOR}\n")
    if not separator:
        raise InvalidInput(
            "the line “{separator}” between the fields and the text is missing",
            next_step="keep it as it is: the text begins below it",
            separator=SEPARATOR,
        )
    said = dict(_fields(head))
    binding = form.binding
    return Approval(
        text=text,
        wing=word_of(Wing, said["wing"]) if said.get("wing") else form.wing,
        band=word_of(Band, said["band"]) if said.get("band") else form.band,
        priority=priority_of(said["priority"]) if said.get("priority") else form.priority,
        kind=word_of(Kind, said["kind"]) if said.get("kind") else form.kind,
        scenes=parted_scenes(said["scenes"]) if "scenes" in said else form.scenes,
        binding=Binding(
            when=said.get("when", binding.when),
            do=said.get("do", binding.do),
            unless=said.get("unless", binding.unless),
        ),
    )


def joined_scenes(scenes: tuple[str, ...]) -> str:
    """Return scenes as a person types them."""
    return ", ".join(scenes)


def parted_scenes(text: str) -> tuple[str, ...]:
    """Return the scenes that a person typed, parted by commas of any width, none twice."""
    return tuple(dict.fromkeys(scene for part in _SCENE_BREAK.split(text) if (scene := part.strip())))


def _fields(head: str) -> Iterator[tuple[str, str]]:
    name, value = "", ""
    for number, line in enumerate(head.split("\n"), start=1):
        if line.startswith("  ") and name:
            value += "\n" + line[2:]
            continue
        if not line.strip():
            continue
        if name:
            yield name, value
        key, *rest = _COLON.split(line, maxsplit=1)
        name, value = key.strip().lower(), "".join(rest).strip()
        if not rest or name not in FIELDS:
            raise InvalidInput(
                "line {line} is no field: “{text}”",
                next_step="the fields are: {fields}",
                line=number,
                text=line.strip()[:60],
                fields=", ".join(FIELDS),
            )
    if name:
        yield name, value
