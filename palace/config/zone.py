"""The time zone in which days begin: the one that is configured, else the computer's own."""

import os
import time
from datetime import timedelta, timezone, tzinfo
from pathlib import Path

_LOCAL_TIME = Path("/etc/localtime")


def zone_named(name: str) -> tzinfo:
    """Return the zone of an IANA name such as Asia/Shanghai; raises ValueError when there is none."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError):
        raise ValueError(f"there is no time zone {name}") from None


def local_zone(local_time: Path = _LOCAL_TIME) -> tzinfo:
    """Return the computer's own zone with its summer time; where that is unknown, the present offset."""
    from zoneinfo import ZoneInfo

    named = os.environ.get("TZ", "").removeprefix(":")
    if named:
        try:
            return zone_named(named)
        except ValueError:
            return _present_offset()
    target = str(local_time.resolve())
    if "/zoneinfo/" in target:
        try:
            return zone_named(target.split("/zoneinfo/", 1)[1])
        except ValueError:
            pass
    try:
        with local_time.open("rb") as file:
            return ZoneInfo.from_file(file, key="local")
    except (OSError, ValueError):
        return _present_offset()


def _present_offset() -> tzinfo:
    return timezone(timedelta(seconds=time.localtime().tm_gmtoff))
