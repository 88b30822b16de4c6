"""The one registry of actions: what can be done, where, with which keys.

Bindings, the footer, the verb bar, help, the palette, the person's own keymap and the key tables of the
README are all made from it. A screen or widget does an action in the method `do_<id>`, dots written as
underscores: `review.approve` is done by `do_review_approve`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from palace.config.keymap import Keymap, KeySlot, check_keymap
from palace.config.settings import Settings

if TYPE_CHECKING:
    from textual.binding import Binding


class Context(StrEnum):
    """Where keys mean something. A key has one meaning in a context and in those around it."""

    EVERYWHERE = "everywhere"
    HOME = "home"
    LIST = "list"
    ROOM = "room"
    TENDING = "tending"
    MEMORY = "memory"
    SEARCH = "search"
    QUEUE = "queue"
    REVIEW = "review"
    CONFLICT = "conflict"
    CONTRADICTION = "contradiction"
    HEALTH = "health"
    JOURNAL = "journal"
    TIMELINE = "timeline"
    IMPORT = "import"
    READING = "reading"
    DIALOG = "dialog"


class Group(StrEnum):
    """What an action is about; the headings of help."""

    GO = "go"
    MOVE = "move"
    LIST = "list"
    MEMORY = "memory"
    DECIDE = "decide"
    UNDO = "undo"
    APP = "app"


class Danger(StrEnum):
    """What an action can do to what is stored."""

    NONE = "none"
    CHANGES = "changes"
    """Writes, and can be undone with one key."""
    GRAVE = "grave"
    """Writes, and asks for a second act first."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    `keys` are as Textual names them, or single characters; `digit` is the twin for input methods that
    swallow letters. `footer` orders the footer, smallest first; None keeps it out of the footer.
    """

    id: str
    keys: tuple[str, ...]
    contexts: frozenset[Context]
    group: Group
    danger: Danger = Danger.NONE
    digit: str = ""
    footer: int | None = None

    @property
    def label_key(self) -> str:
        """The catalogue key of its short name."""
        return f"actions.{self.id}.label"

    @property
    def tooltip_key(self) -> str:
        """The catalogue key of the sentence that says what it does."""
        return f"actions.{self.id}.tooltip"

    @property
    def method(self) -> str:
        """The name of the method that does it."""
        return "do_" + self.id.replace(".", "_")

    def keys_in(self, keymap: Keymap) -> tuple[str, ...]:
        """Return the keys that do it, the person's own if they set any, the digit twin last."""
        keys = keymap.get(self.id, self.keys)
        return (*keys, self.digit) if self.digit and self.digit not in keys else tuple(keys)


def _action(
    action_id: str,
    keys: str,
    contexts: Context | Iterable[Context],
    group: Group,
    footer: int | None = None,
    danger: Danger = Danger.NONE,
    digit: str = "",
) -> Action:
    where = {contexts} if isinstance(contexts, Context) else contexts
    return Action(action_id, tuple(keys.split()), frozenset(where), group, danger, digit, footer)


_C, _G, _CHANGES, _GRAVE = Context, Group, Danger.CHANGES, Danger.GRAVE

