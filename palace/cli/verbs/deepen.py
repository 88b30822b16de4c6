"""`palace deepen`: propose rules and skills out of what was met three times."""

from palace import bootstrap
from palace.cli.comparing_on_the_way import follow_up, on_the_way_json, tell_on_the_way
from palace.cli.invocation import Invocation
from palace.domain.deepening import Lesson
from palace.domain.errors import PalaceError
from palace.services.comparing_arrivals import Arrivals
from palace.services.deepening import apply_deepening, cases_not_looked_at, plan_deepening
from palace.services.meaning_ports import Neighbours
from palace.storage.palace_file import PalaceFile


def run(invocation: Invocation) -> int:
    """Put what was found before the review queue, or with --dry-run only show it."""
    dry_run = bool(invocation.arguments.dry_run)
    with invocation.palace() as palace:
        every_case = bool(invocation.arguments.all)
        neighbours = _neighbours(invocation, palace)
        lessons = plan_deepening(palace, invocation.surroundings, neighbours, every_case=every_case)
        left_out = (
            0 if every_case or neighbours is None else cases_not_looked_at(palace, invocation.surroundings)
        )
        candidates: list[int | None] = [None] * len(lessons)
        group = None
        if not dry_run:
            done = apply_deepening(palace, lessons, invocation.surroundings)
            lessons, candidates = [each.lesson for each in done], [each.candidate_id for each in done]
            group = palace.group_of(done[0].decision_id)[0].group if done else None
        found = follow_up(
            invocation, palace, Arrivals(tuple(each for each in candidates if each is not None))
        )
    if invocation.wants_json:
        proposed = zip(lessons, candidates, strict=True)
        invocation.output.json(
            {
                "lessons": [_json(lesson, candidate_id) for lesson, candidate_id in proposed],
                "applied": not dry_run,
                "older_cases_not_compared": left_out,
                "group": group,
                **on_the_way_json(found),
            }
        )
        return 0
    for lesson, candidate_id in zip(lessons, candidates, strict=True):
        _print(invocation, lesson, candidate_id)
    key = "cli.deepen.found" if dry_run else "cli.deepen.proposed"
    invocation.output.line(invocation.say(key if lessons else "cli.deepen.nothing", count=len(lessons)))
    if left_out:
        most = invocation.surroundings.rules.pipeline.cases_looked_at
        invocation.output.line(invocation.say("cli.deepen.left_out", count=left_out, most=most))
    tell_on_the_way(invocation, found)
    return 0


def _neighbours(invocation: Invocation, palace: PalaceFile) -> Neighbours | None:
    """Return the memories by meaning, or None after saying that only equal texts can be told."""
    try:
        return bootstrap.load_semantic(palace, invocation.settings)
    except PalaceError as error:
        reason = invocation.catalog.error(error)
        invocation.output.error(invocation.say("cli.deepen.without_model", reason=reason))
        return None


def _json(lesson: Lesson, candidate_id: int | None) -> dict[str, object]:
    return {
        "depth": lesson.depth,
        "text": lesson.text,
        "when": lesson.binding.when,
        "do": lesson.binding.do,
        "unless": lesson.binding.unless,
        "sightings": lesson.sightings,
        "cases": [{"subject": case.subject, "id": case.id, "text": case.text} for case in lesson.cases],
        "candidate_id": candidate_id,
    }


def _print(invocation: Invocation, lesson: Lesson, candidate_id: int | None) -> None:
    say, output = invocation.say, invocation.output
    output.line(lesson.text if candidate_id is None else f"#{candidate_id}  {lesson.text}")
    if lesson.binding.do:
        binding = lesson.binding
        output.line("  " + say("cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—"))
    for case in lesson.cases:
        subject = say(f"vocabulary.subject.{case.subject}")
        first = case.text.strip().partition("\n")[0]
        output.line("  " + say("cli.deepen.case", subject=subject, id=case.id, text=first[:200]))
