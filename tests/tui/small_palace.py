"""A small palace made through the use cases, at a fixed instant, for the tests of the app."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Link, Source
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, SourceKind, Wing
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")

LINES = (
    ("identity", "hot", "P0", "fact", "时区 GMT+8，所有提醒按此换算", 40),
    ("identity", "hot", "P0", "preference", "Never commit on Fridays after 16:00", 38),
    ("identity", "warm", "P1", "fact", "习惯早上九点开始工作，先看日程", 20),
    ("knowledge", "hot", "P1", "decision", "选 SQLite 而不是 Postgres：本地优先，零依赖", 12),
    (
        "knowledge",
        "warm",
        "P1",
        "fact",
        "Cannot find module xxx: kill the old process, then install again",
        9,
    ),
    ("knowledge", "warm", "P2", "fact", "BGE beats ada for Chinese by eleven points on our own notes", 3),
    ("knowledge", "cold", "P2", "fact", "左肺 6 mm 结节，六月复查", 60),
    ("knowledge", "cold", "P2", "fact", "The scanner in the hall needs the driver of 2019", 80),
    ("social", "hot", "P1", "preference", "回复先给结论，再给理由", 30),
    ("social", "warm", "P1", "fact", "王工喜欢邮件，不接陌生电话", 15),
    ("history", "warm", "P1", "event", "迁移 67 条记忆，零丢失", 6),
    ("history", "cold", "P2", "summary", "Week 9: release shipped, two rollbacks, one lesson", 14),
    ("reflection", "warm", "P1", "failure", "升级后先确认旧服务进程已退出，再验证搜索", 5),
    ("reflection", "hot", "P1", "correction", "不要在没有备份时运行迁移", 22),
)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def new_uids(first: int = 1) -> Callable[[], str]:
    """Return a source of uids that gives the same ones in every run; another `first`, others."""
    numbers = count(first)
    return lambda: uuid7(NOW, next(numbers).to_bytes(10, "big"))


def surroundings(clock: Clock | None = None, first_uid: int = 1) -> Surroundings:
    """Return the surroundings of the tests: a fixed clock, Shanghai, the default rules."""
    return Surroundings(clock=clock or Clock(), zone=ZONE, rules=Rules(), new_uid=new_uids(first_uid))


def open_small_palace(path: Path, around: Surroundings) -> PalaceFile:
    """Open a palace with the clock and uids of the tests."""
    return PalaceFile.open(path, clock=around.clock, new_uid=around.new_uid, rules=around.rules, zone=ZONE)


def build_small_palace(path: Path) -> Surroundings:
    """Make a palace of fourteen memories with links, versions, use and four candidates."""
    around = surroundings()
    with PalaceFile.create(
        path, clock=around.clock, new_uid=around.new_uid, rules=around.rules, zone=ZONE
    ) as palace:
        for place, (wing, band, priority, kind, text, days) in enumerate(LINES):
            statement = Statement(
                text=text,
                wing=Wing(wing),
                band=Band(band),
                priority=Priority(priority),
                kind=Kind(kind),
                recorded_at=NOW - timedelta(days=days),
                source=Source(SourceKind.FILE, 0.6, origin=f"memory/2026-02-{place + 1:02}.md:{place + 3}"),
                scenes=("deploy",) if kind == "failure" else (),
                binding=Binding("升级服务时", "检查旧进程并跑一次搜索", "容器整体替换")
                if kind == "failure"
                else Binding(),
            )
            add_memory(palace, statement, around, Actor.PERSON)
        with palace.unit_of_work(Actor.PERSON) as work:
            work.add_link(Link(4, 5, LinkKind.CITES, NOW))
            work.add_link(Link(13, 14, LinkKind.DERIVED_FROM, NOW))
            work.record(Verb.EDIT, Subject.MEMORY, 4, summary="links")
        with palace.unit_of_work(Actor.PERSON) as work:
            memory = work.memory(4)
            work.save_memory(replace(memory, text="选 SQLite 而不是 Postgres：本地优先，零依赖，一个文件"))
            work.record(Verb.EDIT, Subject.MEMORY, 4, summary=memory.text)
        with palace.unit_of_work(Actor.AGENT) as work:
            work.count_use(9, hit=True, at=NOW - timedelta(days=1))
            work.count_use(9, hit=False, at=NOW - timedelta(days=1))
        for place, text in enumerate(
            (
                "体检复查定在六月十日",
                "The build is red after every dependency bump",
                "周报周五发",
                "Prefer tea",
            )
        ):
            add_candidate(
                palace,
                Statement(
                    text=text,
                    recorded_at=NOW - timedelta(days=place),
                    source=Source(SourceKind.AGENT, 0.4, origin=f"memory/2026-03-{place + 1:02}.md:7"),
                ),
                around,
                Actor.AGENT,
                express=place == 2,
            )
    return around
