"""Where files lie. The XDG variables are followed on every system; without them, the system's own places."""

import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

NAME = "palace"


def path_named(text: str) -> Path:
    """Return the path that a person wrote, `~` and `~name` meaning a home folder where there is one."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def config_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder of `config.toml` and of the person's own themes."""
    return _place(environ, platform, "XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA")


def default_config_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return where the configuration is looked for when no other file is named."""
    return config_directory(environ, platform) / "config.toml"


def user_themes_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder of the person's own themes, beside the configuration."""
    return config_directory(environ, platform) / "themes"


def data_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder of what must not be lost."""
    return _place(
        environ, platform, "XDG_DATA_HOME", ".local/share", "Library/Application Support", "LOCALAPPDATA"
    )


def default_palace_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the palace that is opened when no other is named."""
    return data_directory(environ, platform) / "palace.db"


def state_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder of what may be lost: where the person stood, and the log."""
    if platform in ("darwin", "win32") and not _absolute(environ, "XDG_STATE_HOME"):
        return data_directory(environ, platform) / "state"
    return _place(environ, platform, "XDG_STATE_HOME", ".local/state", "", "")


def log_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the file to which unexpected errors are written."""
    return state_directory(environ, platform) / "palace.log"


def backups_directory(palace_file: Path) -> Path:
    """Return the folder of a palace's backups, beside it."""
    return palace_file.parent / "backups"


def bundled(name: str) -> Path:
    """Return a file or folder that comes with the program: `themes`, `sample_palace.db`, `models/…`.

    An installed package holds it in `palace/_data`, a checkout beside the package. What comes back may
    not exist when the installation is damaged.
    """
    package = Path(str(files(NAME)))
    installed = package / "_data" / name
    return installed if installed.exists() else package.parent / name


def _place(
    environ: Mapping[str, str], platform: str, variable: str, unix: str, mac: str, windows: str
) -> Path:
    if chosen := _absolute(environ, variable):
        return chosen / NAME
    if platform == "win32":
        return (_absolute(environ, windows) or _home(environ) / "AppData" / "Local") / NAME
    return _home(environ) / (mac if platform == "darwin" else unix) / NAME


def _absolute(environ: Mapping[str, str], variable: str) -> Path | None:
    """Return the folder that a variable names; a relative one counts as not set, as the XDG rules ask."""
    value = environ.get(variable, "")
    return Path(value) if value and Path(value).is_absolute() else None


def _home(environ: Mapping[str, str]) -> Path:
    if named := _absolute(environ, "HOME") or _absolute(environ, "USERPROFILE"):
        return named
    try:
        return Path.home()
    except RuntimeError:
        # A user without a home and without an entry in the list of users, as in a container.
        return Path("/")
