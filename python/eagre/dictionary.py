# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM's dictionaries as mappings. A change is written to the file at once, and changes the characters of that entry alone: comments,
macros and the order of all others stay.

    with case.control_dict as control:      # all of it written at the end, or nothing if there is an error
        control["endTime"] = 2
    case.file("system/fvSolution")["solvers", "p", "tolerance"] = 1e-8
"""
import collections.abc
import contextlib
import gzip
import os
import pathlib
import re

from eagre import foam_text
from eagre.foam_text import Dimensioned, DictionaryError, Macro, Quoted

__all__ = ["Dictionary", "DictionaryError", "DictionaryFile", "Dimensioned", "Macro", "Quoted"]


class Dictionary(collections.abc.MutableMapping):
    """A dictionary of a file. Keys are keywords as they are written, regular expressions with their quotes; d["a", "b"] is d["a"]["b"].
    As in OpenFOAM a keyword that is not there is looked for among the regular expressions, the last one first, to be read; to be
    changed the expression is to be named. Errors: KeyError; DictionaryError."""

    def __init__(self, file, path=(), pattern=None):
        self._file, self._path, self._pattern = file, path, pattern

    def __getitem__(self, keys):
        first, *others = keys if isinstance(keys, tuple) else (keys,)
        entry, pattern = self._find(first)
        if entry is None:
            raise KeyError(self._missing(first))
        if entry.inside is None:
            value = foam_text.parse_value(self._file.text[entry.value:entry.value_end])
        else:
            value = Dictionary(self._file, (*self._path, entry.keyword), pattern or self._pattern)
        return value[tuple(others)] if others else value

    def __setitem__(self, keys, value):
        if isinstance(keys, tuple) and len(keys) > 1:
            self[keys[:-1]][keys[-1]] = value
            return
        key = keys[0] if isinstance(keys, tuple) else keys
        entry, pattern = self._find(key)
        if pattern or self._pattern:
            raise DictionaryError(f"{self._name()}: '{key}' is that of the expression {pattern or self._pattern}: name it to change it for all "
                                  "that it matches")
        if entry is None:
            self._add(key, value)
        elif hasattr(value, "items"):
            self._file.replace(entry.value, entry.end, foam_text.dictionary_text(value, self._indent(entry.start)))
        elif entry.inside is not None:
            raise DictionaryError(f"{self._name()}: '{key}' is a dictionary; a mapping is expected, or del first")
        else:
            was = foam_text.parse_value(self._file.text[entry.value:entry.value_end])
            if isinstance(was, Dimensioned) and not isinstance(value, Dimensioned | str):
                value = Dimensioned(value, was.dimensions, was.name)
            if type(was) is not type(value) or not _equal(was, value):
                gap = "" if entry.value > entry.start + len(entry.keyword) else " "
                self._file.replace(entry.value, entry.value_end, gap + foam_text.value_text(value))

    def __delitem__(self, key):
        entry, pattern = self._find(key)
        if entry is None or pattern:
            raise KeyError(self._missing(key))
        text = self._file.text
        start, end = entry.start, entry.end
        begin = text.rfind("\n", 0, start) + 1
        if not text[begin:start].strip() and re.match(r"[ \t]*\n", text[end:]):
            start, end = begin, text.index("\n", end) + 1
        self._file.replace(start, end, "")

    def __iter__(self):
        return iter(dict.fromkeys(entry.keyword for entries in self._entries() for entry in entries))

    def __len__(self):
        return len(list(iter(self)))

    def __contains__(self, key):
        return self._find(key)[0] is not None

    def __repr__(self):
        return f"<{self._name()}: {', '.join(self)}>"

    def as_dict(self):
        """A copy as a dict of dicts."""
        return {key: value.as_dict() if isinstance(value, Dictionary) else value for key, value in self.items()}

    def _name(self):
        return ".".join([str(self._file.path), *self._path])

    def _entries(self):
        """The entries of the dictionary, of each place where it is written."""
        lists = [self._file.entries()]
        for keyword in self._path:
            lists = [entry.inside for entries in lists for entry in entries if entry.keyword == keyword and entry.inside is not None]
        return lists

    def _find(self, key):
        """The entry, the last one of its keyword, and the regular expression by which it was found, or None."""
        lists = self._entries()
        for entry in reversed([entry for entries in lists for entry in entries]):
            if entry.keyword == key:
                return entry, None
        for entry in reversed([entry for entries in lists for entry in entries]):
            if entry.keyword.startswith('"') and isinstance(key, str) and _matches(entry.keyword[1:-1], key):
                return entry, entry.keyword
        return None, None

    def _missing(self, key):
        text = self._file.text
        others = dict.fromkeys(re.findall(r"^\s*(#include\w*\s+\S+)", text, re.M) + re.findall(r"^\s*(\$[^\s;]+)\s*;?\s*$", text, re.M))
        return f"{self._name()} has no '{key}'" + (f"; what it takes from {', '.join(others)} is not among its entries" if others else "")

    def _indent(self, at):
        line = self._file.text.rfind("\n", 0, at) + 1
        return re.match(r"[ \t]*", self._file.text[line:at])[0]

    def _add(self, key, value):
        lists, text = self._entries(), self._file.text
        if not lists:
            raise KeyError(f"{self._name()}: there is no such dictionary any more")
        if lists[-1]:
            last = lists[-1][-1]
            at, indent = last.end, self._indent(last.start)
        elif self._path:
            at = self._opening()
            indent = self._indent(at) + "    "
        else:
            at, indent = len(text), ""
        body = f"\n{indent}{foam_text.dictionary_text(value, indent)}" if hasattr(value, "items") else f" {foam_text.value_text(value)};"
        rest = re.match(r"[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?(?=\n|\Z)", text[at:])
        if rest is None:  # more follows on this line, as in a dictionary of one line
            self._file.replace(at, at, f" {key}{body}")
        else:
            self._file.replace(at + rest.end(), at + rest.end(), f"\n{indent}{key}{body}")

    def _opening(self):
        """Behind the brace of an empty dictionary."""
        lists = [self._file.entries()]
        for keyword in self._path:
            found = [entry for entries in lists for entry in entries if entry.keyword == keyword and entry.inside is not None]
            lists = [entry.inside for entry in found]
        return found[-1].value + 1


def _equal(was, value):
    try:
        return bool(was == value)
    except ValueError:  # arrays
        return False


def _matches(expression, key):
    try:
        return re.fullmatch(expression, key) is not None
    except re.error:
        return False


class DictionaryFile(Dictionary):
    """A file, X or X.gz. As a context manager it is written once, at the end, and not at all if there is an error."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        super().__init__(self)
        packed = self.path.with_name(self.path.name + ".gz")
        self._read_from = packed if not self.path.exists() and packed.exists() else self.path
        try:
            data = gzip.decompress(self._read_from.read_bytes()) if self._read_from == packed else self._read_from.read_bytes()
        except OSError as error:
            raise DictionaryError(f"{self.path}: {error.strerror or error}") from error
        if b"\0" in data and re.search(rb"^\s*format\s+binary\s*;", data[:2000], re.M):
            raise DictionaryError(f"{self.path}: it is binary; case[field, time] reads fields")
        self.text = data.decode(errors="surrogateescape")
        self._scanned, self._held = None, False

    def entries(self):
        if self._scanned is None:
            self._scanned = foam_text.Scanner(self.text, str(self.path)).entries()
        return self._scanned

    def replace(self, start, end, by):
        """Changes a part of the text; refused if its entries could not be found any more."""
        text = self.text[:start] + by + self.text[end:]
        self._scanned, self.text = foam_text.Scanner(text, str(self.path)).entries(), text
        if not self._held:
            self.write()

    def write(self):
        """Replaces the file, whole or not at all."""
        data = self.text.encode(errors="surrogateescape")
        beside = self._read_from.with_name(self._read_from.name + ".eagre-new")
        beside.write_bytes(gzip.compress(data) if self._read_from.suffix == ".gz" else data)
        with contextlib.suppress(OSError):
            os.chmod(beside, self._read_from.stat().st_mode & 0o7777)
        os.replace(beside, os.path.realpath(self._read_from))

    def __enter__(self):
        self._held, self._before = True, self.text
        return self

    def __exit__(self, kind, error, trace):
        self._held = False
        if kind is not None:
            self.text, self._scanned = self._before, None
        elif self.text != self._before:
            self.write()
