"""What other memory tools get wrong by meaning, asked through the Python door with the model that ships.

The numbers are the rows of the study of other tools from which each case comes (part B, embeddings).
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import palace
from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.domain.filters import Filters
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.semantic_index import SemanticMemories

OTHERS = Path(__file__).parents[1] / "cases" / "retrieval" / "memories.jsonl"

ROUTINE = (
    "23:00 前入睡，睡眠目标 7.5 小时",
    "一般起床时间 ~9:00",
    "在床时间比实际入睡更重要",
)

COOKING = (
    "红烧肉先焯水，再用冰糖炒糖色",
    "Bread needs two rises, the second one in the tin",
    "白灼虾水开下锅，两分钟就捞",
    "Salt the aubergines and let them drain before frying",
    "炖牛腩放两颗山楂烂得快",
    "The oven runs hot: take twenty degrees off every recipe",
    "腌黄瓜用陈醋，不放糖",
    "Rest the steak for as long as it was in the pan",
    "煮面的水里不放油",
    "Lentil soup wants cumin at the end, not at the start",
    "豆腐先用盐水泡十分钟就不容易碎",
    "Pancake batter stands half an hour before the first one",
    "蒸鱼八分钟，关火再闷两分钟",
    "Freeze the stock in ice cube trays",
    "剁椒要提前一周做",
    "Grate the parmesan only when it is needed",
)

FLOORS = ("客厅", "书房", "北边的卧室", "厨房", "过道", "阁楼", "阳台", "玄关", "浴室", "走廊")
STEPS = (
    "{room}先把旧地砖敲掉，清出来的碎料装了{n}袋，当天就拉走了。",
    "{room}的找平层做了{n}毫米厚，养护的时候门窗都关着，免得干得太快裂开。",
    "铺反射膜的时候{room}墙角多留了一掌宽，工人说热胀之后边缘不会顶起来。",
    "{room}的管子间距排了{n}厘米，靠窗的地方密一些，衣柜底下没有排。",
    "{room}试压打到八公斤，过了{n}个小时才掉了一点，师傅认为是温度的原因。",
    "回填之前拍了照片，{room}哪里有接头都标在图上，以后打孔先看第{n}张。",
    "{room}升温分了{n}天，每天只加两度，地板没有一块翘起来。",
)


def long_note() -> str:
    """Return a Chinese note that fills at least four windows of the model."""
    return "\n".join(
        step.format(room=room, n=7 + place % 23) for place, (room, step) in enumerate(product(FLOORS, STEPS))
    )


Opened = Callable[..., palace.OpenPalace]


@pytest.fixture
def opened(
    tmp_path: Path, encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., palace.OpenPalace]]:
    """Opens a new palace that holds some texts or records."""
    doors: list[palace.OpenPalace] = []
    for name in ("CONFIG", "STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: encoder)

    def holding(*items: str | dict[str, object]) -> palace.OpenPalace:
        door = palace.open(tmp_path / "palace.db")
        doors.append(door)
        records = [{"text": item} if isinstance(item, str) else item for item in items]
        assert door.import_records(records).new == len(items)
        return door

    yield holding
    for door in doors:
        door.close()


def others(how_many: int, without: str = "") -> list[str]:
    """Return memories of another person in which none of some characters stands, of all his wings."""
    told = [json.loads(line)["text"] for line in OTHERS.read_text("utf-8").splitlines()]
    fitting = [text for text in told if not set(without) & set(text)]
    return fitting[:: len(fitting) // how_many][:how_many]


def texts(hits: list[dict[str, Any]]) -> list[str]:
    return [hit["text"] for hit in hits]


def test_row_26_a_chinese_question_finds_what_shares_no_word_with_it(opened: Opened):
    door = opened(*others(50, without="睡床觉起"), *ROUTINE)
    hits = door.search("用户的作息习惯", limit=5)
    assert set(ROUTINE) == set(texts(hits)[:3])
    assert all(hit["similarity"] > 0.18 for hit in hits[:3])


@pytest.mark.parametrize("as_heading", [False, True])
def test_row_27_a_long_chinese_note_is_found_by_its_title(
    opened: Opened, encoder: OnnxEncoder, as_heading: bool
):
    title, note = "老屋地暖改造记", long_note()
    assert len(encoder.embed_passage_windows(note)) >= 4
    record: dict[str, object] = (
        {"text": note, "heading": [title]} if as_heading else {"text": f"{title}\n\n{note}"}
    )
    door = opened(*others(12), "老屋的暖气片要放气", "地暖的滤网每年洗一次", record)
    for question in (title, "老屋地暖改造", "地暖改造记"):
        first = door.search(question)[0]
        assert note in first["text"], question
        assert not first["weak"]


def test_row_27_the_middle_of_a_long_note_is_found_by_its_meaning(opened: Opened):
    middle = "楼上的邻居来问过是不是漏水，查下来是他家空调的冷凝水。"
    half = len(long_note()) // 2
    note = f"{long_note()[:half]}\n{middle}\n{long_note()[half:]}"
    door = opened(*COOKING, note)
    assert door.search("upstairs neighbour asked about a leak", limit=3)[0]["text"] == note


@pytest.mark.parametrize(
    "question", ["量子色动力学", "Kubernetes ingress timeout", "护照什么时候到期", "who won the chess final"]
)
def test_rows_28_and_30_where_nothing_is_close_all_that_is_offered_is_weak(opened: Opened, question: str):
    hits = opened(*COOKING).search(question)
    assert hits, "the nearest there are"
    assert all(hit["weak"] for hit in hits)
    cut = Rules().similarity.worth_showing
    assert all(0 <= hit["similarity"] < cut for hit in hits)


@pytest.mark.parametrize(("question", "wanted"), [("what spice goes into the soup", 9), ("虾要煮多久", 2)])
def test_row_30_what_is_close_lies_above_the_same_cut(opened: Opened, question: str, wanted: int):
    first = opened(*COOKING).search(question)[0]
    assert first["text"] == COOKING[wanted]
    assert not first["weak"]


def test_row_29_a_short_question_finds_a_long_note_and_tells_why(opened: Opened):
    note = (
        "Mail setup on the new laptop. Thunderbird talks to the account through Proton Bridge, which listens"
        " on localhost 1143 and 1025; its password is not that of the account but the one that the bridge"
        " shows under mailbox details. After a restart it has to be unlocked by hand, or every folder looks"
        " empty. The certificate is its own, accept it once. Calendar and contacts do not go through it, they"
        " are synchronised with the phone by another program, and the old archive of 2014 lies in a local"
        " folder that is part of the nightly backup."
    )
    door = opened(*others(20), note)
    first = door.search("proton bridge")[0]
    assert first["text"] == note
    assert not first["weak"]
    why = first["why"]
    assert why["words"] == ["proton", "bridge"]
    assert (why["exact"], why["coverage"], why["lexical_rank"]) == (True, 1.0, 1)
    assert why["similarity"] == first["similarity"] is not None
    assert [first["text"][start:end] for start, end in why["marks"]][:2] == ["Proton", "Bridge"]
    assert set(why["weight"]) >= {"value", "importance", "decay", "boost", "stale"}


def test_row_39_age_does_not_hide_what_was_asked_for_word_for_word(opened: Opened):
    year_ago = datetime.now(UTC) - timedelta(days=365)
    old = "The lease of the garage ends with box number 17"
    record: dict[str, object] = {
        "text": old,
        "recorded_at": year_ago.isoformat(),
        "band": "cold",
        "priority": "P2",
        "importance": 0.1,
    }
    newer = [f"The lease of the flat was paid in month {month}" for month in range(1, 13)]
    door = opened(*newer, *others(12), record)
    for question in (old, "lease of the garage", "garage box 17"):
        first = door.search(question)[0]
        assert first["text"] == old, question
        assert first["band"] == "cold"
        assert not first["weak"]
    assert first["why"]["weight"]["value"] < 0.05, "it has faded, and is found all the same"


SAID_TWICE = "上线前由值班的人先看一遍监控面板，再通知客服"


@pytest.mark.parametrize(
    "headings", [([], []), (["发布"], ["发布"]), ([], ["发布"]), (["值班"], ["发布", "步骤"])]
)
def test_row_40_the_same_text_saved_twice_is_the_same_in_the_merge_path(
    opened: Opened, tmp_path: Path, encoder: OnnxEncoder, headings: tuple[list[str], list[str]]
):
    twice: list[dict[str, object]] = [
        {"text": SAID_TWICE, "uid": f"said-{place}", "heading": heading}
        for place, heading in enumerate(headings)
    ]
    door = opened(*COOKING, *twice)
    ids = {door.get(f"said-{place}")["id"] for place in range(2)}
    with closing(bootstrap.open_palace(tmp_path / "palace.db", Settings())) as file:
        [found] = [
            each for each in file.open_conflicts() if {each.left_memory_id, each.right_memory_id} == ids
        ]
        index = SemanticMemories(encoder, file)
        near = {hit.memory_id: hit.similarity for hit in index.alike([min(ids)], Filters(), 5)[min(ids)]}
    assert (found.relation, found.similarity) == (Relation.DUPLICATE, 1.0)
    if headings[0] == headings[1]:
        assert near[max(ids)] == 1.0, "its vector is the same to the last bit"


def test_row_40_a_text_and_its_own_words_as_a_question_are_the_same(opened: Opened):
    hits = opened(*COOKING, SAID_TWICE).search(SAID_TWICE)
    assert hits[0]["text"] == SAID_TWICE
    assert hits[0]["similarity"] == 1.0
