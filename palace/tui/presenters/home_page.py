"""The whole floor plan screen as lines: what is painted before the app itself is there to paint it."""

from collections.abc import Sequence

from palace.config.keymap import Keymap
from palace.domain.vocabulary import Wing
from palace.services.browsing import FloorPlan
from palace.tui.actions import ACTIONS, Action, Context, footer_actions_of
from palace.tui.presenters.floor_plan import Arrangement, arrangement, plan_lines
from palace.tui.presenters.frame_lines import FooterEntry, fits_in_title, footer, title_line, waiting_line
from palace.tui.presenters.health_line import health_line, named_health_line
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line

TITLES_READ = 12
"""Titles that are read for each room; large screens show that many."""

MARGIN = 1
"""Cells on both sides of the plan."""

LOW = 20
"""Below so many lines of screen the plan has no free lines around it."""


def home_page(plan: FloorPlan, name: str, keymap: Keymap, say: Say, cells: int, lines: int) -> Sequence[Line]:
    """Return the floor plan screen, one line for each line of a terminal of this size."""
    air = 0 if lines < LOW else 1
    numbers, scores = numbers_in_words(plan, say), scores_in_title(plan, say, cells)
    title = title_line(say("tui.home.title"), name, numbers, cells, scores)
    room = lines - 4 - 3 * air
    inner = cells - 2 * MARGIN
    space: Piece = (" " * MARGIN, Tone.PLAIN)
    shown = plan_arranged(plan, inner, room, say)
    rooms = [(space, *line) for line in rooms_and_scores(plan, inner, room, shown, Wing.IDENTITY, say)]
    indent: Piece = (" " * (2 * air), Tone.PLAIN)
    review = key_word(_first_key(ACTIONS["go.review"], keymap))
    waiting = (indent, *waiting_line(plan.waiting, review, say, cells - 4 * air))
    entries = (
        FooterEntry(action.id, key_word(_first_key(action, keymap)), say(action.label_key))
        for action in footer_actions_of((Context.HOME, Context.EVERYWHERE))
        if action.id != "app.help"
    )
    help_key = key_word(_first_key(ACTIONS["app.help"], keymap))
    keys = footer(entries, FooterEntry("app.help", help_key, say("tui.footer.more")), cells)
    blank = [EMPTY] * air
    body = [*blank, *rooms[:room], *[EMPTY] * (room - len(rooms)), *blank, waiting, *blank]
    return [title, *body[: max(0, lines - 3)], EMPTY, keys.line][:lines]


def numbers_in_words(plan: FloorPlan, say: Say) -> str:
    """Return how many memories there are and how many are new."""
    return say("tui.home.numbers", memories=f"{plan.memories:,}", new=f"{plan.new_today:,}")


def scores_in_title(plan: FloorPlan | None, say: Say, cells: int) -> Line:
    """Return how well the palace is, where the title has room for it, else nothing."""
    if plan is None:
        return EMPTY
    scores = health_line(plan.health, say)
    fits = fits_in_title(say("tui.home.title"), numbers_in_words(plan, say), scores, cells)
    return scores if fits else EMPTY


def plan_arranged(plan: FloorPlan | None, cells: int, lines: int, say: Say) -> Arrangement:
    """Return how the rooms stand in a space, of which the scores take a line where the title has none."""
    return arrangement(cells, lines - (1 if _scores_below(plan, cells, lines, say) else 0))


def rooms_and_scores(
    plan: FloorPlan | None, cells: int, lines: int, arranged: Arrangement, selected: Wing, say: Say
) -> list[Line]:
    """Return the rooms, and in the last line how well the palace is, unless the title says it."""
    rooms = plan_lines(plan, cells, arranged, selected, say)
    below = _scores_below(plan, cells, lines, say)
    return [*rooms, *[EMPTY] * (lines - 1 - len(rooms)), below] if below else rooms


def _scores_below(plan: FloorPlan | None, cells: int, lines: int, say: Say) -> Line:
    if plan is None or lines <= len(Wing) or scores_in_title(plan, say, cells + 2 * MARGIN):
        return EMPTY
    return cut_line(named_health_line(plan.health, say, cells), cells)


def _first_key(action: Action, keymap: Keymap) -> str:
    return action.keys_in(keymap)[0]
