from pathlib import Path

import pytest

from palace.config.paths import (
    backups_directory,
    bundled,
    config_directory,
    default_config_file,
    default_palace_file,
    log_file,
    state_directory,
    user_themes_directory,
)

XDG = {"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"}


@pytest.mark.parametrize("platform", ["linux", "darwin", "freebsd14"])
def test_the_xdg_variables_are_followed_on_every_system(platform: str) -> None:
    assert default_config_file(XDG, platform) == Path("/c/palace/config.toml")
    assert default_palace_file(XDG, platform) == Path("/d/palace/palace.db")
    assert state_directory(XDG, platform) == Path("/s/palace")


@pytest.mark.parametrize(
    ("platform", "config", "data", "state"),
    [
        ("linux", "/h/.config/palace", "/h/.local/share/palace", "/h/.local/state/palace"),
        (
            "darwin",
            "/h/Library/Application Support/palace",
            "/h/Library/Application Support/palace",
            "/h/Library/Application Support/palace/state",
        ),
    ],
)
def test_without_them_the_system_has_its_own_places(
    platform: str, config: str, data: str, state: str
) -> None:
    environ = {"HOME": "/h"}
    assert config_directory(environ, platform) == Path(config)
    assert default_palace_file(environ, platform) == Path(data) / "palace.db"
    assert state_directory(environ, platform) == Path(state)


def test_a_relative_variable_counts_as_not_set() -> None:
    assert config_directory({"HOME": "/h", "XDG_CONFIG_HOME": "conf"}, "linux") == Path("/h/.config/palace")


def test_what_belongs_together_lies_together() -> None:
    assert user_themes_directory(XDG, "linux") == Path("/c/palace/themes")
    assert log_file(XDG, "linux") == Path("/s/palace/palace.log")
    assert backups_directory(Path("/x/my.db")) == Path("/x/backups")


def test_bundled_files_are_found_in_a_checkout_and_in_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (bundled("themes") / "night.toml").is_file()
    package = tmp_path / "palace"
    monkeypatch.setattr("palace.config.paths.files", lambda name: package)
    assert bundled("themes") == tmp_path / "themes"
    (package / "_data" / "themes").mkdir(parents=True)
    assert bundled("themes") == package / "_data" / "themes"
    assert bundled("sample_palace.db") == tmp_path / "sample_palace.db"


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    default_palace_file({"HOME": str(tmp_path)})
    state_directory({"HOME": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []
