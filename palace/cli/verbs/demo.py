"""`palace demo`: the app on a temporary copy of the sample palace."""

import shutil
import tempfile
from pathlib import Path

from palace.cli.invocation import Invocation
from palace.config.paths import bundled, path_named
from palace.domain.errors import NotFound, PalaceError, Refused


def run(invocation: Invocation) -> int:
    """Open the app on a copy of the sample palace, or only write that copy."""
    sample = bundled("sample_palace.db")
    if not sample.is_file():
        raise NotFound(
            "the sample palace is missing from this installation", next_step="install Palace again"
        )
    if invocation.arguments.copy:
        return _write_copy(invocation, sample, path_named(invocation.arguments.copy))
    from palace.cli.opening import open_app

    with tempfile.TemporaryDirectory(prefix="palace-demo-") as folder:
        copy = Path(folder) / "sample_palace.db"
        shutil.copyfile(sample, copy)
        return open_app(invocation, copy, make_if_missing=False)


def _write_copy(invocation: Invocation, sample: Path, target: Path) -> int:
    try:
        with target.open("xb") as file:
            try:
                file.write(sample.read_bytes())
            except OSError:
                target.unlink()
                raise
    except FileExistsError:
        raise Refused("{path} is there already", next_step="choose another name", path=str(target)) from None
    except OSError as error:
        raise PalaceError(
            "the copy cannot be written to {path}: {cause}",
            next_step="choose a folder that exists and that you may write to",
            path=str(target),
            cause=error.strerror or str(error),
        ) from None
    invocation.output.line(invocation.say("cli.demo.copied", path=target))
    return 0
