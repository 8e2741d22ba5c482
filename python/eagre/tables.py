# SPDX-License-Identifier: BSD-3-Clause
"""What function objects have written as text (postProcessing/**/*.dat, .xy, .csv, and files without an ending), as arrays."""
import collections.abc
import dataclasses
import pathlib
import re

import numpy as np

from eagre.records import CaseError

_NUMBER = r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"


@dataclasses.dataclass
class Table:
    """A table: names of its columns; first column (time [s], or the place on a line [m]) [n]; values [n, columns], of vectors
    [n, columns, 3]. points [columns, 3] [m]: of probes."""

    names: list
    first: np.ndarray
    values: np.ndarray
    points: np.ndarray | None = None

    @property
    def time(self):
        return self.first

    def __getitem__(self, name):
        """The column of this name [n] or [n, 3]."""
        if name == self.names[0]:
            return self.first
        if name not in self.names:
            raise KeyError(f"no column '{name}'; there are: {', '.join(self.names)}")
        return self.values[:, self.names.index(name) - 1]

    def __len__(self):
        return len(self.first)


def read_table(path):
    """The table of a file. Errors: CaseError, it is none."""
    try:
        lines = pathlib.Path(path).read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: {error}") from error
    heads = [line.lstrip("# \t") for line in lines if line.startswith("#")]
    rows = [line for line in lines if line.strip() and not line.startswith("#")]
    if rows and not re.match(_NUMBER, rows[0].strip(), re.I):
        heads.append(rows.pop(0))  # of a .csv
    if not rows:
        return Table(_names(heads, 0), np.empty(0), np.empty((0, 0)), _points(heads))
    numbers = [re.findall(_NUMBER, row, re.I) for row in rows]
    width = max(map(len, numbers))
    whole = [n for n in numbers if len(n) == width]  # a line that a killed run has half written
    if len(whole) < len(numbers) - 1:
        raise CaseError(f"{path}: its lines have not the same number of columns")
    values = np.array(whole, float)
    columns = values[:, 1:]
    vectors = len(re.findall(rf"\(\s*{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}\s*\)", rows[0], re.I))
    if vectors and 3 * vectors == columns.shape[1]:
        columns = columns.reshape(len(values), vectors, 3)
    return Table(_names(heads, columns.shape[1]), values[:, 0], columns, _points(heads))


def _names(heads, columns):
    for head in reversed(heads):
        names = [name.strip() for name in head.split(",")] if "," in head else head.split()
        if len(names) == columns + 1:
            return names
    probes = next((head.split()[1:] for head in heads if head.startswith("Probe") and "(" not in head), None)
    if probes and len(probes) == columns:
        return ["Time", *probes]
    return ["Time", *(str(i) for i in range(columns))]


def _points(heads):
    found = [re.findall(_NUMBER, head.split("(", 1)[1])[:3] for head in heads if re.match(r"Probe\s+\d+\s*\(", head)]
    return np.array(found, float) if found else None


class FunctionOutput(collections.abc.Mapping):
    """The tables of one function object. output[file] has the rows of all runs, later ones in the place of those that they have made
    anew; output[file, time] is the file in the directory of this time alone, as of lines."""

    def __init__(self, directory):
        self.directory = directory
        found = [d for d in directory.iterdir() if d.is_dir() and re.fullmatch(_NUMBER, d.name)]
        self._directories = sorted(found, key=lambda d: float(d.name))

    @property
    def times(self):
        """Of the directories."""
        return [float(d.name) for d in self._directories]

    def __iter__(self):
        names = (f.name for d in self._directories for f in sorted(d.iterdir()) if f.is_file() and f.suffix in ("", ".dat", ".xy", ".csv"))
        return iter(dict.fromkeys(names))

    def __len__(self):
        return len(list(iter(self)))

    def __getitem__(self, key):
        name, time = key if isinstance(key, tuple) else (key, None)
        name = name if name in list(self) else next((n for n in self if pathlib.Path(n).stem == name), name)
        found = [d for d in self._directories if (d / name).is_file() and (time is None or abs(float(d.name) - time) < 1e-9 * max(1, abs(time)))]
        if not found:
            raise KeyError(f"{self.directory}: no {name}" + (f" of time {time:g}" if time is not None else "") + f"; there are: {', '.join(self)}")
        tables = [read_table(d / name) for d in found]
        if time is None and len(tables) > 1 and pathlib.Path(name).suffix in (".xy", ".csv"):
            raise KeyError(f"{self.directory}: {name} is there of several times: [{name!r}, time]; there are: " + ", ".join(d.name for d in found))
        return _joined(tables)


def _joined(tables):
    """Rows of all tables; of one that starts before another has ended, those before."""
    last = tables[-1]
    alike = [t for t in tables if len(t) and t.values.shape[1:] == last.values.shape[1:]] or [last]
    parts = [(t, t.first < following) for t, following in zip(alike, [t.first[0] for t in alike[1:]] + [np.inf])] if len(last) else [(last, ...)]
    return Table(last.names, np.concatenate([t.first[kept] for t, kept in parts]), np.concatenate([t.values[kept] for t, kept in parts]), last.points)


class PostProcessing(collections.abc.Mapping):
    """postProcessing of a case: FunctionOutput by the name of the function object."""

    def __init__(self, case_directory):
        self.directory = pathlib.Path(case_directory) / "postProcessing"

    def __iter__(self):
        return (d.name for d in sorted(self.directory.iterdir()) if d.is_dir()) if self.directory.is_dir() else iter(())

    def __len__(self):
        return len(list(iter(self)))

    def __getitem__(self, name):
        if name not in list(self):
            raise KeyError(f"{self.directory} has no '{name}'" + (f"; there are: {', '.join(self)}" if len(self) else ", and nothing else"))
        return FunctionOutput(self.directory / name)
