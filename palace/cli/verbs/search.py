"""`palace search`: find memories by words and meaning, offline."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.rendering import memory_line, why_line
from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters, Query, parse_query, priority_of, word_of
from palace.domain.vocabulary import Band, Kind, Wing
from palace.text.masking import masked

if TYPE_CHECKING:
    from palace.services.search import Answer

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """Search and print what was found; exit status 3 when nothing is close."""
    query = _query(invocation)
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
    from palace.services.search import search

    with invocation.palace() as palace:
        semantic = invocation.semantic(palace) if wants_meaning else None
        answer = search(palace, query, invocation.surroundings, semantic, limit=limit)
        model = None if semantic is None else semantic.model_id
    if invocation.wants_json:
        invocation.output.json(_json(text_of_words(arguments.query), answer, model))
    else:
        _print(invocation, answer)
    return NOTHING_FOUND if answer.nothing_close else 0


def _query(invocation: Invocation) -> Query:
    arguments = invocation.arguments
    query = parse_query(text_of_words(arguments.query))
    given = Filters(
        wings=frozenset(word_of(Wing, word) for word in arguments.wing),
        bands=frozenset(word_of(Band, word) for word in arguments.band),
        priorities=frozenset(priority_of(word) for word in arguments.priority),
        kinds=frozenset(word_of(Kind, word) for word in arguments.kind),
    )
    filters = replace(
        query.filters,
        wings=query.filters.wings | given.wings,
        bands=query.filters.bands | given.bands,
        priorities=query.filters.priorities | given.priorities,
        kinds=query.filters.kinds | given.kinds,
    )
    if not query.words and not filters:
        raise InvalidInput("there is nothing to search for", next_step="give a word or a filter")
    return Query(query.words, filters)


def _json(asked: str, answer: Answer, model: str | None) -> dict[str, object]:
    from palace.services.rendering import hit_json

    return {
        "query": asked,
        "mode": answer.mode,
        "model": model,
        "took_ms": round(answer.took_ms, 1),
        "results": [hit_json(hit) for hit in answer.hits],
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
    for hit in answer.hits:
        mark = "~ " if hit.weak else ""
        output.line(mark + memory_line(hit.memory, invocation.catalog))
        if invocation.arguments.explain:
            output.line("    " + why_line(hit, invocation.catalog))
        binding = hit.memory.binding
        if invocation.arguments.agent and binding.complete:
            line = invocation.say(
                "cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—"
            )
            output.line("    " + masked(line))
    if answer.candidate_ids:
        ids = ", ".join(f"#{candidate}" for candidate in answer.candidate_ids)
        output.error(invocation.say("cli.search.candidates", ids=ids))
