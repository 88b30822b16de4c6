"""Genes become bindings, routing tables scenes, and what stands in a list of skills is a skill."""

import pytest

from palace.domain.vocabulary import Kind
from palace.exchange.line_account import account_of_lines
from palace.exchange.reading import read_file
from palace.exchange.records import FoundMemory


def memories(text: str) -> tuple[FoundMemory, ...]:
    reading = read_file("MEMORY.md", text.encode(), neighbours=lambda _: False)
    assert account_of_lines(text.splitlines(), reading).unaccounted == ()
    return reading.memories


BULLETS = """# Memory

## Gene: retries
- SIGNALS: 504, timeout
- **STRATEGY**: retry once after thirty seconds
- CONSTRAINTS: the call is a payment
- Somebody wrote this in March
"""
ONE_BULLET = """# Memory

- 信号：磁盘超过九成
  策略：先清理缓存
  约束：备份正在运行
"""
PARAGRAPHS = """# Memory

## A

**SIGNALS:** a red light
**STRATEGY:** stop the belt

## B

SIGNALS: a green light
"""


def test_the_parts_of_a_gene_are_one_memory_with_its_binding() -> None:
    gene, other = memories(BULLETS)
    assert (gene.when, gene.do, gene.unless) == (
        "504, timeout",
        "retry once after thirty seconds",
        "the call is a payment",
    )
    assert (gene.kind, gene.line, gene.heading) == (Kind.SKILL, 4, ("Gene: retries",))
    assert gene.text.startswith("SIGNALS: 504, timeout\n")
    assert other.text == "Somebody wrote this in March"


def test_a_gene_in_one_bullet_and_in_chinese() -> None:
    [gene] = memories(ONE_BULLET)
    assert (gene.when, gene.do, gene.unless) == ("磁盘超过九成", "先清理缓存", "备份正在运行")


def test_signals_without_a_strategy_stay_what_they_are() -> None:
    whole, alone = memories(PARAGRAPHS)
    assert (whole.when, whole.do, whole.unless) == ("a red light", "stop the belt", "")
    assert (alone.text, alone.do) == ("SIGNALS: a green light", "")


def test_two_genes_under_one_heading_stay_two() -> None:
    text = "# M\n\n## Genes\n" + "".join(
        f"- SIGNALS: signal number {each}\n- STRATEGY: way number {each}\n" for each in range(2)
    )
    assert [(gene.when, gene.do) for gene in memories(text)] == [
        ("signal number 0", "way number 0"),
        ("signal number 1", "way number 1"),
    ]


@pytest.mark.parametrize("header", ["| 任务类型 | 文件 |", "| Task type | Files | Note |"])
def test_the_rows_of_a_routing_table_are_known_by_their_task(header: str) -> None:
    columns = header.count("|") - 1
    row = "| 写评论 | style.md, tone.md |" + " short |" * (columns - 2)
    [found] = memories(f"# M\n\n## 路由\n{header}\n{'|---' * columns}|\n{row}\n")
    assert found.scenes[0] == "写评论"
    assert "style.md" in found.text


def test_another_table_names_no_scene() -> None:
    [found] = memories("# M\n\n| server | place |\n|---|---|\n| anton | Lyon |\n")
    assert found.scenes == ()


@pytest.mark.parametrize("heading", ["Skills", "技能列表"])
def test_what_stands_in_a_list_of_skills_is_a_skill_with_its_state(heading: str) -> None:
    first, second = memories(f"# M\n\n## {heading}\n- ✅ release notes (verified)\n- ❌ web search\n")
    assert [first.kind, second.kind] == [Kind.SKILL, Kind.SKILL]
    assert (first.text, second.text) == ("✅ release notes (verified)", "❌ web search")
