import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import palace
from palace.domain import (
    candidate,
    conflict,
    core_memory,
    errors,
    journal,
    pipeline,
    recommendation,
    vocabulary,
)
from palace.domain.errors import InvalidInput, NotFound, PalaceError
from palace.domain.plurals import with_numbers_chosen, without_choices
from palace.i18n.catalog import (
    LANGUAGES,
    Catalog,
    Language,
    MissingText,
    error_texts_of,
    pick_language,
    texts_of,
)
from palace.services.readings import Remark

PACKAGE = Path(palace.__file__).parent
ERROR_NAMES = {
    name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, PalaceError)
}


COUNTED = re.compile(
    r"\{(?:count|memories|lines|days|files|statements|size|searches|rows)(?::,)?\} (?:\w+ )?\w+s\b"
)
"""A number of its own before what looks like a plural."""


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(without_choices(template)) if name is not None}


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(PACKAGE).as_posix(), node


def called_name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def error_classes() -> set[str]:
    """Names of PalaceError, of everything made from it anywhere in the package, and of what is said alike."""
    names = {*ERROR_NAMES, "Remark"}
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    while grown := {name for name, own in bases.items() if own & names and name not in names}:
        names |= grown
    return names


def named_texts(path: str) -> dict[str, list[str]]:
    """The texts that a module gives names to, by name."""
    named: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for target in node.targets:
                if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                    named.setdefault(target.id, []).append(node.value.value)
    return named


def branches(text: ast.expr) -> list[ast.expr]:
    """What an expression may come to: both sides of `a if b else c`, else itself."""
    if isinstance(text, ast.IfExp):
        return [*branches(text.body), *branches(text.orelse)]
    return [text]


def error_templates() -> set[tuple[str, str]]:
    names = error_classes()
    found: set[tuple[str, str]] = set()
    for path, call in calls():
        if called_name(call) not in names:
            continue
        for text in [*call.args[:1], *(word.value for word in call.keywords if word.arg == "next_step")]:
            for branch in branches(text):
                if isinstance(branch, ast.Constant) and isinstance(branch.value, str) and branch.value:
                    found.add((path, branch.value))
                elif isinstance(branch, ast.Name):
                    found.update(
                        (path, template) for template in named_texts(path).get(branch.id, []) if template
                    )
    return found


def test_both_languages_hold_the_same_keys_and_placeholders() -> None:
    english, chinese = texts_of("en"), texts_of("zh")
    assert english.keys() == chinese.keys()
    assert [key for key in english if placeholders(english[key]) != placeholders(chinese[key])] == []


