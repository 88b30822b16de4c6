"""Builds the ONNX graph of the joint reader from what scripts/train_joint_reader.py has learned.

The matrices of the layers are int8 with one scale an output, and what comes in is quantised at run time, as
in the model itself; the small head behind them stays float32.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from palace.embedding.pair_joint import LEANINGS, SIDES, STATES

MICROSOFT = "com.microsoft"
OPSET = 21
LARGEST_WEIGHT = 127
EPSILON = 1e-12

Arrays = Mapping[str, NDArray[np.float32]]


@dataclass
class _Graph:
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    initializers: list[onnx.TensorProto] = field(default_factory=list)

    def add(
        self, operator: str, *inputs: str, outputs: int = 1, domain: str = "", **attributes: object
    ) -> str:
        """Add an operator and return the name of its first output; others end in .1, .2 …"""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{place}" for place in range(1, outputs))]
        self.nodes.append(
            helper.make_node(operator, list(inputs), names, name=name, domain=domain, **attributes)
        )
        return name

    def hold(self, values: NDArray[np.generic]) -> str:
        """Keep an array in the model and return its name."""
        name = f"w{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def hold_numbers(self, *values: float) -> str:
        return self.hold(np.array(values, np.float32))

    def hold_places(self, *values: int) -> str:
        return self.hold(np.array(values, np.int64))

    def plane(self, value: str, matrix: NDArray[np.float32], bias: NDArray[np.float32] | None) -> str:
        """Multiply by a float32 matrix."""
        product = self.add("MatMul", value, self.hold(matrix))
        return product if bias is None else self.add("Add", product, self.hold(bias))

    def linear(self, value: str, matrix: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """Multiply by an int8 matrix."""
        scale = np.abs(matrix).max(axis=0) / LARGEST_WEIGHT
        weights = np.round(matrix / scale[None, :]).astype(np.int8)
        held = self.hold(weights), self.hold(scale.astype(np.float32)), "", self.hold(bias)
        return self.add("DynamicQuantizeMatMul", value, *held, domain=MICROSOFT)

    def normed(self, value: str, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        held = self.hold(weight), self.hold(bias)
        return self.add("LayerNormalization", value, *held, axis=-1, epsilon=EPSILON)


def build_joint_graph(body: Sequence[Arrays], head: Arrays, *, heads: int, outputs: int) -> onnx.ModelProto:
    """Return the model: STATES (1, pieces, dimension) and SIDES (1, pieces) to LEANINGS (1, outputs)."""
    graph = _Graph()
    dimension = body[0]["aln.w"].shape[0]
    column = graph.add("Unsqueeze", SIDES, graph.hold_places(2))
    row = graph.add("Unsqueeze", SIDES, graph.hold_places(1))
    same = graph.add("Equal", column, row)
    same_of_heads = graph.add("Unsqueeze", same, graph.hold_places(1))
    hidden = STATES
    for layer in body:
        hidden = _layer(graph, layer, hidden, same_of_heads, heads)
    answer = _head(graph, head, hidden, column, same)
    graph.nodes.append(helper.make_node("Identity", [answer], [LEANINGS], name=LEANINGS))
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "joint reader",
            [
                helper.make_tensor_value_info(STATES, TensorProto.FLOAT, [1, "pieces", dimension]),
                helper.make_tensor_value_info(SIDES, TensorProto.FLOAT, [1, "pieces"]),
            ],
            [helper.make_tensor_value_info(LEANINGS, TensorProto.FLOAT, [1, outputs])],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=10,
    )
    model.producer_name = "palace"
    return model


def _layer(graph: _Graph, layer: Arrays, hidden: str, same: str, heads: int) -> str:
    joined = graph.linear(hidden, layer["qkv.w"], layer["qkv.b"])
    sizes = graph.hold(np.full(3, layer["aln.w"].shape[0], np.int64))
    query = graph.add("Split", joined, sizes, outputs=3, axis=-1)
    own, other = (graph.hold(layer["cross"][:, side].reshape(1, heads, 1, 1)) for side in (0, 1))
    bias = graph.add("Where", same, own, other)
    attended = graph.add(
        "MultiHeadAttention",
        *(query, f"{query}.1", f"{query}.2", "", "", bias),
        domain=MICROSOFT,
        num_heads=heads,
    )
    output = graph.linear(attended, layer["ao.w"], layer["ao.b"])
    hidden = graph.normed(graph.add("Add", hidden, output), layer["aln.w"], layer["aln.b"])
    inner = graph.add("Gelu", graph.linear(hidden, layer["fi.w"], layer["fi.b"]), approximate="none")
    outer = graph.linear(inner, layer["fo.w"], layer["fo.b"])
    return graph.normed(graph.add("Add", hidden, outer), layer["oln.w"], layer["oln.b"])


def _head(graph: _Graph, head: Arrays, hidden: str, column: str, same: str) -> str:
    """Compare each piece with what answers to it on the other side, and both sides as wholes."""
    hidden = graph.normed(hidden, head["norm"], head["norm_bias"])
    of_b = column
    of_a = graph.add("Sub", graph.hold_numbers(1.0), column)
    piece = graph.plane(hidden, head["piece"], None)
    turned = graph.add("Transpose", piece, perm=[0, 2, 1])
    alike = graph.add("Mul", graph.add("MatMul", piece, turned), graph.hold_numbers(float(head["sharpness"])))
    far = graph.add("Where", same, graph.hold_numbers(-1e4), graph.hold_numbers(0.0))
    beside = graph.add("MatMul", graph.add("Softmax", graph.add("Add", alike, far), axis=-1), piece)
    told = graph.add("Concat", *_compared(graph, piece, beside), axis=-1)
    found = graph.add("Relu", graph.plane(told, head["compare"], head["compare_bias"]))
    pooled = [_pooled(graph, found, side) for side in (of_a, of_b)]
    wholes = [graph.plane(_mean(graph, hidden, side), head["sentence"], None) for side in (of_a, of_b)]
    joined = graph.add("Concat", graph.add("Add", *pooled), *_compared(graph, *wholes), axis=-1)
    last = graph.add("Relu", graph.plane(joined, head["join"], head["join_bias"]))
    return graph.plane(last, head["answer"], head["answer_bias"])


def _compared(graph: _Graph, one: str, other: str) -> list[str]:
    apart = graph.add("Sub", one, other)
    return [
        graph.add("Mul", one, other),
        graph.add("Abs", apart),
        graph.add("Mul", apart, apart),
        graph.add("Add", one, other),
    ]


def _mean(graph: _Graph, values: str, side: str) -> str:
    """Return the mean of the pieces of one side, (1, width)."""
    axis = graph.hold_places(1)
    summed = graph.add("ReduceSum", graph.add("Mul", values, side), axis, keepdims=0)
    return graph.add("Div", summed, graph.add("ReduceSum", side, axis, keepdims=0))


def _pooled(graph: _Graph, values: str, side: str) -> str:
    """Return mean and maximum over the pieces of one side, of values that are never below 0."""
    highest = graph.add("ReduceMax", graph.add("Mul", values, side), graph.hold_places(1), keepdims=0)
    return graph.add("Concat", _mean(graph, values, side), highest, axis=-1)
