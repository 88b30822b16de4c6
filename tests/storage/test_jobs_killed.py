"""A job that is killed anywhere leaves the palace as it was before or as it is after, and every log whole."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

POINTS = 50


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.parametrize("job", ["nightly", "weekly"])
def test_a_killed_job_did_all_or_nothing_and_the_next_run_finishes_it(job: str, tmp_path: Path):
    script = Path(__file__).with_name("jobs_killed.py")
    root = Path(__file__).parents[2]

    ended = subprocess.run(
        [sys.executable, str(script), job, str(tmp_path / "base"), str(POINTS)],
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )

    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["faults"] == []
    assert told["killed"] >= POINTS - 1
    assert told["before"] != told["after"]
