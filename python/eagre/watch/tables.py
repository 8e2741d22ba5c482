# SPDX-License-Identifier: BSD-3-Clause
"""Tables of function objects under postProcessing, such as forces and probes, as they grow."""
import re

from eagre.watch.steps import Steps

MOST_TABLES, MOST_COLUMNS, PIECE = 12, 24, 4 << 20
NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)")


class Table:
    """One file: a comment with the names of columns, then rows of numbers, the time [s] first, vectors in brackets."""

    def __init__(self, path, name):
        self.path, self.name = path, name
        self.steps, self._at, self._rest, self._comment = Steps(2000), 0, b"", ""

    def read(self):
        with open(self.path, "rb") as file:
            file.seek(0, 2)
            if file.tell() < self._at:  # it is written anew
                self._at, self._rest = 0, b""
                self.steps.clear()
            file.seek(self._at)
            data = file.read(PIECE)
        self._at += len(data)
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[:10_000]
        for line in lines:
            self._take(line.decode(errors="replace"))

    def _take(self, line):
        if line.lstrip().startswith("#"):
            self._comment = line
            return
        numbers = [float(word) for word in NUMBERS.findall(line)][:MOST_COLUMNS]
        if len(numbers) > 1:
            names = self._names(len(numbers) - 1)
            self.steps.add({"time": numbers[0], **dict(zip(names, numbers[1:]))})

    def _names(self, count):
        """The comment's words, if there is one for each column; of a list of vectors x, y, z of each."""
        words = [word.strip("()") for word in re.split(r"[\s,]+", self._comment.lstrip("# ")) if word.strip("()")]
        words = words[1:] if words and words[0].lower() == "time" else words
        if len(words) == count:
            return list(dict.fromkeys(words)) if len(set(words)) == count else [f"{w} {i}" for i, w in enumerate(words, 1)]
        if words and count == 3 * len(words):
            return [f"{word} {axis}" for word in words for axis in "xyz"]
        return [f"column {i}" for i in range(1, count + 1)] if count > 1 else ["value"]


class Tables:
    """The tables of a case: of each function object those of the latest start time. Files outside the case are not followed."""

    def __init__(self, case):
        self._root, self._case = case / "postProcessing", case.resolve()
        self.tables = {}

    def read(self):
        for path, name in self._files():
            table = self.tables.setdefault(path, Table(path, name))
            try:
                table.read()
            except OSError:
                continue

    def _files(self):
        found = []
        try:
            for directory in sorted(self._root.iterdir()):
                times = [child for child in directory.iterdir() if _number(child.name) is not None and child.is_dir()]
                latest = max(times, key=lambda child: _number(child.name), default=None)
                for path in sorted(latest.iterdir()) if latest else []:
                    inside = path.resolve().is_relative_to(self._case)
                    if path.is_file() and inside and path.suffix in ("", ".dat"):
                        found.append((path, f"{directory.name}: {path.stem}"))
        except OSError:
            pass
        return found[:MOST_TABLES]


def _number(word):
    try:
        return float(word)
    except ValueError:
        return None
