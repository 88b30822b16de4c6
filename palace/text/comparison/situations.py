"""Situations: what the numbers of the evidence mean together, each a named number from 0 to about 1.

A difference weighs by how much of the rest the texts have in common (`common_ground`), and by whether it is
the only one: two texts that differ in one value are about one matter, two that also differ in what it is a
value of are not.
"""

from collections.abc import Mapping

Numbers = Mapping[str, float]

OPPOSED = tuple(f"opposed_{axis}" for axis in ("state", "preference", "polarity", "date", "number", "entity"))
CLASHES = (
    "affix_negates",
    "number_clash",
    "date_clash",
    "number_past",
    "date_past",
    "polarity_clash",
    "swapped",
    "former",
    "attribute_clash",
    "exclusion",
)


def situations(evidence: Numbers) -> dict[str, float]:
    """Return the situations in which two texts stand by their evidence."""
    found: dict[str, float] = {}
    for group in (_shares, _of_differences, _of_values, _of_denials, _of_things):
        found.update(group(evidence))
    return found


def common_ground(evidence: Numbers) -> float:
    """Return how much two texts have in common beside their differences, 0 to 1."""
    rest = (evidence["rest_low"] + evidence["rest_high"]) / 2
    return _clipped((0.6 * rest + 0.4 * evidence["similarity"] - 0.25) / 0.5)


def _clipped(value: float) -> float:
    return max(0.0, min(1.0, value))


def _holds(*conditions: bool) -> float:
    return float(all(conditions))


def _shares(e: Numbers) -> dict[str, float]:
    return {
        "cover_gap": e["cover_high"] - e["cover_low"],
        "both_covered": _holds(e["cover_low"] > 0.85),
        "one_covered": _holds(e["cover_high"] > 0.85),
        "little_similarity": max(0.0, 0.5 - e["similarity"]),
    }


def _difference(e: Numbers) -> float:
    return max(*(e[name] for name in CLASHES), *(e[name] for name in OPPOSED))


def _of_differences(e: Numbers) -> dict[str, float]:
    difference = _difference(e)
    elsewhere = e["scope_differs"] + e["person_differs"] > 0
    return {
        "difference": difference,
        "difference_cover": difference * e["cover_low"],
        "no_difference_cover_low": _holds(difference == 0) * e["cover_low"],
        "no_difference_cover_high": _holds(difference == 0) * e["cover_high"],
        "difference_elsewhere": difference * _holds(elsewhere),
        "difference_rest_low": difference * e["rest_low"],
        "difference_rest_high": difference * e["rest_high"],
        "swapped_alone": e["swapped"] * _holds(e["extra_low"] < 0.5, e["thing_both"] == 0),
        "swapped_apart": e["swapped"] * _holds(e["extra_low"] >= 0.5, e["extra_high"] >= 0.5),
        "converse_on_ground": e["converse"] * common_ground(e),
        "past_on_ground": e["former"] * common_ground(e),
        "newer_on_ground": e["newer"] * common_ground(e),
        "only_one_denies": e["one_denies"] * common_ground(e),
        "one_difference": _holds(e["differences"] == 1) * common_ground(e),
        "differences_beyond": max(0.0, e["differences"] - 1) * _holds(e["newer"] == 0),
    }


def _value_difference(e: Numbers) -> float:
    return max(e["number_clash"], e["date_clash"], e["number_past"], e["date_past"])


def _opposed(e: Numbers) -> float:
    return max(e[name] for name in OPPOSED)


def _replaced(e: Numbers) -> float:
    return e["thing_both"] + 0.5 * (e["thing_one"] > 0)


def _of_values(e: Numbers) -> dict[str, float]:
    ground = common_ground(e)
    alone = _holds(_replaced(e) == 0, _opposed(e) == 0)
    value = max(e["number_clash"] > 0, e["number_past"], e["date_clash"] > 0, e["date_past"])
    number, date = max(e["number_clash"], e["number_past"]), max(e["date_clash"], e["date_past"])
    return {
        "values_apart": _holds(e["values_only_low"] > 0, number == 0, date == 0)
        * ground
        * alone
        * e["rest_free"],
        "only_number": number * ground * alone,
        "only_date": date * ground * alone,
        "number_and_more": number * ground * (1 - alone),
        "date_and_more": date * ground * (1 - alone),
        "value_of_one_facet": value * e["facet_shared"] * _holds(e["parts_differ"] == 0),
        "difference_of_parts": _holds(e["parts_differ"] > 0, _stands_apart(e)),
        "parts_alone": _holds(e["parts_differ"] > 0, not _stands_apart(e), value == 0),
        "parts_as_values": e["parts_said"] * _holds(not _stands_apart(e), value == 0) * ground,
        "facets_apart_on_ground": e["facets_apart"] * ground,
        "excluded_on_ground": e["exclusion"] * ground,
    }


