"""The dictionary forms that an inflected English word may have: `slipped` → `slip`, `kept` → `keep`.

Every form that could be meant is offered; the dictionary that is asked knows which of them exist.
"""

from functools import lru_cache

SHORTEST_STEM = 2
"""An ending is taken off only where this many letters are left."""

_IRREGULAR = """
be: am is are was were been being
have: has had having
do: does did done doing
go: goes went gone going
say: said
get: got gotten
make: made
take: took taken
give: gave given
come: came
become: became
run: ran
see: saw seen
know: knew known
think: thought
find: found
tell: told
leave: left
feel: felt
keep: kept
sleep: slept
begin: began begun
bring: brought
buy: bought
catch: caught
teach: taught
seek: sought
fight: fought
write: wrote written
rewrite: rewrote rewritten
stand: stood
understand: understood
hear: heard
mean: meant
meet: met
pay: paid
lay: laid
lie: lay lain lying
lead: led
read: read
grow: grew grown
throw: threw thrown
draw: drew drawn
withdraw: withdrew withdrawn
fly: flew flown
blow: blew blown
lose: lost
fall: fell fallen
send: sent
spend: spent
lend: lent
bend: bent
build: built
rebuild: rebuilt
deal: dealt
drive: drove driven
ride: rode ridden
rise: rose risen
choose: chose chosen
freeze: froze frozen
speak: spoke spoken
break: broke broken
wake: woke woken
steal: stole stolen
wear: wore worn
tear: tore torn
swear: swore sworn
bear: bore borne born
eat: ate eaten
beat: beaten
forget: forgot forgotten
forgive: forgave forgiven
forbid: forbade forbidden
hide: hid hidden
bite: bit bitten
shake: shook shaken
mistake: mistook mistaken
overtake: overtook overtaken
drink: drank drunk
sing: sang sung
ring: rang rung
sink: sank sunk
swim: swam swum
win: won
sit: sat
sell: sold
hold: held
withhold: withheld
light: lit
shoot: shot
shine: shone
slide: slid
stick: stuck
strike: struck
swing: swung
hang: hung
dig: dug
feed: fed
bleed: bled
breed: bred
flee: fled
bind: bound
wind: wound
grind: ground
show: shown
sew: sewn
learn: learnt
burn: burnt
dream: dreamt
spell: spelt
smell: smelt
spill: spilt
man: men
woman: women
child: children
person: people
foot: feet
tooth: teeth
mouse: mice
goose: geese
leaf: leaves
knife: knives
life: lives
wife: wives
half: halves
shelf: shelves
good: better best
bad: worse worst
little: less least
much: more most
far: further furthest farther
datum: data
index: indices
matrix: matrices
analysis: analyses
criterion: criteria
"""

_FORMS: dict[str, str] = {
    form: lemma
    for lemma, _, forms in (line.partition(": ") for line in _IRREGULAR.split("\n") if line)
    for form in forms.split()
}

_CLITICS = ("'s", "s'", "'re", "'ve", "'ll", "'d", "'m")


@lru_cache(maxsize=16384)
def dictionary_forms(word: str) -> tuple[str, ...]:
    """Return the forms under which a lower-case word may stand in a dictionary, likeliest first.

    The word itself is always the first of them.
    """
    found = [word]
    for clitic in _CLITICS:
        if word.endswith(clitic) and len(word) > len(clitic) + 1:
            bare = word[: -len(clitic)] + ("s" if clitic == "s'" else "")
            found += dictionary_forms(bare)
    if word in _FORMS:
        found.append(_FORMS[word])
    if word.isascii() and word.isalpha():
        found += _without_endings(word)
    return tuple(dict.fromkeys(found))


def _without_endings(word: str) -> list[str]:
    found: list[str] = []
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        found += _stems(word, "ies", ("y", "ie")) + _stems(word, "es", ("", "e")) + _stems(word, "s", ("",))
    for ending in ("ed", "ing", "er", "est"):
        if word.endswith(ending):
            found += _participle_stems(word, ending)
    found += _stems(word, "ied", ("y",)) + _stems(word, "ily", ("y",)) + _stems(word, "ly", ("", "le"))
    return found


def _participle_stems(word: str, ending: str) -> list[str]:
    stem = word[: -len(ending)]
    if len(stem) < SHORTEST_STEM:
        return []
    if len(stem) > SHORTEST_STEM and stem[-1] == stem[-2]:
        return [stem[:-1], stem, stem + "e"] if stem[-1] not in "ls" else [stem, stem[:-1], stem + "e"]
    return [stem, stem + "e", stem[:-1] + "y"] if stem.endswith("i") else [stem, stem + "e"]


def _stems(word: str, ending: str, replacements: tuple[str, ...]) -> list[str]:
    stem = word[: -len(ending)]
    if not word.endswith(ending) or len(stem) < SHORTEST_STEM:
        return []
    return [stem + replacement for replacement in replacements]
