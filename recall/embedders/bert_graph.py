"""Draws a sentence encoder of BERT's kind as an ONNX graph with 7-bit weights: ids and mask in, vector out.

Weights are quantised here, and activations by onnxruntime as it runs. They
use seven of eight bits because the AVX2 kernel adds pairs of products in 16 bits: full-range
weights can overflow there, and the same text would give other vectors on another processor.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper

from recall.embedders.e5_tensors import TensorFile

OPSET = 20
IR_VERSION = 9
ONNXRUNTIME = "com.microsoft"
LARGEST_WEIGHT = 63
WORDS_AT_ONCE = 16_384


class Shape(Protocol):
    """Sizes of the transformer."""

    @property
    def hidden(self) -> int: ...
    @property
    def layers(self) -> int: ...
    @property
    def heads(self) -> int: ...
    @property
    def feed_forward(self) -> int: ...
    @property
    def vocabulary(self) -> int: ...
    @property
    def epsilon(self) -> float: ...


class Weights(Protocol):
    """Tensors by short names: `emb.word`, `emb.pos`, `l0.q.w`, `l0.q.b`, `l0.aln.w`, …"""

    @property
    def shape(self) -> Shape: ...

    def floats(self, name: str) -> NDArray[np.float32]:
        """A small tensor, flat."""
        ...

    def matrix(self, name: str, *, columns: int, first: int = 0, rows: int) -> NDArray[np.float32]:
        """`rows` rows of a large one, from row `first`: shape (rows, columns)."""
        ...


class BertGraph:
    """Adds nodes one by one; each method returns the name of what it computes."""

    def __init__(self, *, name: str, weights: Weights, tensors: TensorFile) -> None:
        self._name, self._weights = name, weights
        self._tensors = tensors
        self._shape = weights.shape
        self._nodes: list[NodeProto] = []

    def model(self) -> ModelProto:
        """Build the whole graph, writing its tensors on the way."""
        mask = self._node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
        hidden = self._embeddings()
        bias = self._attention_bias(mask)
        for layer in range(self._shape.layers):
            hidden = self._layer(f"l{layer}.", hidden, bias)
        self._pool(hidden, mask)
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info(
            "embedding", TensorProto.FLOAT, ["texts", self._shape.hidden]
        )
        graph = helper.make_graph(self._nodes, self._name, inputs, [output], self._tensors.tensors)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(ONNXRUNTIME, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)

    def _node(self, kind: str, inputs: Sequence[str], output: str = "", **attributes: Any) -> str:
        output = output or f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _constant(self, name: str, value: Any, kind: type = np.int64) -> str:
        return self._tensors.add(name, np.array(value, kind))

    def _embeddings(self) -> str:
        length = self._node("Shape", ["input_ids"], start=1, end=2)
        table = self._weights.floats("emb.pos").reshape(-1, self._shape.hidden)
        start, axis = self._constant("start", [0]), self._constant("axis_0", [0])
        position = self._node("Slice", [self._tensors.add("emb.pos", table), start, length, axis])
        both = self._node("Add", [self._words(), position])
        kind = self._weights.floats("emb.type")[: self._shape.hidden]
        both = self._node("Add", [both, self._tensors.add("emb.type", kind)])
        return self._layer_norm(both, "emb.ln")

    def _words(self) -> str:
        rows, columns = self._shape.vocabulary, self._shape.hidden
        scales = np.empty((rows, 1), np.float32)

        def parts() -> Iterator[NDArray[np.int8]]:
            for first in range(0, rows, WORDS_AT_ONCE):
                count = min(WORDS_AT_ONCE, rows - first)
                part = self._weights.matrix("emb.word", columns=columns, first=first, rows=count)
                quantised, scales[first : first + count] = quantise(part, axis=1)
                yield quantised

        table = self._tensors.add_rows("emb.word", parts(), shape=(rows, columns))
        scale_table = self._tensors.add("emb.word.scale", scales)
        words = self._node(
            "Cast", [self._node("Gather", [table, "input_ids"])], to=TensorProto.FLOAT
        )
        return self._node("Mul", [words, self._node("Gather", [scale_table, "input_ids"])])

    def _attention_bias(self, mask: str) -> str:
        absent = self._node("Sub", [self._constant("one", 1.0, np.float32), mask])
        absent = self._node("Mul", [absent, self._constant("minus", -1e9, np.float32)])
        return self._node("Unsqueeze", [absent, self._constant("axes_1_2", [1, 2])])

    def _layer(self, layer: str, hidden: str, bias: str) -> str:
        inner, outer = self._shape.feed_forward, self._shape.hidden
        attended = self._linear(self._attention(layer, hidden, bias), layer + "ao", outer, outer)
        hidden = self._layer_norm(self._node("Add", [attended, hidden]), layer + "aln")
        wide = self._node("Gelu", [self._linear(hidden, layer + "fi", inner, outer)])
        narrow = self._linear(wide, layer + "fo", outer, inner)
        return self._layer_norm(self._node("Add", [narrow, hidden]), layer + "oln")

    def _attention(self, layer: str, hidden: str, bias: str) -> str:
        width, heads = self._shape.hidden, self._shape.heads
        split = self._constant(layer + "split", [0, 0, heads, width // heads])
        query, key, value = (
            self._node("Reshape", [self._linear(hidden, layer + part, width, width), split])
            for part in "qkv"
        )
        query = self._node("Transpose", [query], perm=[0, 2, 1, 3])
        key = self._node("Transpose", [key], perm=[0, 2, 3, 1])
        value = self._node("Transpose", [value], perm=[0, 2, 1, 3])
        scale = self._constant(layer + "scale", (width // heads) ** -0.5, np.float32)
        scores = self._node("Mul", [self._node("MatMul", [query, key]), scale])
        shares = self._node("Softmax", [self._node("Add", [scores, bias])], axis=-1)
        mixed = self._node("Transpose", [self._node("MatMul", [shares, value])], perm=[0, 2, 1, 3])
        return self._node("Reshape", [mixed, self._constant(layer + "join", [0, 0, width])])

    def _linear(self, value: str, name: str, outputs: int, inputs: int) -> str:
        weights = self._weights.matrix(name + ".w", columns=inputs, rows=outputs).T
        quantised, scales = quantise(weights, axis=0)
        parts = [
            self._tensors.add(name + ".w", quantised),
            self._tensors.add(name + ".scale", scales.reshape(-1)),
            self._tensors.add(name + ".zero", np.zeros(outputs, np.int8)),
            self._tensors.add(name + ".b", self._weights.floats(name + ".b")),
        ]
        return self._node("DynamicQuantizeMatMul", [value, *parts], domain=ONNXRUNTIME)

    def _layer_norm(self, value: str, name: str) -> str:
        parts = [
            self._tensors.add(name + end, self._weights.floats(name + end)) for end in (".w", ".b")
        ]
        return self._node(
            "LayerNormalization", [value, *parts], axis=-1, epsilon=self._shape.epsilon
        )

    def _pool(self, hidden: str, mask: str) -> None:
        present = self._node("Unsqueeze", [mask, self._constant("axis_last", [-1])])
        axis = self._constant("axis_1", [1])
        total = self._node("ReduceSum", [self._node("Mul", [hidden, present]), axis], keepdims=0)
        mean = self._node("Div", [total, self._node("ReduceSum", [present, axis], keepdims=0)])
        length = self._node("ReduceL2", [mean, axis], keepdims=1)
        self._node("Div", [mean, length], "embedding")


def quantise(
    matrix: NDArray[np.float32], *, axis: int
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return whole numbers within ±63 and the scales (one per slice along `axis`) that undo it."""
    scales = np.abs(matrix).max(axis=axis, keepdims=True) / LARGEST_WEIGHT
    scales = np.maximum(scales, np.float32(1e-12))
    return np.rint(matrix / scales).astype(np.int8), scales
