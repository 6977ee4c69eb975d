"""Smash Up for learners: encodings, environments, many games at once (docs/environments.md).

`pip install 'smashup[rl]'` brings what it needs. Importing it tells Gymnasium of
`smashup/Game-v0`.
"""

from __future__ import annotations

from smashup.model.errors import SmashUpError

try:
    from smashup.encoding.layout import TRAITS, VERSION, Layout, traits, vocabulary
    from smashup.rl.aec import aec_env
    from smashup.rl.dataset import Dataset, record
    from smashup.rl.dealing import returns
    from smashup.rl.encoder import Encoder, mask_of
    from smashup.rl.single import SingleGame, register
    from smashup.rl.vector import VectorGames
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "gymnasium", "pettingzoo"):
        raise
    raise SmashUpError(
        f"Environments need {error.name}, which is not installed: pip install 'smashup[rl]'"
    ) from error

__all__ = [
    "Encoder",
    "Layout",
    "VERSION",
    "vocabulary",
    "TRAITS",
    "traits",
    "mask_of",
    "aec_env",
    "SingleGame",
    "VectorGames",
    "returns",
    "Dataset",
    "record",
]

register()
