"""Builds the ONNX graph: 4-bit words, int8 matrices, the sentence vector and the token states as outputs."""

from dataclasses import dataclass, field

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from recipe.source_file import BLOCK, SourceFile

MICROSOFT = "com.microsoft"
OPSET = 21
LARGEST_WEIGHT = 127


@dataclass
class _Graph:
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    initializers: list[onnx.TensorProto] = field(default_factory=list)

    def add(
        self, operator: str, inputs: list[str], outputs: int = 1, *, domain: str = "", **attributes: object
    ) -> str:
        """Add an operator and return the name of its first output; others end in .1, .2 …"""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{place}" for place in range(1, outputs))]
        self.nodes.append(helper.make_node(operator, inputs, names, name=name, domain=domain, **attributes))
        return name

    def hold(self, name: str, values: NDArray[np.generic]) -> str:
        """Keep an array in the model and return its name."""
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name


def build_graph(source: SourceFile, kept: list[int]) -> onnx.ModelProto:
    """Return the model over the kept pieces. Inputs: input_ids and attention_mask, int64 (batch, length)."""
    graph = _Graph()
    mask = graph.add("Cast", ["attention_mask"], to=TensorProto.INT32)
    hidden = _embedded(graph, source, kept)
    for layer in range(source.layers):
        hidden = _layer(graph, source, layer, hidden, mask)
    graph.nodes.append(helper.make_node("Identity", [hidden], ["tokens"], name="tokens"))
    _pooled(graph, hidden)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
                for name in ("input_ids", "attention_mask")
            ],
            [
                helper.make_tensor_value_info("sentence", TensorProto.FLOAT, ["batch", source.hidden]),
                helper.make_tensor_value_info(
                    "tokens", TensorProto.FLOAT, ["batch", "length", source.hidden]
                ),
            ],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=10,
    )
    model.producer_name = "palace"
    return model


def _embedded(graph: _Graph, source: SourceFile, kept: list[int]) -> str:
    weights, scales = source.blocks("emb.word", source.hidden)
    words = _four_bit(graph, "words", weights[kept])
    zero = _four_bit(graph, "words.zero", np.full((len(kept), source.hidden // BLOCK), 8, np.uint8))
    scale = graph.hold("words.scale", scales[kept])
    gathered = graph.add(
        "GatherBlockQuantized",
        [words, "input_ids", scale, zero],
        domain=MICROSOFT,
        block_size=BLOCK,
        gather_axis=0,
        quantize_axis=1,
    )
    vectors = graph.add("Cast", [gathered], to=TensorProto.FLOAT)
    positions = source.plain("emb.pos").reshape(-1, source.hidden)
    token_type = source.plain("emb.type").reshape(-1, source.hidden)[0]
    table = graph.hold("positions", (positions + token_type)[: source.positions].astype(np.float32))
    length = graph.add("Shape", ["input_ids"], start=1, end=2)
    zero_index = graph.hold("slice.start", np.array([0], np.int64))
    axis = graph.hold("slice.axis", np.array([0], np.int64))
    slice_of_positions = graph.add("Slice", [table, zero_index, length, axis])
    summed = graph.add("Add", [vectors, slice_of_positions])
    return _normed(graph, source, "emb.ln", summed)


def _four_bit(graph: _Graph, name: str, values: NDArray[np.uint8]) -> str:
    """Keep values of 0 to 15 as uint4: the lower half of each byte holds the first of two."""
    flat = values.reshape(-1)
    if len(flat) % 2:
        flat = np.append(flat, np.uint8(0))
    packed = (flat[0::2] | (flat[1::2] << 4)).astype(np.uint8)
    tensor = onnx.TensorProto(name=name, data_type=TensorProto.UINT4, dims=values.shape)
    tensor.raw_data = packed.tobytes()
    graph.initializers.append(tensor)
    return name


def _layer(graph: _Graph, source: SourceFile, layer: int, hidden: str, mask: str) -> str:
    prefix = f"l{layer}."
    projection = np.concatenate([source.matrix(prefix + part + ".w", source.hidden) for part in "qkv"])
    bias = np.concatenate([source.plain(prefix + part + ".b") for part in "qkv"])
    joined = _linear(graph, prefix + "qkv", hidden, projection, bias)
    sizes = graph.hold(prefix + "split", np.full(3, source.hidden, np.int64))
    query = graph.add("Split", [joined, sizes], 3, axis=-1)
    attended = graph.add(
        "MultiHeadAttention",
        [query, f"{query}.1", f"{query}.2", "", mask],
        domain=MICROSOFT,
        num_heads=source.heads,
    )
    output = _linear(
        graph,
        prefix + "ao",
        attended,
        source.matrix(prefix + "ao.w", source.hidden),
        source.plain(prefix + "ao.b"),
    )
    hidden = _normed(graph, source, prefix + "aln", graph.add("Add", [hidden, output]))
    inner = _linear(
        graph,
        prefix + "fi",
        hidden,
        source.matrix(prefix + "fi.w", source.hidden),
        source.plain(prefix + "fi.b"),
    )
    inner = graph.add("Gelu", [inner], approximate="none")
    outer = _linear(
        graph,
        prefix + "fo",
        inner,
        source.matrix(prefix + "fo.w", source.feed_forward),
        source.plain(prefix + "fo.b"),
    )
    return _normed(graph, source, prefix + "oln", graph.add("Add", [hidden, outer]))


def _linear(
    graph: _Graph, name: str, value: str, matrix: NDArray[np.float32], bias: NDArray[np.float32]
) -> str:
    """Multiply by an int8 matrix with one scale an output; the input is quantised at run time."""
    scale = np.abs(matrix).max(axis=1) / LARGEST_WEIGHT
    weights = np.round(matrix / scale[:, None]).astype(np.int8)
    return graph.add(
        "DynamicQuantizeMatMul",
        [
            value,
            graph.hold(name + ".w", weights.T),
            graph.hold(name + ".scale", scale.astype(np.float32)),
            "",
            graph.hold(name + ".b", bias),
        ],
        domain=MICROSOFT,
    )


def _normed(graph: _Graph, source: SourceFile, name: str, value: str) -> str:
    return graph.add(
        "LayerNormalization",
        [
            value,
            graph.hold(name + ".w", source.plain(name + ".w")),
            graph.hold(name + ".b", source.plain(name + ".b")),
        ],
        axis=-1,
        epsilon=source.epsilon,
    )


def _pooled(graph: _Graph, hidden: str) -> None:
    """Add the mean over the mask, divided by its length: the sentence vector."""
    weights = graph.add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    last = graph.hold("pool.last", np.array([-1], np.int64))
    middle = graph.hold("pool.middle", np.array([1], np.int64))
    column = graph.add("Unsqueeze", [weights, last])
    summed = graph.add("ReduceSum", [graph.add("Mul", [hidden, column]), middle], keepdims=0)
    counted = graph.add("ReduceSum", [weights, middle], keepdims=1)
    mean = graph.add("Div", [summed, counted])
    graph.nodes.append(
        helper.make_node("LpNormalization", [mean], ["sentence"], name="sentence", axis=-1, p=2)
    )