_ALL = (
    # Going from place to place
    _action("go.palace", "p f1", _C.EVERYWHERE, _G.GO, 40),
    _action("go.search", "/ f2", _C.EVERYWHERE, _G.GO, 10),
    _action("go.review", "r f3", _C.EVERYWHERE, _G.GO, 20),
    _action("go.health", "h f4", _C.EVERYWHERE, _G.GO, 30),
    _action("go.journal", "j f5", _C.EVERYWHERE, _G.GO, 35),
    _action("go.memory", ":", _C.EVERYWHERE, _G.GO),
    _action("go.timeline", "T f11", _C.EVERYWHERE, _G.GO),
    # The app itself
    _action("app.undo", "u", _C.EVERYWHERE, _G.UNDO, 60, _CHANGES),
    _action("app.redo", "U", _C.EVERYWHERE, _G.UNDO, None, _CHANGES),
    _action("app.help", "?", _C.EVERYWHERE, _G.APP, 0),
    _action("app.palette", "ctrl+p", _C.EVERYWHERE, _G.APP, 70),
    _action("app.theme", "f6", _C.EVERYWHERE, _G.APP),
    _action("app.language", "f7", _C.EVERYWHERE, _G.APP),
    _action("app.reopen", "f8", _C.EVERYWHERE, _G.APP),
    _action("app.quit", "q ctrl+q", _C.EVERYWHERE, _G.APP, 80),
    _action("app.hint_quit", "ctrl+c", _C.EVERYWHERE, _G.APP),
    _action("app.learn", "f10", _C.EVERYWHERE, _G.APP),
    # The floor plan
    *(_action(f"home.wing_{place}", str(place), _C.HOME, _G.GO) for place in range(1, 7)),
    _action("home.left", "left", _C.HOME, _G.MOVE),
    _action("home.right", "right", _C.HOME, _G.MOVE),
    _action("home.up", "up", _C.HOME, _G.MOVE),
    _action("home.down", "down", _C.HOME, _G.MOVE),
    _action("home.enter", "enter", _C.HOME, _G.GO, 5),
    _action("app.import", "i", _C.HOME, _G.APP, digit="7"),
    _action("app.export", "e", _C.HOME, _G.APP, digit="8"),
    # Any long list
    _action("list.up", "up", _C.LIST, _G.MOVE),
    _action("list.down", "down", _C.LIST, _G.MOVE),
    _action("list.page_up", "pageup", _C.LIST, _G.MOVE),
    _action("list.page_down", "pagedown", _C.LIST, _G.MOVE),
    _action("list.first", "home", _C.LIST, _G.MOVE),
    _action("list.last", "end", _C.LIST, _G.MOVE),
    _action("list.open", "enter", _C.LIST, _G.GO),
    # A room, and the memory beside it
    _action("room.leave", "escape backspace", {_C.ROOM, _C.TENDING}, _G.GO, 8),
    _action("room.filter", "f", _C.ROOM, _G.LIST, 6, digit="7"),
    _action("room.order", "o", _C.ROOM, _G.LIST, 7, digit="8"),
    _action("room.other_pane", "tab right", _C.ROOM, _G.MOVE, 9),
    _action("room.previous_wing", "[", _C.ROOM, _G.GO),
    _action("room.next_wing", "]", _C.ROOM, _G.GO),
    _action("memory.edit", "e", _C.TENDING, _G.MEMORY, 11, _CHANGES, digit="4"),
    _action("memory.pin", "i", _C.TENDING, _G.MEMORY, 12, _CHANGES, digit="1"),
    _action("memory.move", "b", _C.TENDING, _G.MEMORY, 13, _CHANGES, digit="2"),
    _action("memory.archive", "a", _C.TENDING, _G.MEMORY, 14, _CHANGES, digit="3"),
    _action("memory.trash", "x delete", _C.TENDING, _G.MEMORY, 15, _CHANGES, digit="9"),
    _action("memory.restore", "t", _C.TENDING, _G.MEMORY, 16, _CHANGES, digit="0"),
    _action("memory.why", "w", _C.TENDING, _G.MEMORY, 17, digit="5"),
    _action("memory.versions", "v", _C.TENDING, _G.MEMORY, 18, digit="6"),
    _action("memory.copy", "y", _C.TENDING, _G.MEMORY, 19),
    _action("memory.scroll_up", "up", _C.MEMORY, _G.MOVE),
    _action("memory.scroll_down", "down", _C.MEMORY, _G.MOVE),
    _action("memory.page_up", "pageup", _C.MEMORY, _G.MOVE),
    _action("memory.page_down", "pagedown space", _C.MEMORY, _G.MOVE),
    _action("memory.first", "home", _C.MEMORY, _G.MOVE),
    _action("memory.last", "end", _C.MEMORY, _G.MOVE),
    _action("memory.follow", "enter", _C.MEMORY, _G.GO, 4),
    _action("memory.to_list", "left shift+tab", _C.MEMORY, _G.MOVE),
    # The journal
    _action("journal.take_back", "t", _C.JOURNAL, _G.UNDO, 4, _CHANGES, digit="1"),
    _action("mode.leave", "escape backspace", {_C.HEALTH, _C.JOURNAL}, _G.GO),
    # Day by day
    _action("timeline.leave", "escape backspace", _C.TIMELINE, _G.GO, 8),
    _action("timeline.jump", "d", _C.TIMELINE, _G.GO, 4, digit="1"),
    _action("timeline.other_clock", "o", _C.TIMELINE, _G.LIST, 5, digit="2"),
    _action("timeline.today", "n", _C.TIMELINE, _G.GO, 6, digit="3"),
    # What comes in from files
    _action("import.apply", "a f9", _C.IMPORT, _G.DECIDE, 1, _CHANGES),
    _action("import.other_part", "tab", _C.IMPORT, _G.MOVE, 2),
    _action("import.leave", "escape", _C.IMPORT, _G.GO, 8),
    # Anything that is read and left again
    _action("reading.leave", "escape backspace", _C.READING, _G.GO, 8),
    _action("dialog.accept", "enter", _C.DIALOG, _G.DECIDE, 1),
    _action("dialog.cancel", "escape", _C.DIALOG, _G.DECIDE, 2),
    _action("dialog.toggle", "space", _C.DIALOG, _G.LIST, 3),
    _action("dialog.page_down", "pagedown", _C.DIALOG, _G.MOVE),
    _action("dialog.page_up", "pageup", _C.DIALOG, _G.MOVE),
    _action("dialog.save", "f9", _C.DIALOG, _G.DECIDE, 4),
    _action("form.approve", "f5", _C.DIALOG, _G.DECIDE, 5),
    _action("form.editor", "f4", _C.DIALOG, _G.DECIDE, 6),
    # Search
    _action("search.leave", "escape", _C.SEARCH, _G.GO, 8),
    _action("search.open", "enter", _C.SEARCH, _G.GO, 5),
    _action("search.down", "down", _C.SEARCH, _G.MOVE),
    _action("search.up", "up", _C.SEARCH, _G.MOVE),
    _action("search.page_down", "pagedown", _C.SEARCH, _G.MOVE),
    _action("search.page_up", "pageup", _C.SEARCH, _G.MOVE),
    _action("search.why", "f9", _C.SEARCH, _G.LIST, 6),
    _action("search.complete", "tab", _C.SEARCH, _G.MOVE, 7),
    _action("search.save", "ctrl+n", _C.SEARCH, _G.LIST, 9, _CHANGES),
    # Review
    _action("review.approve", "y", _C.REVIEW, _G.DECIDE, 1, _CHANGES, digit="1"),
    _action("review.reject", "n", _C.REVIEW, _G.DECIDE, 2, _CHANGES, digit="2"),
    _action("review.skip", "s", _C.REVIEW, _G.DECIDE, 3, _CHANGES, digit="3"),
    _action("review.edit", "e", _C.REVIEW, _G.DECIDE, 4, _CHANGES, digit="4"),
    _action("review.replace", "R", _C.REVIEW, _G.DECIDE, 5, _CHANGES, digit="5"),
    _action("review.snooze", "z", _C.REVIEW, _G.DECIDE, 6, _CHANGES, digit="6"),
    _action("review.filter", "f", _C.REVIEW, _G.LIST, 9, digit="7"),
    _action("review.order", "o", _C.REVIEW, _G.LIST, 13, digit="8"),
    _action("review.to_pair", "t", _C.REVIEW, _G.GO, 0, digit="0"),
    # The queue of pairs
    _action("conflict.follow", "y", _C.CONFLICT, _G.DECIDE, 1, _CHANGES, digit="1"),
    _action("conflict.keep_left", "< ,", _C.CONFLICT, _G.DECIDE, 2, _CHANGES, digit="2"),
    _action("conflict.keep_right", "> .", _C.CONFLICT, _G.DECIDE, 3, _CHANGES, digit="3"),
    _action("conflict.keep_both", "b", _C.CONFLICT, _G.DECIDE, 4, _CHANGES, digit="4"),
    _action("conflict.merge", "m", _C.CONFLICT, _G.DECIDE, 5, _CHANGES, digit="5"),
    _action("conflict.skip", "s", _C.CONFLICT, _G.DECIDE, 6, _CHANGES, digit="6"),
    _action("conflict.snooze", "z", _C.CONFLICT, _G.DECIDE, 7, _CHANGES, digit="7"),
    _action("conflict.dismiss", "n", _C.CONFLICT, _G.DECIDE, 8, _CHANGES, digit="8"),
    # The queue of what contradicts a P0
    _action("contradiction.keep", "k", _C.CONTRADICTION, _G.DECIDE, 1, _CHANGES, digit="1"),
    _action("contradiction.replace", "R", _C.CONTRADICTION, _G.DECIDE, 2, _GRAVE, digit="2"),
    _action("contradiction.amend", "a", _C.CONTRADICTION, _G.DECIDE, 3, _GRAVE, digit="3"),
    _action("contradiction.keep_both", "b", _C.CONTRADICTION, _G.DECIDE, 4, _CHANGES, digit="4"),
    _action("contradiction.skip", "s", _C.CONTRADICTION, _G.DECIDE, 5, _CHANGES, digit="5"),
    _action("contradiction.snooze", "z", _C.CONTRADICTION, _G.DECIDE, 6, _CHANGES, digit="6"),
    _action("contradiction.dismiss", "n", _C.CONTRADICTION, _G.DECIDE, 7, _CHANGES, digit="7"),
    _action(
        "pairs.find_all", "A", {_C.CONFLICT, _C.CONTRADICTION, _C.HEALTH}, _G.LIST, 32, _CHANGES, digit="0"
    ),
    # Any queue
    _action("queue.next_queue", "tab", _C.QUEUE, _G.GO, 7),
    _action("queue.previous_queue", "shift+tab", _C.QUEUE, _G.GO),
    _action("review.effects", "c", _C.QUEUE, _G.LIST, 12, digit="9"),
    _action("review.mark", "space", _C.QUEUE, _G.LIST, 8),
    _action("review.mark_range", "v", _C.QUEUE, _G.LIST),
    _action("review.mark_all", "V", _C.QUEUE, _G.LIST),
    _action("review.next", "J down", _C.QUEUE, _G.MOVE, 8),
    _action("review.previous", "K up", _C.QUEUE, _G.MOVE),
    _action("review.detail", "enter", _C.QUEUE, _G.LIST, 10),
    _action("review.page_down", "pagedown", _C.QUEUE, _G.MOVE),
    _action("review.page_up", "pageup", _C.QUEUE, _G.MOVE),
    _action("review.leave", "escape backspace", _C.QUEUE, _G.GO, 11),
    _action("scene.choose", "S", _C.EVERYWHERE, _G.APP),
    # What the palace does by itself
    _action("jobs.run_due", "f12", _C.EVERYWHERE, _G.APP, None, _CHANGES),
)

