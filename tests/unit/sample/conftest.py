import importlib.util
import sys
from pathlib import Path

import pytest

READER = Path(__file__).parents[3] / "scripts" / "sample_content.py"


@pytest.fixture(scope="session")
def sample() -> object:
    """What scripts/sample tells, read as the build script reads it."""
    spec = importlib.util.spec_from_file_location("sample_content", READER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sample_content"] = module
    spec.loader.exec_module(module)
    return module.read_sample()
