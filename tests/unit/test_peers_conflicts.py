"""What other memory tools get wrong about two statements, read by the comparer with the model that ships.

The numbers are the rows of the study of other tools from which each case comes.
"""

import pytest

from palace.domain.conflict import Relation
from palace.domain.rules import Rules
from palace.domain.vocabulary import Axis
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.pair_network import read_pair_network
from palace.embedding.pair_reading import PairReading
from palace.services.comparing import compare_texts
from palace.services.judging_pairs import asks
from palace.text.comparison.comparison import Comparison

SURE = Rules().similarity


@pytest.fixture(scope="module")
def reader(encoder: OnnxEncoder) -> PairReading:
    """Compares with the model that ships."""
    return PairReading(encoder, read_pair_network(encoder.folder))


def compared(a: str, b: str, reader: PairReading) -> Comparison:
    """Return what two texts are to each other, and make sure that it is the same the other way round."""
    there, back = compare_texts(a, b, reader), compare_texts(b, a, reader)
    assert (there.relation, there.axis) == (back.relation, back.axis)
    assert not there.merge_without_asking
    return there


@pytest.mark.parametrize(
    ("row", "a", "b", "axis"),
    [
        (41, "Project deadline is October 15th", "Project deadline is October 16th", Axis.DATE),
        (41, "项目截止日期是 10 月 15 日", "项目截止日期是 10 月 16 日", Axis.DATE),
        (42, "I work at Google", "I now work at Microsoft", Axis.ENTITY),
        (42, "用户在谷歌上班", "用户现在在微软上班", Axis.ENTITY),
        (
            45,
            "The staging server listens on port 8080.",
            "The staging server listens on port 8081.",
            Axis.NUMBER,
        ),
        (45, "Always rebase before merging.", "Never rebase before merging.", Axis.POLARITY),
        (50, "Production deployment is allowed", "Production deployment is not allowed", Axis.POLARITY),
        (50, "可以在周五部署生产环境", "不可以在周五部署生产环境", Axis.POLARITY),
        (50, "禁止直接推送主分支", "允许直接推送主分支", Axis.POLARITY),
        (55, "The user loves Chinese food.", "The user hates Chinese food.", Axis.PREFERENCE),
        (55, "用户爱吃中餐", "用户讨厌中餐", Axis.PREFERENCE),
        (56, "My favourite footballer is Ronaldo.", "My favourite footballer is Messi.", Axis.PREFERENCE),
        (56, "最喜欢的球员是 C 罗", "最喜欢的球员是梅西", Axis.PREFERENCE),
        (58, "The project uses PostgreSQL.", "Correction: the project uses MySQL.", Axis.ENTITY),
        (63, "一律用中文回复", "一律用英文回复", Axis.PREFERENCE),
        (66, "时区 GMT+8", "时区 GMT+9", Axis.NUMBER),
    ],
)
def test_two_values_of_one_thing_wait_for_a_person(row: int, a: str, b: str, axis: Axis, reader: PairReading):
    found = compared(a, b, reader)
    assert (found.relation, found.axis) == (Relation.CONFLICT, axis)
    assert asks(found, SURE)


def test_a_change_that_is_told_as_news_waits_for_a_person(reader: PairReading):
    """Row 42, word for word: the new employer is told by another verb."""
    found = compared("I work at Google", "I just joined Microsoft", reader)
    assert found.relation is Relation.CONFLICT


@pytest.mark.parametrize(
    ("row", "a", "b"),
    [
        (43, "选 SQLite 而不是 Postgres", "选 fastembed 而不是 OpenAI"),
        (
            44,
            "The sync engine keeps its queue in SQLite and retries failed uploads three times.",
            "The sync engine compresses every upload with zstd before it leaves the device.",
        ),
        (44, "检索模块先跑词法再跑语义，最后融合。", "检索模块的索引存在同一个数据库里，重建用 reindex。"),
        (51, "Use the async runtime", "Do not forget to configure the async runtime"),
        (51, "这家餐厅不错，可以常去。", "这家餐厅可以常去。"),
        (51, "他会写 Go", "他不但会写 Go，还会写 Rust"),
        (51, "要备份数据库和配置", "不仅要备份数据库，也要备份配置"),
        (51, "The plan covers testing.", "The plan covers not only testing but also release."),
        (52, "Tomatoes need six hours of sun a day.", "The reranker scores the top fifty hits."),
        (52, "The user loves Chinese food.", "My favourite footballer is Messi."),
        (52, "番茄每天要晒六个小时太阳", "重排器给前五十条打分"),
    ],
)
def test_what_goes_together_is_neither_a_conflict_nor_merged(row: int, a: str, b: str, reader: PairReading):
    assert compared(a, b, reader).relation is not Relation.CONFLICT


def test_decisions_by_one_template_are_both_kept(reader: PairReading):
    """Row 43: one sentence with other names in it is no duplicate, and no conflict either."""
    found = compared("Use SQLite instead of Postgres", "Use fastembed instead of OpenAI", reader)
    assert found.relation not in {Relation.DUPLICATE, Relation.CONTAINS, Relation.CONFLICT}


TWENTY = (
    ("The user drinks green tea in the morning.", "In the morning the user has green tea."),
    ("The user drinks green tea in the morning.", "The user drinks black tea in the morning."),
    ("Backups run at 02:00.", "Backups run at 03:00."),
    ("Backups run every night.", "Each night a backup is made."),
    ("The API key rotates every 30 days.", "The API key rotates every 90 days."),
    ("Alex is Lúcia's father.", "Lúcia is Alex's father."),
    ("Reply within one day.", "Reply within 24 hours."),
    ("Release 1.2 fixed the crop bug.", "Release 1.3 fixed the crop bug."),
    ("The office is on the third floor.", "The office is on the fourth floor."),
    ("Use tabs in Go files.", "Use spaces in Go files."),
    ("用户对花生过敏", "用户对花粉过敏"),
    ("每周一开例会", "每周二开例会"),
    ("每天七点半起床", "每天 7:30 起床"),
    ("房租每月 3200 元", "房租每月 3500 元"),
    ("林夏负责前端", "林秋负责前端"),
    ("发布前要先备份", "发布前先做备份"),
    ("不要在周五发布", "周五可以发布"),
    ("用 uv 装依赖", "用 pip 装依赖"),
    ("会议改到下午三点", "会议改到下午四点"),
    ("He lives in Porto.", "He used to live in Porto."),
)


@pytest.mark.parametrize(("a", "b"), TWENTY)
def test_none_of_twenty_near_pairs_is_merged_without_asking(a: str, b: str, reader: PairReading):
    """Row 48: a merge without asking needs the same text, whatever the similarity."""
    compared(a, b, reader)


@pytest.mark.parametrize(
    ("a", "b"), [("Use uv.", "use  UV"), ("端口：８０８０", "端口: 8080"), ("時區是 GMT+8", "时区是 GMT+8")]
)
def test_only_what_is_equal_after_normalisation_may_be_merged_without_asking(
    a: str, b: str, reader: PairReading
):
    assert compare_texts(a, b, reader).merge_without_asking
