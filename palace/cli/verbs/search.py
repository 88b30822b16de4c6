"""`palace search`: find memories by words and meaning, offline."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation, text_of_words
from palace.domain.errors import InvalidInput
from palace.domain.filter_words import FilterName
from palace.domain.filters import Query, filters_of
from palace.domain.journal import Actor
from palace.text.masking import masked

if TYPE_CHECKING:
    from palace.services.meaning_ports import SemanticIndex
    from palace.services.search import Answer, Hit
    from palace.storage.palace_file import PalaceFile

NOTHING_FOUND = 3

OPTIONS = {
    "wing": FilterName.WING,
    "band": FilterName.BAND,
    "priority": FilterName.PRIORITY,
    "kind": FilterName.KIND,
}
"""The filters that are options too."""


def run(invocation: Invocation) -> int:
    """Search and print what was found; exit status 3 when nothing is close."""
    return search_for(invocation, text_of_words(invocation.arguments.query))


def search_for(invocation: Invocation, typed: str) -> int:
    """Search for a question as it was typed and print what was found; exit status 3 when nothing is close."""
    query = _query(invocation, typed)
    arguments = invocation.arguments
    rules = invocation.settings.rules.search
    limit = arguments.limit or (rules.agent_limit if arguments.agent else rules.page)
    if arguments.as_of:
        from palace.cli.verbs.list_memories import list_believed

        return list_believed(invocation, query, limit)
    wants_meaning = bool(query.words) and not arguments.words_only
    if wants_meaning:
        invocation.expect_semantic()
    # Only now, so that the network is read while this is imported.
    from palace.services.asking import ask
    from palace.services.loading import scenes_at_work

    with invocation.palace() as palace:
        # Days such as 7d are told from the clock of the palace, which is known only now.
        query = _query(invocation, typed)
        semantic = _of_one_model(invocation, palace) if wants_meaning else None
        answer = ask(
            palace,
            query,
            invocation.surroundings,
            semantic,
            limit=limit,
            scenes=scenes_at_work(palace, arguments.active_scene),
        )
        model = None if semantic is None else semantic.model_id
        _keep(invocation, palace, typed, answer)
    if invocation.wants_json:
        invocation.output.json(_json(typed, answer, model))
    else:
        _print(invocation, answer)
    return NOTHING_FOUND if answer.nothing_close else 0


def _of_one_model(invocation: Invocation, palace: PalaceFile) -> SemanticIndex | None:
    """Return the semantic index, None where there is none or no memory has a vector of its model.

    Where the palace was embedded by another model, how far it has come with this one is said.
    """
    semantic = invocation.semantic(palace)
    others = [] if semantic is None else palace.other_models(semantic.model_id)
    if semantic is None or not others:
        return semantic
    current, total = palace.vector_coverage(semantic.model_id)
    if current < total:
        told = {"current": current, "total": total, "model": semantic.model_id, "others": ", ".join(others)}
        invocation.output.error(invocation.say("cli.search.other_model", **told))
    return semantic if current else None


def _query(invocation: Invocation, typed: str) -> Query:
    from palace.services.asking import read_question

    given = {name: getattr(invocation.arguments, option) for option, name in OPTIONS.items()}
    query = read_question(typed, invocation.surroundings, filters_of(given))
    if not query.words and not query.filters:
        raise InvalidInput("there is nothing to search for", next_step="give a word or a filter")
    return query


def _keep(invocation: Invocation, palace: PalaceFile, typed: str, answer: Answer) -> None:
    """Keep what a person asked; what programs and agents ask is not the person's to ask again."""
    if invocation.wants_json or invocation.arguments.agent or invocation.actor is not Actor.PERSON:
        return
    from palace.config.paths import state_directory
    from palace.files.search_file import SearchFile
    from palace.services.asking import keep_question

    kept = SearchFile(state_directory(os.environ), palace.path, palace.meta("palace_uid") or "")
    keep_question(kept, typed, answer, invocation.surroundings)


def _json(asked: str, answer: Answer, model: str | None) -> dict[str, object]:
    from palace.services.rendering import hits_json

    return {
        "query": asked,
        "mode": answer.mode,
        "model": model,
        "took_ms": round(answer.took_ms, 1),
        "results": hits_json(answer),
    }


def _print(invocation: Invocation, answer: Answer) -> None:
    from palace.services.search import Mode

    output = invocation.output
    if answer.mode is Mode.LEXICAL and not invocation.arguments.words_only:
        output.error(invocation.say("cli.search.words_only"))
    if answer.nothing_close:
        key = "cli.list.none" if answer.mode is Mode.FILTERS else "cli.search.nothing_close"
        output.error(invocation.say(key))
        if answer.hits:
            output.line(invocation.say("cli.search.weak"))
    for hit, lines in zip(answer.hits, _told(invocation, answer), strict=True):
        mark = "~ " if hit.weak else ""
        output.line(mark + lines[0])
        for line in lines[1:]:
            output.line("    " + line)
        binding = hit.memory.binding
        if invocation.arguments.agent and binding.complete:
            line = invocation.say(
                "cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—"
            )
            output.line("    " + masked(line))
    if answer.candidate_ids:
        ids = ", ".join(f"#{candidate}" for candidate in answer.candidate_ids)
        output.error(invocation.say("cli.search.candidates", ids=ids))


def _told(invocation: Invocation, answer: Answer) -> list[list[str]]:
    """Return each hit as its line, with those that explain it where that was asked for."""
    from palace.cli.found_lines import found_line, why_lines
    from palace.services.explaining_hits import terms_of

    terms, explain, catalog = terms_of(answer.query.words), invocation.arguments.explain, invocation.catalog

    def lines(hit: Hit) -> list[str]:
        first = found_line(hit, terms, catalog, marking=explain)
        return [first, *why_lines(hit, terms, answer.mode, catalog)] if explain else [first]

    return [lines(hit) for hit in answer.hits]
