"""`palace review`: the queue in the app, line by line with --plain, or as JSON."""

from palace.cli.invocation import Invocation
from palace.services.rendering import candidate_json


def run(invocation: Invocation) -> int:
    """Review the pending candidates."""
    if invocation.wants_json:
        return _list(invocation)
    if invocation.arguments.plain:
        from palace.cli.plain_review import review_line_by_line

        return review_line_by_line(invocation)
    from palace.cli.opening import open_app

    return open_app(invocation, invocation.palace_path, make_if_missing=False, mode="review")


def _list(invocation: Invocation) -> int:
    from palace.services.review import candidate_queue

    with invocation.palace() as palace:
        queue = candidate_queue(palace, invocation.surroundings)
        waiting = palace.waiting()
    invocation.output.json(
        {
            "candidates": [candidate_json(entry) for entry in queue],
            "conflicts": waiting.conflicts,
            "contradictions": waiting.contradictions,
        }
    )
    return 0
