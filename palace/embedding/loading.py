"""Loads a model folder side by side: checksums while the libraries are imported, the network meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from palace.embedding.model_folder import describe_model_folder, verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from onnxruntime import InferenceSession

    from palace.embedding.encoder import OnnxEncoder
    from palace.embedding.model_folder import ModelFolder


class Loading:
    """A model that is being loaded from the moment this is made, beside whatever else is done.

    Making it raises ModelMissing or ModelDamaged for a folder that does not describe a model.
    """

    def __init__(self, path: Path) -> None:
        self._folder = describe_model_folder(path)
        with_one_thread = ThreadPoolExecutor(1, thread_name_prefix="model")
        self._verified = with_one_thread.submit(verify, self._folder)
        # Only now, so that the files are read for their checksums while the libraries are imported.
        from palace.embedding.encoder import open_network

        self._network = with_one_thread.submit(self._when_verified, open_network)
        with_one_thread.shutdown(wait=False)

    def _when_verified(self, open_network: Callable[[ModelFolder], InferenceSession]) -> InferenceSession:
        self._verified.result()
        return open_network(self._folder)

    def encoder(self) -> OnnxEncoder:
        """Return the loaded model; raises ModelDamaged naming the file."""
        from palace.embedding.encoder import OnnxEncoder, open_tokenizer
        from palace.embedding.geometry import read_geometry

        self._verified.result()
        geometry, tokenizer = read_geometry(self._folder), open_tokenizer(self._folder)
        return OnnxEncoder(self._folder, geometry, tokenizer, self._network.result())
