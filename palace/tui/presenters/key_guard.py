"""Which keys may decide something, and which are accidents.

A verdict needs a person who has seen the item. Five accidents look like one and are told apart by time:

- a key typed before the item was painted;
- a key on its way while another program changes the item: it shows anew, and nobody has read it yet;
- a key typed while the last verdict is still being written;
- a key that the keyboard repeats because it is held down: the first repetition comes some tenths of a
  second after the press, the others follow closely, so a key that has just decided something must stay
  quiet for a moment before it decides the next item;
- characters pasted into a terminal that does not mark pastes: many keys within a few milliseconds.

Undo and redo are about no item: what was decided last is taken back, seen or not. Such a key is patient;
pressed on purpose while something is written, it counts as soon as that is done.

Times are seconds on the monotonic clock, as the terminal's events carry them.
"""

from dataclasses import dataclass
from enum import StrEnum


class Accident(StrEnum):
    """Why a key decided nothing."""

    UNSEEN = "unseen"
    CHANGED = "changed"
    BUSY = "busy"
    HELD = "held"
    BURST = "burst"


@dataclass(frozen=True, slots=True)
class GuardTimes:
    """How long the guard waits, in seconds.

    `repeats_within`: a key that decided something and comes again within this time may be held down;
    keyboards begin to repeat after 0.2 to 0.7 s. `repeats_every`: the longest time between two repetitions
    of a held key. `burst_gap`: keys that follow each other more closely than this come from a paste.
    `quiet`: how long no key may come before keys count again after a held key or a burst.
    `reading`: how long an item that changed under the person's eyes stands before a key may decide it.
    """

    repeats_within: float = 0.7
    repeats_every: float = 0.1
    burst_gap: float = 0.01
    quiet: float = 0.12
    reading: float = 0.6


@dataclass(frozen=True, slots=True)
class Press:
    """A key that may decide something once `wait` seconds have passed without another key."""

    key: str
    at: float
    wait: float


class KeyGuard:
    """Keeps watch over one queue. Every key that reaches the queue is told to it, verbs or not.

    A verb's key goes `press` → (wait) → `confirm`; the verdict is written between `begin` and `painted`.
    """

    def __init__(self, times: GuardTimes | None = None) -> None:
        self.times = times or GuardTimes()
        self._seen_at: float | None = None
        self._readable_from = float("-inf")
        self._painted_last: object = None
        self._pressed: Press | None = None
        self._patient: list[Press] = []
        self._last_key = ""
        self._last_at = float("-inf")
        self._decided_key = ""
        self._deaf_because: Accident | None = None
        self._accident: Accident | None = None

    @property
    def accident(self) -> Accident | None:
        """Why the last press decided nothing, None when it did or still may."""
        return self._accident

    @property
    def open(self) -> bool:
        """Whether an item is on the screen and nothing is being written."""
        return self._seen_at is not None

    @property
    def idle(self) -> bool:
        """Whether an item is on the screen and no press waits to be confirmed."""
        return self._seen_at is not None and self._pressed is None and not self._patient

    def readable(self, at: float) -> bool:
        """Whether an item that changed under the person's eyes stands there long enough to be read."""
        return at >= self._readable_from

    def painted(self, at: float, item: object = None, *, changed: bool = False) -> None:
        """Tell that the item a verdict would be about stands on the screen since `at`.

        `item` tells it and its version apart from others; `changed` that it is no longer what stood there.
        """
        self._seen_at = at
        if changed:
            self._readable_from = at + self.times.reading
        elif item != self._painted_last:
            self._readable_from = at
        self._painted_last = item

    def begin(self) -> None:
        """Tell that a verdict is being written, or that the item on the screen is no longer the one meant."""
        self._seen_at = None
        self._pressed = None

    def other(self, key: str, at: float) -> Accident | None:
        """Tell of a key that decides nothing by itself; return BURST where it belongs to one."""
        return Accident.BURST if self._note(key, at) is Accident.BURST else None

    def press(self, key: str, at: float, *, patient: bool = False) -> Press | None:
        """Return the press that may decide, or None with `accident` saying why not.

        A `patient` one is about no item and waits for whatever is being written.
        """
        before_key, before_at = self._last_key, self._last_at
        interrupted = self._note(key, at)
        if interrupted or self._deaf_because is not None:
            self._accident = interrupted or self._deaf_because
            return None
        if patient and (self._seen_at is None or at < self._seen_at or self._patient):
            self._accident = None
            self._patient.append(Press(key, at, self.times.repeats_every))
            return self._patient[-1]
        if self._seen_at is None:
            self._accident = Accident.BUSY
            return None
        if at < self._seen_at:
            self._accident = Accident.UNSEEN
            return None
        if not self.readable(at):
            self._accident = Accident.CHANGED
            return None
        self._accident = None
        repeated = key == self._decided_key == before_key and at - before_at < self.times.repeats_within
        self._pressed = Press(key, at, self.times.repeats_every if repeated else self.times.burst_gap)
        return self._pressed

    def forget(self, press: Press) -> None:
        """Tell that a press was refused and will not be confirmed."""
        if self._pressed is press:
            self._pressed = None
        self._patient = [each for each in self._patient if each is not press]

    def waits(self, press: Press) -> bool:
        """Whether a patient press still stands, and waits for what is being written or stands before it."""
        stands = any(each is press for each in self._patient)
        return stands and (self._seen_at is None or self._patient[0] is not press)

    def confirm(self, press: Press) -> bool:
        """Return whether the press still stands after its wait; it then counts as having decided."""
        if self._seen_at is not None and self._patient and self._patient[0] is press:
            self._patient.pop(0)
            self._decided_key = press.key
            return True
        if self._pressed is not press or self._seen_at is None:
            return False
        self._pressed = None
        self._decided_key = press.key
        return True

    def _note(self, key: str, at: float) -> Accident | None:
        """Take note of any key; return the accident that it reveals together with the keys before it."""
        since_last = at - self._last_at
        pressed, same = self._pressed, key == self._last_key
        self._last_key, self._last_at = key, at
        if self._deaf_because is not None:
            if since_last < self.times.quiet:
                return self._deaf_because
            self._deaf_because = None
        if pressed is not None and since_last < max(pressed.wait, self.times.burst_gap):
            held = same and pressed.wait > self.times.burst_gap
            return self._turn_deaf(Accident.HELD if held else Accident.BURST)
        deciding = key == self._decided_key or any(press.key == key for press in self._patient)
        if same and deciding and since_last < self.times.repeats_every:
            return self._turn_deaf(Accident.HELD)
        if since_last < self.times.burst_gap:
            return self._turn_deaf(Accident.BURST)
        return None

    def _turn_deaf(self, accident: Accident) -> Accident:
        self._pressed = None
        self._patient.clear()
        self._deaf_because = accident
        self._accident = accident
        return accident
