"""The wheel holds all that the program needs, and runs from an empty environment without this checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import palace

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.packaging

PILOT = """
import asyncio, sys
from pathlib import Path

from palace import bootstrap
from palace.cli.opening import doors
from palace.config.settings import Settings
from palace.i18n.catalog import Catalog
from palace.tui.app import PalaceApp


async def walk(path):
    app = PalaceApp(doors(path, Settings(), Catalog("zh"), bootstrap.now, "Footleaf"))
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(200):
            await pilot.pause(0.02)
            shown = "\\n".join(strip.text for strip in app.screen._compositor.render_strips())
            if "身份" in shown and "反思" in shown:
                break
        print(shown)
        await pilot.press("r")
        await pilot.pause()
        print(type(app.screen).__name__, app.theme)
    return app.return_code or 0


sys.exit(asyncio.run(walk(Path(sys.argv[1]))))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it would be published."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    ended = subprocess.run(build, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment into which nothing but the wheel was installed.

    Its dependencies are those of the environment in which the tests run, named by a path file: a test must
    pass without a network, so nothing may be downloaded. Path files inside a folder that is named this way
    are not read, so this checkout, installed there as editable, stays out of sight.
    """
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install"]
    ended = subprocess.run(
        [*command, "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample palace."""
    path = tmp_path / "sample.db"
    shutil.copyfile(ROOT / "sample_palace.db", path)
    return path


def run(environment: Path, folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in a folder from which the checkout cannot be seen."""
    hidden = {"PYTHONPATH", "PALACE", "NO_COLOR", "VIRTUAL_ENV"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [str(environment / "bin" / program), *words],
        cwd=folder,
        env={
            **kept,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_data_files_travel_in_the_wheel_and_nothing_else_does(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = "palace/_data"
    model = f"{data}/models/multilingual-e5-small"
    assert names >= {
        *(f"palace/i18n/{name}.toml" for name in ("en", "zh", "errors_zh")),
        *(f"{model}/{name}" for name in ("model.onnx", "model.toml", "tokenizer.json", "LICENSE")),
        f"{data}/sample_palace.db",
        "palace/py.typed",
    }
    checkout = {path.relative_to(ROOT).as_posix() for path in (ROOT / "palace").rglob("*") if path.is_file()}
    not_python = {name for name in checkout if not name.endswith(".py") and "__pycache__" not in name}
    assert any(name.endswith(".tcss") for name in not_python)
    assert names >= not_python
    themes = {f"{data}/themes/{path.name}" for path in (ROOT / "themes").glob("*.toml")}
    assert len(themes) >= 4
    assert names >= themes
    others = {name.partition("/")[0] for name in names} - {"palace"}
    assert others == {f"palace_memory-{palace.__version__}.dist-info"}
    assert not any("__pycache__" in name or "/tests/" in name for name in names)


def test_the_program_that_runs_is_the_installed_one(environment: Path, tmp_path: Path):
    told = run(environment, tmp_path, "python", "-c", "import palace; print(palace.__file__)")
    assert told.stdout.startswith(str(environment))
    ended = run(environment, tmp_path, "palace", "--version")
    assert (ended.returncode, ended.stdout) == (0, f"palace {palace.__version__}\n")


def test_it_finds_by_word_and_by_meaning(environment: Path, sample: Path, tmp_path: Path):
    for query, expected in (("体检", "体检"), ("When should she sleep?", "睡")):
        ended = run(environment, tmp_path, "palace", "--palace", str(sample), "search", query, "--limit", "5")
        assert (ended.returncode, ended.stderr.count("words only")) == (0, 0), ended.stderr
        assert expected in ended.stdout


def test_the_sample_comes_with_it(environment: Path, sample: Path, tmp_path: Path):
    ended = run(environment, tmp_path, "palace", "--lang", "zh", "demo", "--copy", "copied.db")
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "copied.db").read_bytes() == sample.read_bytes()


def test_the_app_opens_on_the_sample(environment: Path, sample: Path, tmp_path: Path):
    ended = run(environment, tmp_path, "python", "-c", PILOT, str(sample))
    assert ended.returncode == 0, ended.stderr
    assert "反思" in ended.stdout
    assert "ReviewScreen" in ended.stdout.splitlines()[-1]
