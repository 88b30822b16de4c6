"""How the tests are shared out among the workers of xdist: what stands on the same costly thing goes to one.

The scheduler of xdist reads groups from the ids of the tests, where its own plugin writes them only with the
releases of pytest that let it; with others every worker made every costly thing for itself, in silence.
"""

from xdist.scheduler import LoadGroupScheduling

TOGETHER = {
    "tests/unit/test_comparison_labelled.py": "the labelled pairs, judged",
    "tests/unit/test_retrieval_cases.py": "the labelled questions, answered",
    "tests/tui/test_peers_search.py": "the model, asked",
    "tests/unit/cli/test_peers_search_in_use.py": "the model, asked",
    "tests/unit/services/test_deepening.py": "the model, asked",
    "tests/unit/test_hostile_questions.py": "the model, asked",
    "tests/unit/test_peers_search.py": "the model, asked",
    "tests/unit/test_peers_search_meaning.py": "the model, asked",
    "tests/unit/test_wheel.py": "the wheel, built and installed",
    "tests/storage/test_sample_palace.py": "the model",
    "tests/unit/embedding": "the model",
    "tests/unit/cli/test_peers_conflicts_in_use.py": "the model",
    "tests/unit/test_classification.py": "the model",
    "tests/unit/test_model_folder_checks.py": "the model",
    "tests/unit/test_model_parity.py": "the model",
    "tests/unit/test_peers_conflicts.py": "the model",
}
"""Files and folders of tests, and what is made or loaded once for all tests that name the same."""


class SharingOut(LoadGroupScheduling):
    """Gives each test to the next free worker, but those that stand together to one; these begin."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return TOGETHER.get(file) or TOGETHER.get(file.rpartition("/")[0]) or nodeid