ACTIONS: Mapping[str, Action] = MappingProxyType({action.id: action for action in _ALL})
"""Every action by its id, in the order in which help lists them."""

NEEDED = frozenset({"app.quit", "app.help", "app.undo"})
"""Actions that can be given other keys but never none."""

AROUND: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        Context.EVERYWHERE: frozenset({Context.EVERYWHERE}),
        Context.HOME: frozenset({Context.HOME, Context.EVERYWHERE}),
        Context.LIST: frozenset(
            {
                *(Context.LIST, Context.ROOM, Context.TENDING, Context.HEALTH, Context.JOURNAL),
                *(Context.TIMELINE, Context.IMPORT, Context.EVERYWHERE),
            }
        ),
        Context.ROOM: frozenset({Context.ROOM, Context.TENDING, Context.EVERYWHERE}),
        Context.TENDING: frozenset({Context.TENDING, Context.ROOM, Context.EVERYWHERE}),
        Context.MEMORY: frozenset({Context.MEMORY, Context.TENDING, Context.ROOM, Context.EVERYWHERE}),
        Context.SEARCH: frozenset({Context.SEARCH, Context.EVERYWHERE}),
        Context.QUEUE: frozenset(
            {
                *(Context.QUEUE, Context.REVIEW, Context.CONFLICT, Context.CONTRADICTION),
                Context.EVERYWHERE,
            }
        ),
        Context.REVIEW: frozenset({Context.REVIEW, Context.QUEUE, Context.EVERYWHERE}),
        Context.CONFLICT: frozenset({Context.CONFLICT, Context.QUEUE, Context.EVERYWHERE}),
        Context.CONTRADICTION: frozenset({Context.CONTRADICTION, Context.QUEUE, Context.EVERYWHERE}),
        Context.HEALTH: frozenset({Context.HEALTH, Context.EVERYWHERE}),
        Context.JOURNAL: frozenset({Context.JOURNAL, Context.EVERYWHERE}),
        Context.TIMELINE: frozenset({Context.TIMELINE, Context.EVERYWHERE}),
        Context.IMPORT: frozenset({Context.IMPORT, Context.EVERYWHERE}),
        Context.READING: frozenset({Context.READING}),
        Context.DIALOG: frozenset({Context.DIALOG}),
    }
)
"""The contexts in which a key of one context would meet a key of another."""

