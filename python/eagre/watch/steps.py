# SPDX-License-Identifier: BSD-3-Clause
"""The steps of a run for charts: as many rows as a screen can show, however long the run."""


class Steps:
    """Rows (dictionaries of numbers), numbered as they come. When there are more than `most`, every second one is dropped, here and
    of those that follow: row n is kept if n is a multiple of `stride`."""

    def __init__(self, most=4000):
        self.most, self.generation = most, 0
        self.clear()

    def clear(self):
        self.rows, self.stride, self.number = [], 1, 0
        self.generation += 1

    def add(self, row):
        if self.number % self.stride == 0:
            self.rows.append((self.number, row))
        self.number += 1
        if len(self.rows) > self.most:
            self.stride *= 2
            self.rows = [pair for pair in self.rows if pair[0] % self.stride == 0]
            self.generation += 1

    def after(self, number, generation):
        """The kept rows behind row `number` as columns by name, None where a row lacks one; all rows if what was sent before is of
        another generation."""
        if generation != self.generation:
            number = -1
        first = len(self.rows)
        while first > 0 and self.rows[first - 1][0] > number:
            first -= 1
        rows = [row for _, row in self.rows[first:]]
        names = dict.fromkeys(name for row in rows for name in row)
        return {"generation": self.generation, "whole": number < 0, "last": self.rows[-1][0] if self.rows else -1, "rows": len(rows),
                "columns": {name: [row.get(name) for row in rows] for name in names}}
