"""A chance between two kinds from a few numbers: logistic regression with weighted rows."""

import numpy as np

from recall.evaluation.training.newton import Matrix, least
from recall.services.ranking.evidence import Column


def logistic(rows: Matrix, *, true: Column, counts: Column, ridge: float) -> tuple[Column, float]:
    """The weights of the columns, and the offset, which `ridge` leaves alone.

    `true` is 1 or 0 for each row, `counts` how much it weighs. Both kinds must be there.
    """
    columns = np.column_stack([rows, np.ones(len(rows))])
    shares = counts / counts.sum()
    prices = np.diag([ridge] * rows.shape[1] + [0.0])

    def loss(weights: Column) -> tuple[float, Column, Matrix]:
        sums = columns @ weights
        chances = 1 / (1 + np.exp(-sums))
        value = float(shares @ (np.logaddexp(0, sums) - true * sums))
        gradient = columns.T @ (shares * (chances - true))
        hessian = columns.T @ (columns * (shares * chances * (1 - chances))[:, None])
        price = prices @ weights
        return value + float(weights @ price) / 2, gradient + price, hessian + prices

    found = least(loss, start=np.zeros(columns.shape[1]))
    return found[:-1], float(found[-1])
