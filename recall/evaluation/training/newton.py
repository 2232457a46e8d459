"""Finds the least of a convex function by damped Newton steps: few, exact, the same every time."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from recall.services.ranking.evidence import Column

Matrix = NDArray[np.float64]
# At a point: the function's value, its gradient and its Hessian.
Convex = Callable[[Column], tuple[float, Column, Matrix]]

_MOST_STEPS, _NEAR_ENOUGH, _ENOUGH_OF_THE_PROMISE = 100, 1e-12, 1e-4


def least(function: Convex, *, start: Column) -> Column:
    """The point where the function is least. RuntimeError where it is not reached."""
    point = start
    value, gradient, hessian = function(point)
    for _ in range(_MOST_STEPS):
        step = np.linalg.solve(hessian, gradient)
        promised = float(gradient @ step)
        if promised < _NEAR_ENOUGH * (1 + abs(value)):
            return point - step
        scale = 1.0
        found = function(point - step)
        while found[0] > value - _ENOUGH_OF_THE_PROMISE * scale * promised and scale > _NEAR_ENOUGH:
            scale /= 2
            found = function(point - scale * step)
        point, (value, gradient, hessian) = point - scale * step, found
    raise RuntimeError("The weights did not settle: the function is not convex, or not finite.")
