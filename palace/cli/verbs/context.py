"""`palace context`: what an agent should load now; what is printed is counted as loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation
from palace.services.rendering import memory_json
from palace.text.masking import masked

if TYPE_CHECKING:
    from palace.domain.memory import Memory
    from palace.services.loading import Context, Loaded
    from palace.storage.palace_file import PalaceFile

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """Print it and count the loads; exit status 3 when there is nothing to load."""
    from palace.services.asking import check_scenes
    from palace.services.loading import TOKENS, context_for, record_loads, scenes_at_work

    arguments = invocation.arguments
    query = str(arguments.query or "").strip()
    if query:
        invocation.expect_semantic()
    with invocation.palace() as palace:
        named = [str(scene) for scene in arguments.scene]
        check_scenes(palace, named)
        scenes = named or sorted(scenes_at_work(palace))
        found = _found(invocation, palace, query, scenes) if query else []
        context = context_for(palace, invocation.surroundings, scenes, found, arguments.budget or TOKENS)
        if context.loaded and not palace.read_only_because:
            ids = [each.memory.id for each in context.loaded]
            record_loads(palace, ids, invocation.surroundings, invocation.actor)
    if invocation.wants_json:
        invocation.output.json(_json(context, query))
    else:
        _print(invocation, context)
    return 0 if context.loaded else NOTHING_FOUND


def _found(invocation: Invocation, palace: PalaceFile, query: str, scenes: list[str]) -> list[Memory]:
    from palace.services.asking import ask, read_question

    answer = ask(
        palace,
        read_question(query, invocation.surroundings),
        invocation.surroundings,
        invocation.semantic(palace),
        limit=invocation.surroundings.rules.search.agent_limit,
        scenes=frozenset(scenes),
    )
    return [hit.memory for hit in answer.hits if not hit.weak]


def _json(context: Context, query: str) -> dict[str, object]:
    return {
        "scenes": list(context.scenes),
        "query": query or None,
        "memories": [
            {"loaded_as": each.loaded_as.value, "tokens": each.tokens, **memory_json(each.memory)}
            for each in context.loaded
        ],
        "left_out": list(context.left_out),
        "hot_lines": context.lines,
        "tokens": context.tokens,
        "budget": context.budget,
    }


def _print(invocation: Invocation, context: Context) -> None:
    output, say = invocation.output, invocation.say
    heading = ""
    for each in context.loaded:
        if heading != each.loaded_as:
            heading = each.loaded_as
            output.line("## " + say(f"cli.context.{heading}", scenes=", ".join(context.scenes)))
        output.lines(_lines(invocation, each))
    if not context.loaded:
        output.error(say("cli.context.nothing"))
    if context.left_out:
        ids = ", ".join(f"#{memory_id}" for memory_id in context.left_out)
        output.error(say("cli.context.left_out", ids=ids, tokens=context.tokens, budget=context.budget))


def _lines(invocation: Invocation, each: Loaded) -> str:
    memory, binding = each.memory, each.memory.binding
    text = f"- #{memory.id} [{memory.priority}] {masked(memory.text)}"
    if binding.complete:
        told = invocation.say("cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—")
        text += f"\n  {masked(told)}"
    return text