def _stands_apart(e: Numbers) -> bool:
    """Return whether two texts differ in more than in a value: in what they deny, allow, or call a state."""
    return max(e["polarity_clash"], e["forces_clash"], e["number_clash"], _opposed(e)) > 0


def _of_denials(e: Numbers) -> dict[str, float]:
    ground = common_ground(e)
    clash, apart = e["polarity_clash"], e["polarity_apart"] > 0
    alone = _holds(_value_difference(e) == 0, _replaced(e) <= 0.5)
    found = {
        "denied": clash * ground * _holds(not apart),
        "denied_elsewhere": clash * ground * _holds(apart),
        "against": e["forces_clash"] * ground,
        "against_other_act": e["forces_clash"] * e["forces_apart"],
        "against_alone": e["forces_clash"] * ground * alone,
        "all_or_some": e["extents_differ"] * ground,
        "denied_cover": clash * ground * e["polarity_cover"],
        "opposed_and_more": _opposed(e) * ground * (1 - alone),
    }
    for axis in ("state", "preference", "polarity", "date"):
        found[f"only_opposed_{axis}"] = e[f"opposed_{axis}"] * ground * alone
    return found


def _other_matter(e: Numbers) -> float:
    """Return how surely two likings or choices are of different matters; what is opposed is of one."""
    return max(e["likings_apart"], e["choices_apart"]) * _holds(_opposed(e) == 0, e["polarity_clash"] == 0)


def _of_things(e: Numbers) -> dict[str, float]:
    ground = common_ground(e)
    in_subject = e["thing_subject"] > 0 or e["thing_start"] > 0
    one = e["thing_both"] == 1 and _value_difference(e) == 0 and _opposed(e) == 0
    one_said = _holds(one, not in_subject) * ground
    tight = _holds(e["thing_both"] == 1, e["extra_low"] < 1)
    replaced = _replaced(e) > 0
    return {
        "one_thing": tight,
        "one_thing_rest": tight * e["rest_low"],
        "one_thing_not_many": tight * _holds(e["room_many"] == 0) * e["rest_low"],
        "one_thing_elsewhere": tight * _holds(e["scope_differs"] + e["person_differs"] > 0),
        "thing_in_what_is_said": one_said * e["thing_said"],
        "thing_in_subject": _holds(one, in_subject) * ground,
        "thing_anywhere": one_said * _holds(e["thing_said"] == 0),
        "thing_of_one": one_said * _holds(e["room_one"] > 0),
        "thing_of_many": one_said * _holds(e["room_many"] > 0),
        "thing_in_like_texts": one_said * max(0.0, e["similarity"] - 0.7) * 3,
        "thing_of_one_sort": _holds(one) * e["thing_field"] * ground,
        "things": _holds(e["thing_both"] > 1) * ground,
        "value_word_led_in": one_said
        * _holds(e["thing_single"] > 0, e["room_many"] == 0)
        * e["thing_led_in"],
        "other_choice": _holds(replaced, _value_difference(e) == 0, not in_subject, not _other_matter(e))
        * e["choice"]
        * ground,
        "other_matter": _other_matter(e),
        "thing_beside_same_value": _holds(replaced, e["number_same"] + e["date_same"] > 0),
        "thing_beside_denial": _holds(replaced, e["polarity_clash"] > 0),
        "other_predicate": _holds(replaced, e["thing_with_verb"] > 0) * ground,
        "sole_thing": _holds(one, not in_subject, e["rest_low"] > 0.85, e["extra_low"] < 0.4),
        "other_name": _holds(e["names_only_low"] > 0, not in_subject) * ground,
        "other_name_of_one": _holds(e["names_only_low"] > 0, e["room_one"] > 0) * ground,
    }
