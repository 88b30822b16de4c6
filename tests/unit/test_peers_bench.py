"""The comparison with other engines asks every one the same, and leaves out by name what is not installed."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]

MEMORIES = {
    "boiler": "The boiler in the cellar was repaired in March",
    "bakery": "街角的面包店七点开门",
    "tea": "她只喝绿茶，不喝咖啡",
    "backup": "备份放在移动硬盘，每周一次",
    **{f"other {number}": f"row {number} of a list that nobody asks for" for number in range(10)},
}
QUESTIONS = (("绿茶", {"tea": 2}, "two_char"), ("who repaired the heating", {"boiler": 2}, "paraphrase"))


def test_every_engine_that_is_installed_answers_the_same_questions(tmp_path: Path):
    memories, queries, told = (tmp_path / name for name in ("m.jsonl", "q.jsonl", "told.json"))
    lines = [json.dumps({"id": name, "text": text}) for name, text in MEMORIES.items()]
    memories.write_text("\n".join(lines), encoding="utf-8")
    asked = [
        {
            "id": f"q{place}",
            "query": words,
            "type": kind,
            "relevant": [{"id": name, "grade": grade} for name, grade in grades.items()],
        }
        for place, (words, grades, kind) in enumerate((*QUESTIONS, ("量子色动力学", {}, "no_answer")))
    ]
    queries.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    ended = subprocess.run(
        [
            *(sys.executable, str(ROOT / "bench" / "peers.py"), "--rounds", "1", "--json", str(told)),
            *("--memories", str(memories), "--queries", str(queries)),
        ],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    measured = json.loads(told.read_text("utf-8"))
    rows = {row["engine"]: row for row in measured["engines"]}
    assert rows["Palace"]["mrr"] == 1.0
    assert rows["Palace"]["unanswerable called a match"] == 0.0
    assert rows["SQLite FTS5 unicode61"]["recall@5 by kind"]["two_char"] == 0.0, "a run is one word"
    assert rows["SQLite FTS5 trigram"]["recall@5 by kind"]["two_char"] == 0.0, "two are no three"
    assert rows["cosine, language taken out"]["recall@5"] == 1.0
    assert "rapidfuzz WRatio" in rows
    with_chroma = find_spec("chromadb") is not None
    assert ("ChromaDB" in rows) is with_chroma
    assert ("ChromaDB is not installed" in ended.stdout) is not with_chroma
    assert all(f"| {name} |" in ended.stdout for name in rows)
