"""The weights file beside the ONNX graph: written tensor by tensor, mapped by onnxruntime.

Kept apart from the graph so that building never holds more than one tensor, and so that web
processes share its pages instead of each copying the word table.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

PAGE = 4096
# Constants stay in the graph: shape inference must read them.
INLINE_BYTES = 8192


class TensorFile:
    """Appends tensors to an open file and keeps their descriptions for the graph."""

    def __init__(self, *, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._location = path.name
        self.tensors: list[TensorProto] = []

    def add(self, name: str, array: NDArray[Any]) -> str:
        """Store `array` under `name`; return the name, for use as a node's input."""
        if array.nbytes <= INLINE_BYTES:
            self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
            return name
        return self.add_rows(name, [array], shape=array.shape)

    def add_rows(self, name: str, parts: Iterable[NDArray[Any]], *, shape: tuple[int, ...]) -> str:
        """Store a tensor of `shape` that arrives in consecutive parts of one type."""
        self._file.write(b"\0" * (-self._file.tell() % PAGE))
        offset = self._file.tell()
        for part in parts:
            kind = helper.np_dtype_to_tensor_dtype(part.dtype)
            self._file.write(np.ascontiguousarray(part).data)
        tensor = TensorProto(name=name, data_type=kind, dims=shape)
        tensor.data_location = TensorProto.EXTERNAL
        length = self._file.tell() - offset
        place = {"location": self._location, "offset": offset, "length": length}
        for key, value in place.items():
            tensor.external_data.add(key=key, value=str(value))
        self.tensors.append(tensor)
        return name
