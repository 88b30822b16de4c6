"""`palace approve`: let a newcomer replace the P0 that it contradicts, or amend it, by typing its code."""

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.verbs.settle import check_seen, finish, settle_one
from palace.domain.errors import InvalidInput
from palace.domain.identifiers import id_with_versions
from palace.services.conflict_queue import entry_to_settle
from palace.services.settling_verbs import amending, keeping_right


def run(invocation: Invocation) -> int:
    """Replace or amend; without the code exit status 4, with before, after and the code to type."""
    arguments, surroundings = invocation.arguments, invocation.surroundings
    named = id_with_versions(arguments.id)
    if named is None:
        raise InvalidInput(
            "“{word}” is not the number of a contradiction",
            next_step="palace contradictions lists them",
            word=arguments.id[:80],
        )
    conflict_id, versions = named
    with invocation.palace() as palace:
        entry = entry_to_settle(palace, conflict_id)
        check_seen(entry, versions)
        if not entry.contradiction:
            raise InvalidInput(
                "conflict #{id} contradicts no P0", next_step="palace settle {id} keep_right", id=conflict_id
            )
        if arguments.text is None:
            how = keeping_right(surroundings)
        else:
            how = amending(surroundings, text_of_words([arguments.text]))
        report = settle_one(invocation, palace, entry, how)
        finish(invocation, palace, report)
    return max((error.exit_status for _, error in report.failed), default=0)
