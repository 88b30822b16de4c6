"""`palace classify`: suggest kind, wing, priority, importance and scenes of statements, with the reasons."""

from collections.abc import Iterable
from pathlib import Path

from palace import bootstrap
from palace.cli.invocation import Invocation, text_of_words
from palace.cli.output import first_line
from palace.cli.rendering import reason_in_words
from palace.cli.verbs.binding import json_lines
from palace.domain.errors import InvalidInput, PalaceError
from palace.services.classifying import Classifier, Suggestion
from palace.services.meaning_ports import Encoder
from palace.text.classification import guess_kind


def run(invocation: Invocation) -> int:
    """Classify the statements of a JSON Lines file, or the one that is given; no palace is opened."""
    arguments = invocation.arguments
    if arguments.jsonl:
        rows = list(json_lines(Path(arguments.jsonl).expanduser()))
    elif arguments.text:
        rows = [("", text_of_words(arguments.text))]
    else:
        raise InvalidInput("there is no sentence to read", next_step="give one, or --jsonl FILE")
    encoder = None if arguments.words_only else _encoder(invocation, [text for _, text in rows])
    classifier = Classifier(invocation.settings.rules.importance, encoder, arguments.scene)
    for name, text in rows:
        _tell(invocation, name, text, classifier.suggest(text))
    return 0


def _encoder(invocation: Invocation, texts: Iterable[str]) -> Encoder | None:
    """Return the model where a statement needs it; None after saying why it cannot take part."""
    if all(guess_kind(text).sure for text in texts):
        return None
    try:
        return bootstrap.load_encoder(invocation.settings)
    except PalaceError as error:
        invocation.output.error(
            invocation.say("cli.classify.rules_only", reason=invocation.catalog.error(error))
        )
        return None


def _tell(invocation: Invocation, name: object, text: str, suggestion: Suggestion) -> None:
    if invocation.wants_json:
        invocation.output.json(
            {
                "id": name,
                "kind": suggestion.kind,
                "wing": suggestion.wing,
                "priority": suggestion.priority,
                "importance": round(suggestion.importance, 3),
                "scenes": list(suggestion.scenes),
                "why": {
                    part: {
                        "rule": reason.rule,
                        "words": reason.words,
                        "in_words": reason_in_words(part, reason, invocation.catalog),
                    }
                    for part, reason in suggestion.why.items()
                },
            }
        )
        return
    say = invocation.say
    invocation.output.line(first_line(text))
    invocation.output.line(
        say(
            "cli.classify.suggestion",
            kind=say(f"vocabulary.kind.{suggestion.kind}"),
            wing=say(f"vocabulary.wing.{suggestion.wing}"),
            priority=suggestion.priority,
            importance=f"{suggestion.importance:.2f}",
            scenes=" ".join(suggestion.scenes) or "—",
        )
    )
    for part, reason in suggestion.why.items():
        invocation.output.line("  " + reason_in_words(part, reason, invocation.catalog))