_FULL_WIDTH_OF = str.maketrans(
    {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F) if not chr(code).isalpha()}
)


def with_full_width(key: str) -> tuple[str, ...]:
    """Return a key and, for a digit or mark, its full-width twin that a Chinese input method types."""
    twin = key.translate(_FULL_WIDTH_OF) if len(key) == 1 else key
    return (key,) if twin == key else (key, twin)


def key_string(keys: Iterable[str]) -> str:
    """Return keys with their full-width twins as Textual writes a choice of keys."""
    return ",".join(_name(twin) for key in keys for twin in with_full_width(key))


def _name(key: str) -> str:
    return "comma" if key == "," else "fullwidth_comma" if key == "，" else key


def actions_in(context: Context) -> tuple[Action, ...]:
    """Return the actions of a context, in their order."""
    return tuple(action for action in ACTIONS.values() if context in action.contexts)


def footer_actions_of(contexts: Iterable[Context]) -> list[Action]:
    """Return the actions that the footer of some contexts names, most wanted first."""
    found = {action.id: action for context in contexts for action in actions_in(context)}
    shown = [action for action in found.values() if action.footer is not None]
    return sorted(shown, key=lambda action: action.footer or 0)


def bindings_in(context: Context) -> "list[Binding]":
    """Return the bindings of a context with the default keys; the person's own come by their ids."""
    from textual.binding import Binding

    return [
        Binding(key_string(action.keys_in({})), f"act('{action.id}')", show=False, id=action.id)
        for action in actions_in(context)
    ]


