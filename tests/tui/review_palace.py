"""A palace with candidates of every sort, made through the use cases, for the tests of the review."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from palace.domain.candidate import Evidence
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.services.remembering import Statement, add_candidate
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.tui.beside_the_app import BUILT, around_now
from tests.tui.small_palace import NOW, ZONE, build_small_palace, open_small_palace

CANDIDATES = (
    ("升级后先看旧进程退出没有，再跑一次搜索", "failure", 20, 3),
    ("Dependency bumps go in on Mondays, never before a release", "decision", 15, 2),
    ("周报在周五下午四点前发", "preference", 9, 2),
    ("The hall scanner needs the driver of 2019", "fact", 6, 1),
    ("Mia prefers a phone call to a long thread", "fact", 5, 2),
    ("体检报告存在 health/2026 下", "fact", 4, 1),
    ("回滚用上一个镜像，不重新构建", "skill", 17, 3),
    ("Backups run at three, before the indexing", "fact", 3, 1),
    ("打印标签前先清纸路", "failure", 2, 1),
    ("Tea in the morning, coffee only after lunch", "preference", 1, 1),
)


def build_review_palace(path: Path) -> Surroundings:
    """Make the small palace with ten candidates more, the first of which has its binding."""
    build_small_palace(path)
    around = around_now()
    with open_small_palace(path, around) as palace:
        for place, (text, kind, days, sightings) in enumerate(CANDIDATES):
            add_seen(palace, around, text, kind=Kind(kind), days=days, sightings=sightings, place=place)
        with palace.unit_of_work(Actor.PERSON) as work:
            bound = work.candidate(candidate_id(palace, CANDIDATES[0][0]))
            binding = Binding("服务升级完成时", "检查旧进程并跑一次搜索", "")
            work.save_candidate(replace(bound, binding=binding, wing=Wing.REFLECTION))
            work.record(Verb.EDIT, Subject.CANDIDATE, bound.id, summary=BUILT)
    return around


def add_seen(
    palace: PalaceFile,
    around: Surroundings,
    text: str,
    *,
    kind: Kind = Kind.FACT,
    days: int = 1,
    sightings: int = 1,
    place: int = 0,
) -> None:
    """Add a candidate that was first seen some days ago and on as many days as `sightings`."""
    first = NOW - timedelta(days=days)
    add_candidate(
        palace,
        Statement(
            text=text,
            kind=kind,
            band=Band.WARM,
            priority=Priority.P1,
            recorded_at=first,
            source=Source(SourceKind.AGENT, 0.4, origin=f"memory/2026-02-{place + 1:02}.md:{place + 12}"),
        ),
        around,
        Actor.AGENT,
        express=False,
    )
    number = candidate_id(palace, text)
    with palace.unit_of_work(Actor.AGENT) as work:
        for more in range(1, sightings):
            seen_at = first + timedelta(days=more)
            origin = f"memory/2026-02-{place + 1 + more:02}.md:{40 + more}"
            day = seen_at.astimezone(ZONE).date()
            work.add_evidence(Evidence(number, source=origin, day=day, seen_at=seen_at, origin=origin))
        work.record(Verb.SEE, Subject.CANDIDATE, number, summary=text[:200])


def candidate_id(palace: PalaceFile, text: str) -> int:
    """Return the id of the open candidate with a text."""
    return next(each.id for each in palace.open_candidates() if each.text == text)
