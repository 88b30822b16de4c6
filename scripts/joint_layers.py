"""The layers that read two texts together, in jax: the sums of joint_graph.py, made to be learned."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from joint_rows import Filled

from palace.embedding.pair_network import OUTPUTS

FOLDER = Path(__file__).parent.parent / "models" / "multilingual-e5-small"

LAYERS, FIRST_LAYER, HEADS = 12, 9, 12
WIDTH, COMPARED, JOINED = 64, 96, 128
DROPPED, DROPPED_IN_HEAD, PIECES_DROPPED = 0.1, 0.3, 0.05

Tree = dict[str, jax.Array]
Reader = dict[str, list[Tree] | Tree]


def upper_layers() -> list[Tree]:
    """Return the layers of the shipped model from FIRST_LAYER on, their int8 matrices as numbers again."""
    held = {
        one.name: onnx.numpy_helper.to_array(one)
        for one in onnx.load(FOLDER / "model.onnx").graph.initializer
        if one.name.startswith("l")
    }
    layers = []
    for layer in range(FIRST_LAYER, LAYERS):
        begin = f"l{layer}."
        own = {name.removeprefix(begin): array for name, array in held.items() if name.startswith(begin)}
        found = {
            name: array * own[name.removesuffix("w") + "scale"][None, :] if array.dtype == np.int8 else array
            for name, array in own.items()
            if name.endswith((".w", ".b"))
        }
        layers.append({**{name: jnp.array(found[name]) for name in found}, "cross": jnp.zeros((HEADS, 2))})
    return layers


def beginning(seed: int) -> Reader:
    body = upper_layers()
    dimension = body[0]["aln.w"].shape[0]
    keys = jax.random.split(jax.random.key(seed, impl="threefry2x32"), 5)

    def drawn(place: int, inputs: int, outputs: int, size: float = 1.0) -> jax.Array:
        return jax.random.normal(keys[place], (inputs, outputs)) * size / np.sqrt(inputs)

    head = {
        "norm": jnp.ones(dimension),
        "norm_bias": jnp.zeros(dimension),
        "piece": drawn(0, dimension, WIDTH),
        "sharpness": jnp.array(0.1),
        "compare": drawn(1, 4 * WIDTH, COMPARED),
        "compare_bias": jnp.zeros(COMPARED),
        "sentence": drawn(2, dimension, WIDTH),
        "join": drawn(3, 2 * COMPARED + 4 * WIDTH, JOINED),
        "join_bias": jnp.zeros(JOINED),
        "answer": drawn(4, JOINED, OUTPUTS, 0.3),
        "answer_bias": jnp.zeros(OUTPUTS),
    }
    return {"body": body, "head": head}


def normed(x: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
    middle = x.mean(-1, keepdims=True)
    spread = ((x - middle) ** 2).mean(-1, keepdims=True)
    return (x - middle) * jax.lax.rsqrt(spread + 1e-12) * weight + bias


class Thinning:
    """Drops a share of numbers, other ones at each place; none where there is no key."""

    def __init__(self, key: jax.Array | None) -> None:
        self._key = key
        self._place = 0

    def __call__(self, x: jax.Array, share: float) -> jax.Array:
        if self._key is None:
            return x
        self._place += 1
        least = round(share * 256)
        bits = jax.random.bits(jax.random.fold_in(self._key, self._place), x.shape, jnp.uint8)
        return jnp.where(bits >= least, x * (256 / (256 - least)), 0)


def layer_of(p: Tree, x: jax.Array, same: jax.Array, hidden: jax.Array, thin: Thinning) -> jax.Array:
    rows, length, dimension = x.shape
    query, key, value = (
        part.reshape(rows, length, HEADS, -1) for part in jnp.split(x @ p["qkv.w"] + p["qkv.b"], 3, -1)
    )
    alike = jnp.einsum("bihd,bjhd->bhij", query, key) / np.sqrt(dimension // HEADS)
    own, other = (p["cross"][:, side][None, :, None, None] for side in (0, 1))
    shares = thin(jax.nn.softmax(alike + jnp.where(same[:, None], own, other) + hidden[:, None], -1), DROPPED)
    seen = jnp.einsum("bhij,bjhd->bihd", shares, value).reshape(rows, length, dimension)
    x = normed(x + thin(seen @ p["ao.w"] + p["ao.b"], DROPPED), p["aln.w"], p["aln.b"])
    inner = jax.nn.gelu(x @ p["fi.w"] + p["fi.b"], approximate=False)
    return normed(x + thin(inner @ p["fo.w"] + p["fo.b"], DROPPED), p["oln.w"], p["oln.b"])


def compared(one: jax.Array, other: jax.Array) -> jax.Array:
    apart = one - other
    return jnp.concatenate([one * other, jnp.abs(apart), apart**2, one + other], -1)


def outputs_of(p: Reader, filled: Filled, key: jax.Array | None) -> jax.Array:
    """Return the outputs (rows, OUTPUTS); the sums of joint_graph.py, with a share of numbers dropped."""
    states, side, mask = filled
    thin = Thinning(key)
    x = thin(jnp.asarray(states).astype(jnp.float32), DROPPED)
    if key is not None:
        mask = mask * (thin(jnp.ones(mask.shape), PIECES_DROPPED) > 0)
    same = side[:, :, None] == side[:, None, :]
    hidden = (1 - mask)[:, None, :] * -1e4
    for layer in p["body"]:
        x = layer_of(layer, x, same, hidden, thin)
    head = p["head"]
    x = thin(normed(x, head["norm"], head["norm_bias"]), DROPPED)
    of_sides = [(mask * (side == one))[..., None] for one in (0, 1)]
    piece = x @ head["piece"]
    alike = jnp.einsum("bid,bjd->bij", piece, piece) * head["sharpness"]
    beside = jax.nn.softmax(alike + jnp.where(same, -1e4, 0) + hidden, -1) @ piece
    found = jax.nn.relu(compared(piece, beside) @ head["compare"] + head["compare_bias"])

    def mean(values: jax.Array, side: jax.Array) -> jax.Array:
        return (values * side).sum(1) / jnp.maximum(1, side.sum(1))

    pooled = [jnp.concatenate([mean(found, side), (found * side).max(1)], -1) for side in of_sides]
    wholes = [mean(x, side) @ head["sentence"] for side in of_sides]
    joined = thin(jnp.concatenate([pooled[0] + pooled[1], compared(*wholes)], -1), DROPPED_IN_HEAD)
    last = thin(jax.nn.relu(joined @ head["join"] + head["join_bias"]), DROPPED_IN_HEAD)
    return last @ head["answer"] + head["answer_bias"]