VIM: Keymap = MappingProxyType(
    {
        "list.down": ("down", "j"),
        "list.up": ("up", "k"),
        "list.first": ("home", "g"),
        "list.last": ("end", "G"),
        "memory.scroll_down": ("down", "j"),
        "memory.scroll_up": ("up", "k"),
        "home.left": ("left", "h"),
        "home.down": ("down", "j"),
        "home.up": ("up", "k"),
        "home.right": ("right", "l"),
        "review.next": ("j", "down"),
        "review.previous": ("k", "up"),
        "contradiction.keep": ("K",),
        "go.health": ("H", "f4"),
        "go.journal": ("J", "f5"),
    }
)
"""The preset for hands that know vim: h, j, k and l walk, so health and journal move to H and J."""


def keymap_of(settings: Settings) -> Keymap:
    """Return the keys that differ from the defaults: the preset's, and over them the person's own.

    Raises InvalidInput naming the file and what is wrong with a key.
    """
    preset = VIM if settings.key_preset == "vim" else {}
    keymap = {**preset, **settings.keys}
    slots = [
        KeySlot(
            action.id,
            action.keys,
            frozenset(action.contexts),
            needed=action.id in NEEDED,
            fixed_keys=(action.digit,) if action.digit else (),
        )
        for action in ACTIONS.values()
    ]
    check_keymap(keymap, slots, AROUND, settings.file)
    return MappingProxyType(keymap)


def textual_keymap(keymap: Keymap) -> dict[str, str]:
    """Return the person's keys as `App.set_keymap` takes them, digit twins kept."""
    return {
        action_id: key_string(ACTIONS[action_id].keys_in(keymap)) or f"no_key_for_{action_id}"
        for action_id in keymap
    }
