"""What argparse finds wrong with the words of a call, as errors that can be told in every language."""

import difflib
import re
from collections.abc import Sequence

from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED


def wrong_use(message: str, program: str) -> InvalidInput:
    """Return the error for what argparse says of a call; `program` is the verb as it is called."""
    if found := re.fullmatch(r"the following arguments are required: (.+)", message):
        return InvalidInput(
            "{names} is missing", next_step="{program} --help tells more", names=found[1], program=program
        )
    if found := re.fullmatch(r"unrecognized arguments: (.+)", message, re.DOTALL):
        return InvalidInput(
            "{program} has no option {names}",
            next_step="{program} --help lists them; before words that begin with - put --",
            names=found[1],
            program=program,
        )
    if found := re.fullmatch(r"argument (\S+): expected one argument", message):
        return InvalidInput(
            "{option} needs a value",
            next_step="{program} --help tells more",
            option=found[1],
            program=program,
        )
    if found := re.fullmatch(r"argument (\S+): not allowed with argument (\S+)", message):
        return InvalidInput(
            "{option} and {other} exclude each other",
            next_step="leave out one of them",
            option=found[1],
            other=found[2],
        )
    if found := re.fullmatch(r"argument (\S+): ignored explicit argument (.+)", message, re.DOTALL):
        return InvalidInput(
            "{option} takes no value",
            next_step="{program} --help tells more",
            option=found[1],
            program=program,
        )
    if found := re.fullmatch(r"argument .+?: invalid choice: (.+?) \(choose from (.+)\)", message, re.DOTALL):
        return _unknown_verb(found[1].strip("'\""), re.findall(r"[\w-]+", found[2]))
    return InvalidInput(
        "this cannot be understood: {cause}",
        next_step="{program} --help tells more",
        cause=message,
        program=program,
    )


def _unknown_verb(word: str, verbs: Sequence[str]) -> InvalidInput:
    near = difflib.get_close_matches(word[:LONGEST_NAMED], verbs, n=1, cutoff=0.6)
    return InvalidInput(
        "there is no verb “{word}”",
        next_step="did you mean palace {near}?" if near else "palace --help lists them",
        word=word[:LONGEST_NAMED],
        near=near[0] if near else "",
    )