def test_no_text_is_empty() -> None:
    assert [
        key for language in LANGUAGES for key, text in texts_of(language).items() if not text.strip()
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_method_has_a_name(language: Language) -> None:
    catalog = Catalog(language)
    groups = {
        "wing": vocabulary.Wing,
        "wing_meaning": vocabulary.Wing,
        "band": vocabulary.Band,
        "band_meaning": vocabulary.Band,
        "layer": vocabulary.Layer,
        "priority": vocabulary.Priority,
        "priority_meaning": vocabulary.Priority,
        "kind": vocabulary.Kind,
        "status": vocabulary.Status,
        "source_kind": vocabulary.SourceKind,
        "link": vocabulary.LinkKind,
        "axis": vocabulary.Axis,
        "stage": pipeline.Stage,
        "lack": pipeline.Lack,
        "verdict": candidate.Verdict,
        "resolution": conflict.Resolution,
        "relation": conflict.Relation,
        "weighed_axis": recommendation.WeighedAxis,
        "advice": recommendation.Advice,
        "core_effect": core_memory.Effect,
        "verb": journal.Verb,
        "done": journal.Verb,
        "actor": journal.Actor,
        "subject": journal.Subject,
    }
    for group, words in groups.items():
        for word in words:
            assert catalog.text(f"vocabulary.{group}.{word}")


def test_every_error_has_its_chinese_words() -> None:
    chinese = error_texts_of("zh")
    missing = [
        (path, template)
        for path, template in sorted(error_templates())
        if f"templates.{template}" not in chinese
    ]
    assert missing == []


def test_translated_errors_show_the_same_values() -> None:
    strange = [
        key
        for key, text in error_texts_of("zh").items()
        if key.startswith("templates.") and placeholders(text) != placeholders(key)
    ]
    assert strange == []


def test_every_text_that_the_program_asks_for_is_there() -> None:
    known = texts_of("en")
    missing = sorted(
        (path, call.args[0].value)
        for path, call in calls()
        if called_name(call) in {"text", "say"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
        and call.args[0].value not in known
    )
    assert missing == []


def test_a_missing_key_or_value_is_an_error_and_never_shown() -> None:
    catalog = Catalog("en")
    with pytest.raises(MissingText, match="no such key"):
        catalog.text("no such key")
    with pytest.raises(MissingText, match="next_step"):
        catalog.text("frame.with_next_step", message="x")


def test_values_are_never_read_as_templates() -> None:
    shown = Catalog("en").text("frame.with_next_step", message="{secret} [/", next_step="{0}")
    assert shown == "{secret} [/ — {0}"


def test_errors_are_told_in_the_language_of_the_person() -> None:
    error = InvalidInput("there is no language “{language}”", next_step="it is en or zh", language="{fr}")
    assert Catalog("en").error(error) == "there is no language “{fr}” — it is en or zh"
    assert Catalog("zh").error(error) == "没有“{fr}”这种语言——可用 en 或 zh"
    assert Catalog("zh").error(NotFound("something untranslated")) == "something untranslated"


@pytest.mark.parametrize(
    ("explicit", "configured", "environ", "language"),
    [
        ("zh", "en", {"LANG": "en_US.UTF-8"}, "zh"),
        (None, "zh", {"LANG": "en_US.UTF-8"}, "zh"),
        (None, "auto", {"LANG": "zh_CN.UTF-8"}, "zh"),
        (None, None, {"LC_ALL": "zh_TW.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
        (None, None, {"LC_ALL": "", "LC_MESSAGES": "en_GB", "LANG": "zh_CN"}, "en"),
        (None, None, {"LC_ALL": "C", "LANG": "zh_CN"}, "en"),
        (None, None, {}, "en"),
        ("auto", "zh", {}, "zh"),
    ],
)
def test_the_language_is_picked_from_the_nearest_wish(
    explicit: str | None, configured: str | None, environ: dict[str, str], language: str
) -> None:
    assert pick_language(explicit, configured, environ) == language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InvalidInput, match="fr"):
        pick_language("fr", None, {})


@pytest.mark.parametrize(
    ("count", "told"),
    [(1, "1 line"), (2, "2 lines"), (0, "0 lines"), ("1", "1 line"), ("1,001", "1,001 lines")],
)
def test_a_noun_agrees_with_its_number(count: object, told: str) -> None:
    values = {"count": count}
    assert with_numbers_chosen("{count} {count?line|lines}", values).format(**values) == told


def test_no_english_text_counts_one_thing_as_many() -> None:
    """A number of its own (`{count}`) before a plural stands with both forms, save where it is never one."""
    told = {key: text for key, text in texts_of("en").items() if COUNTED.search(text)}
    assert told.keys() <= {"tui.edit.too_long", "tui.code.several"}, told


def test_no_error_or_remark_counts_one_thing_as_many() -> None:
    """The templates are the keys of their translation; all that may stand here never count one."""
    never_one = ("{count} P0 memories would change", "exactly {count} records: mem0 cuts")
    counted = [
        key.removeprefix("templates.")
        for key in error_texts_of("zh")
        if key.startswith("templates.") and COUNTED.search(key)
    ]
    assert [template for template in counted if not template.startswith(never_one)] == []


def test_an_error_and_a_remark_agree_with_their_number() -> None:
    template = "{count} {count?row stays|rows stay} behind in {table}"
    one, two = {"count": 1, "table": "memory"}, {"count": 2, "table": "memory"}
    assert NotFound(template, next_step=template, **one).message == "1 row stays behind in memory"
    assert NotFound("gone", next_step=template, **one).next_step == "1 row stays behind in memory"
    assert Remark(template, two).text == "2 rows stay behind in memory"
    assert Catalog("en").sentence(template, one) == "1 row stays behind in memory"


def test_the_two_forms_of_a_noun_stand_only_where_the_number_is_a_placeholder() -> None:
    for language in LANGUAGES:
        for key, text in texts_of(language).items():
            chosen = set(re.findall(r"\{(\w+)\?", text))
            assert chosen <= placeholders(text), key
