"""The tests that stand on one costly thing are given to one worker, whatever else runs."""

from pathlib import Path

from tests.sharing_out import TOGETHER, SharingOut

ROOT = Path(__file__).parents[2]


def test_every_file_and_folder_that_is_named_is_there() -> None:
    assert [name for name in TOGETHER if not (ROOT / name).exists()] == []


def test_the_tests_of_a_group_are_one_piece_of_work_and_all_others_stand_alone() -> None:
    scope = SharingOut.__new__(SharingOut)._split_scope
    judged = {
        scope(f"tests/unit/test_comparison_labelled.py::test_a[{name}.jsonl-0.8]") for name in ("one", "two")
    }
    assert len(judged) == 1
    assert scope("tests/unit/embedding/test_scan.py::test_a") == scope("tests/unit/test_model_parity.py::b")
    assert scope("tests/unit/test_text_wrap.py::a") != scope("tests/unit/test_text_wrap.py::b")
