import pytest

from palace.config.keymap import KeySlot, check_keymap, parse_keys
from palace.domain.errors import InvalidInput

SLOTS = (
    KeySlot("app.quit", ("q",), frozenset({"everywhere"}), needed=True),
    KeySlot("app.undo", ("u",), frozenset({"everywhere"}), needed=True),
    KeySlot("review.approve", ("y",), frozenset({"review"}), fixed_keys=("1",)),
    KeySlot("review.reject", ("n",), frozenset({"review"}), fixed_keys=("2",)),
    KeySlot("home.wing_1", ("1",), frozenset({"home"})),
    KeySlot("dialog.accept", ("enter",), frozenset({"dialog"})),
)
AROUND = {
    "everywhere": frozenset({"everywhere"}),
    "review": frozenset({"review", "everywhere"}),
    "home": frozenset({"home", "everywhere"}),
    "dialog": frozenset({"dialog"}),
}


def check(keymap: dict[str, tuple[str, ...]]) -> None:
    check_keymap(keymap, SLOTS, AROUND, "config.toml")


def test_keys_may_be_one_or_several_and_nested_or_quoted() -> None:
    preset, keys = parse_keys(
        {"preset": "vim", "review.approve": "a", "app": {"quit": ["ctrl+x", "Q", "Q"]}, "home.wing_1": []},
        "f",
    )
    assert preset == "vim"
    assert keys == {"review.approve": ("a",), "app.quit": ("ctrl+x", "Q"), "home.wing_1": ()}


def test_an_action_may_move_to_any_free_key() -> None:
    check({})
    check({"review.approve": ("a", "f9"), "app.quit": ("ctrl+q",), "home.wing_1": ()})


def test_two_actions_may_change_places() -> None:
    check({"review.approve": ("n",), "review.reject": ("y",)})


def test_the_same_key_may_mean_two_things_where_they_never_meet() -> None:
    check({"dialog.accept": ("q", "y")})


def test_an_unknown_action_is_named_with_the_nearest() -> None:
    with pytest.raises(InvalidInput) as caught:
        check({"review.aprove": ("a",)})
    assert "keys.review.aprove" in caught.value.message
    assert "keys.review.approve" in caught.value.next_step


@pytest.mark.parametrize(
    ("keymap", "one", "other"),
    [
        ({"review.approve": ("n",)}, "review.approve", "review.reject"),
        ({"review.approve": ("q",)}, "app.quit", "review.approve"),
        ({"review.approve": ("2",)}, "review.approve", "review.reject"),
        ({"app.undo": ("q",)}, "app.quit", "app.undo"),
        ({"app.undo": ("1",)}, "app.undo", "review.approve"),
    ],
)
def test_a_key_with_two_meanings_names_both(keymap: dict[str, tuple[str, ...]], one: str, other: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        check(keymap)
    assert f"“{one}”" in caught.value.message
    assert f"“{other}”" in caught.value.message
    assert "config.toml" in caught.value.message


def test_what_is_needed_may_move_but_never_lose_its_keys() -> None:
    with pytest.raises(InvalidInput, match=r"app\.undo"):
        check({"app.undo": ()})
