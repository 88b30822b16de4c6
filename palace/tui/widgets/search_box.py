"""The box of the search: what is typed there can be completed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from textual.message import Message

from palace.services.completing import Completion, begins_scene, complete, without_begun
from palace.tui.widgets.writing import LineBox


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be put in, and which of it stands in the box already (None: none yet)."""

    completion: Completion
    taken: int | None = None


class SearchBox(LineBox):
    """One line in which a question is typed. `scenes` are those that are offered, the commonest first."""

    class RubbedOut(Message):
        """The key that deletes was pressed in an empty box: it is meant for what is chosen below."""

    language: str = "en"
    today: date = date.min
    scenes: Sequence[str] = ()
    _going: Offer | None = None
    _went_to: str = ""

    @property
    def offer(self) -> Offer | None:
        """What may be put in at the cursor just now."""
        if self._going is not None and self.value == self._went_to:
            return self._going
        found = complete(self.value, self.cursor_position, self.language, self.scenes, self.today)
        return None if found is None else Offer(found)

    @property
    def question(self) -> str:
        """What is asked: all that was typed but a filter whose value is still to come."""
        return without_begun(self.value, self.cursor_position)

    @property
    def wants_scenes(self) -> bool:
        """Whether a scene is being typed."""
        return begins_scene(self.value, self.cursor_position)

    def put_in(self) -> bool:
        """Put in what is offered first, or in its place what is offered next; False where nothing is."""
        offer = self.offer
        if offer is None:
            return False
        found = offer.completion
        at = 0 if offer.taken is None else (offer.taken + 1) % len(found.choices)
        choice = found.choices[at]
        value = self.value[: found.start] + choice + self.value[found.end :]
        if self.max_length and len(value) > self.max_length:
            return False
        end = found.start + len(choice)
        # A name is completed once, and its values are offered next; values can be gone through.
        goes_on = len(found.choices) > 1 and not choice.endswith(":")
        self._going = Offer(Completion(found.start, end, found.choices), at) if goes_on else None
        self._went_to = value
        self.value = value
        self.cursor_position = end
        return True

    def action_delete_right(self) -> None:
        """Delete what stands right of the cursor; in an empty box, say so."""
        if self.value:
            super().action_delete_right()
        else:
            self.post_message(self.RubbedOut())
