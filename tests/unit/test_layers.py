"""What may import what: the contracts of the layers, and what a run of the command line really loads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from palace.domain.journal import Actor
from palace.services.remembering import Statement, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

ROOT = Path(__file__).parents[2]
HEAVY = ("textual", "rich", "numpy", "onnxruntime", "tokenizers", "sqlite_utils", "rapidfuzz")

RUN = """
import sys
sys.argv = ["palace", *sys.argv[1:]]
from palace.cli import main
try:
    sys.exit(main(sys.argv[1:]))
finally:
    print("LOADED", *sys.modules, file=sys.stderr)
"""
"""Runs the command line and then tells on standard error which modules it loaded."""


def run_python(
    code: str, *arguments: str, environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environ or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def loaded_by(code: str, *arguments: str, environ: dict[str, str] | None = None) -> set[str]:
    """Return the packages that were loaded, by their first name."""
    ended = run_python(code, *arguments, environ=environ)
    assert ended.returncode == 0, ended.stderr
    told = [line for line in ended.stderr.splitlines() if line.startswith("LOADED")]
    return {name.partition(".")[0] for name in told[-1].split()[1:]}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with a home of its own, so that no real palace or setting is seen."""
    return {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "PALACE": str(tmp_path / "palace.db"),
    }


def test_the_package_is_light_until_somebody_opens_a_palace():
    code = "import palace, sys; print('LOADED', *sys.modules, file=sys.stderr)"
    assert not loaded_by(code) & {*HEAVY, "sqlite3"}


def test_the_command_line_is_imported_without_anything_heavy():
    code = "import palace.cli, sys; print('LOADED', *sys.modules, file=sys.stderr)"
    assert not loaded_by(code) & set(HEAVY)


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("search", "--help")])
def test_help_loads_nothing_heavy(arguments: tuple[str, ...], environ: dict[str, str]):
    assert not loaded_by(RUN, *arguments, environ=environ) & set(HEAVY)


@pytest.mark.parametrize(
    "arguments",
    [
        ("list",),
        ("list", "--json", "wing:knowledge"),
        ("show", "1"),
        ("journal",),
        ("search", "--words-only", "deploys"),
    ],
)
def test_verbs_that_need_no_model_and_no_screen_load_neither(
    arguments: tuple[str, ...], environ: dict[str, str], palace: PalaceFile, surroundings: Surroundings
):
    assert Path(environ["PALACE"]) == palace.path
    add_memory(palace, Statement("Deploys happen on Tuesdays"), surroundings, Actor.PERSON)
    assert not loaded_by(RUN, *arguments, environ=environ) & set(HEAVY)


def test_a_statement_that_nothing_is_there_to_be_compared_with_loads_no_model(environ: dict[str, str]):
    made = run_python(RUN, "init", environ=environ)
    assert made.returncode == 0, made.stderr
    for text in ("周四部署", "Deploys happen on Tuesdays"):
        assert not loaded_by(RUN, "add", text, environ=environ) & set(HEAVY)


def test_dependencies_point_down_and_each_library_has_one_owner():
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    ended = run_python(code, "--no-logo", "--no-cache")
    assert ended.returncode == 0, ended.stdout
