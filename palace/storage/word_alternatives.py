"""Other words that stand for words of a question: synonyms, what sounds or is spelled alike.

Synonyms are looked for always. For a word that stands nowhere in the palace it is also tried what a person
may have meant: Chinese characters of the same sound, the sound in Latin letters, a word spelled much alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from palace.storage.database import Database
from palace.storage.full_text import TextIndex
from palace.text.everyday_words import further_words_in, is_everyday_word
from palace.text.query_synonyms import is_known_word, synonyms_in
from palace.text.stemming import stem
from palace.text.syllables import homophones, romanised, syllables, syllables_of

SYNONYM_SHARE, EVERYDAY_SHARE, SOUND_SHARE, SPELLING_SHARE = 0.7, 0.6, 0.8, 0.85
"""How much of a word another one counts that means (by the narrow dictionary, by the wide one), sounds or is
spelled the same."""

MOST_ROWS = 1000
"""Another word that stands in more rows than this says too little."""

MOST_HOMOPHONES = 40
"""So many characters of the same sound are tried in the place of one; the common ones come first."""

MOST_GUESSED = 5
"""For so many words of a question it is tried what was meant."""

LOOSE = frozenset("不就要在有什么个后前能的了他她它我你几往从跟和给到多会很都也还再先去来上下里哪这那是得该")
"""Characters that mostly stand for themselves: a pair with one of them is hardly a word typed wrong."""

SHORTEST_SPELLED = 4
LONG_WORD = 8
"""Words of fewer letters are not guessed at; in one of this many two letters may be wrong instead of one."""

MOST_SPELLED_ALIKE = 3
MOST_SYLLABLES = 8


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other words for a word of a question.

    `word` is the question's own, folded; `phrases` are the tokens of the others; `share` is how much of the
    word they count, `rows` are the rows that hold one of them.
    """

    word: str
    phrases: tuple[tuple[str, ...], ...]
    share: float
    rows: tuple[int, ...]


def alternatives(
    database: Database, index: TextIndex, question: str, words: Sequence[str], unseen: Sequence[str]
) -> list[Alternative]:
    """Return what stands for words of a question; `unseen` are those of `words` that no row holds."""
    finder = _Finder(database, index)
    found = [finder.holding(each.word, each.others, SYNONYM_SHARE) for each in synonyms_in(question)]
    found += [finder.holding(each.word, each.others, EVERYDAY_SHARE) for each in further_words_in(question)]
    found += [
        finder.holding(word, [(letters,) for letters in romanised(word)], SOUND_SHARE)
        for word in words
        if len(word) in (2, 3) and _is_chinese(word)
    ]
    for word in [word for word in unseen if _may_be_wrong(word)][:MOST_GUESSED]:
        found += _meant(finder, word)
    return [alternative for alternative in found if alternative is not None]


class _Finder:
    """Looks for phrases of tokens in one full-text table."""

    def __init__(self, database: Database, index: TextIndex) -> None:
        self._database = database
        self._index = index

    def holding(self, word: str, phrases: Iterable[tuple[str, ...]], share: float) -> Alternative | None:
        """Return the rows that hold one of the phrases, None where there are none or too many."""
        kept = tuple(dict.fromkeys(phrases))
        expression = " OR ".join(_quoted(phrase) for phrase in kept)
        rows = self.rows(expression) if expression else []
        return Alternative(word, kept, share, tuple(rows)) if 0 < len(rows) < MOST_ROWS else None

    def rows(self, expression: str) -> list[int]:
        """Return rows that match, one more than may be at most."""
        name = self._index.name
        found = self._database.rows(
            f"SELECT rowid FROM {name} WHERE {name} MATCH ? LIMIT ?", (expression, MOST_ROWS)
        )
        return [row[0] for row in found]

    def vocabulary(self, first: str) -> list[str]:
        """Return the stems of the index that begin with a letter."""
        name = f"{self._index.name}_words"
        self._database.connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{name} USING fts5vocab(main, {self._index.name}, row)"
        )
        found = self._database.rows(
            f"SELECT term FROM temp.{name} WHERE term >= ? AND term < ?", (first, chr(ord(first) + 1))
        )
        return [row[0] for row in found]

    def texts(self, rows: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Yield the prepared texts of rows."""
        for row in rows:
            yield from self._database.rows(
                f"SELECT id, ' ' || c0 || ' ' || c1 || ' ' FROM {self._index.name}_content WHERE id = ?",
                (row,),
            )


def _may_be_wrong(word: str) -> bool:
    """Whether it is worth a guess what was meant: by no word, nor by a pair across two words."""
    if _is_chinese(word):
        return len(word) in (2, 3) and LOOSE.isdisjoint(word) and not _is_word(word)
    return word.isascii() and len(word) >= SHORTEST_SPELLED and not _is_word(word)


def _is_word(word: str) -> bool:
    return is_known_word(word) or is_everyday_word(word)


def _meant(finder: _Finder, word: str) -> Iterator[Alternative | None]:
    if _is_chinese(word):
        yield finder.holding(word, _sounding_alike(word), SOUND_SHARE)
    else:
        yield finder.holding(word, [(alike,) for alike in _spelled_alike(finder, word)], SPELLING_SHARE)
        yield _typed_by_sound(finder, word)


def _sounding_alike(word: str) -> Iterator[tuple[str, ...]]:
    """Yield the word with each of its characters replaced by those that sound the same."""
    for place, character in enumerate(word):
        for other in homophones(character)[:MOST_HOMOPHONES]:
            yield (*word[:place], other, *word[place + 1 :])


def _spelled_alike(finder: _Finder, word: str) -> list[str]:
    """Return the words of the palace a letter away, two from a long word; swapping two counts one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    asked = stem(word)
    if not asked or not asked[0].isalnum():
        return []
    farthest = 2 if len(word) >= LONG_WORD else 1
    near = process.extract(
        asked,
        [known for known in finder.vocabulary(asked[0]) if abs(len(known) - len(asked)) <= farthest],
        scorer=OSA.distance,
        score_cutoff=farthest,
        limit=MOST_SPELLED_ALIKE,
    )
    return [known for known, _, _ in near if len(known) >= SHORTEST_SPELLED - 1 and known != asked]


def _typed_by_sound(finder: _Finder, word: str) -> Alternative | None:
    """Return the rows with Chinese characters that sound as a Latin word is written."""
    sounds = syllables_of(word)
    if not 2 <= len(sounds) <= MOST_SYLLABLES:
        return None
    known = syllables().characters
    expression = " AND ".join(
        "(" + " OR ".join(f'"{character}"' for character in known[sound]) + ")" for sound in sounds
    )
    rows: list[int] = []
    phrases: dict[tuple[str, ...], None] = {}
    for row, text in finder.texts(finder.rows(expression)):
        if phrase := _sounding(text.split(), [known[sound] for sound in sounds]):
            rows.append(row)
            phrases[phrase] = None
    return Alternative(word, tuple(phrases), SOUND_SHARE, tuple(rows)) if rows else None


def _sounding(tokens: Sequence[str], groups: Sequence[str]) -> tuple[str, ...]:
    for at in range(len(tokens) - len(groups) + 1):
        if all(tokens[at + place] in group for place, group in enumerate(groups)):
            return tuple(tokens[at : at + len(groups)])
    return ()


def _is_chinese(word: str) -> bool:
    return all("\u4e00" <= character <= "\u9fff" for character in word)


def _quoted(phrase: tuple[str, ...]) -> str:
    return '"' + " ".join(phrase).replace('"', '""') + '"'
