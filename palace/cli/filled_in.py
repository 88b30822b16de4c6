"""What the options of a call fill in of a candidate: text, place, kind, scenes and binding."""

import argparse
from dataclasses import dataclass, replace
from typing import Self

from palace.cli.invocation import text_of_words
from palace.domain.candidate import Candidate
from palace.domain.filters import priority_of, word_of
from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, Wing
from palace.services.review import Approval, prefilled

OPTIONS = ("text", "wing", "band", "priority", "kind", "scene", "when", "do", "unless")
"""The options that fill something in."""


@dataclass(frozen=True, slots=True)
class FilledIn:
    """What was said; None leaves a thing as the candidate proposes it, an empty text takes it away."""

    text: str | None = None
    wing: Wing | None = None
    band: Band | None = None
    priority: Priority | None = None
    kind: Kind | None = None
    scenes: tuple[str, ...] | None = None
    when: str | None = None
    do: str | None = None
    unless: str | None = None

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Self:
        """Read the options; raises InvalidInput naming a word that is not of its vocabulary."""

        def said(name: str) -> str | None:
            value = getattr(arguments, name)
            return None if value is None else text_of_words([value])

        scenes = None if arguments.scene is None else tuple(text_of_words([word]) for word in arguments.scene)
        return cls(
            text=said("text"),
            wing=word_of(Wing, arguments.wing) if arguments.wing else None,
            band=word_of(Band, arguments.band) if arguments.band else None,
            priority=priority_of(arguments.priority) if arguments.priority else None,
            kind=word_of(Kind, arguments.kind) if arguments.kind else None,
            scenes=None if scenes is None else tuple(scene for scene in scenes if scene.strip()),
            when=said("when"),
            do=said("do"),
            unless=said("unless"),
        )

    def form(self, candidate: Candidate) -> Approval:
        """Return the approval that a candidate proposes, with what was said in its place.

        What becomes P0 becomes hot, unless another band was said.
        """
        form, binding = prefilled(candidate), candidate.binding
        band = self.band
        if band is None and self.priority is Priority.P0:
            band = Band.HOT
        return replace(
            form,
            text=form.text if self.text is None else self.text,
            wing=self.wing or form.wing,
            band=band or form.band,
            priority=self.priority or form.priority,
            kind=self.kind or form.kind,
            scenes=form.scenes if self.scenes is None else self.scenes,
            binding=Binding(
                binding.when if self.when is None else self.when,
                binding.do if self.do is None else self.do,
                binding.unless if self.unless is None else self.unless,
            ),
        )
