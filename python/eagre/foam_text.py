# SPDX-License-Identifier: BSD-3-Clause
"""The text of an OpenFOAM dictionary and where its entries stand in it, so that one value can be changed and no other character is.

Values as Python has them: numbers, words and strings (str; Quoted where it stands in quotes), yes/no/on/off/true/false (bool), lists
(x y z), several of them (a tuple: "Gauss linear" is ("Gauss", "linear")), numbers with dimensions (Dimensioned). What has a macro or a
directive in it ($nu, #calc "...") is the text as it stands (Macro): nothing is evaluated here."""
import dataclasses
import re

import numpy as np


class DictionaryError(Exception):
    """A dictionary that cannot be read, or an entry that cannot be changed by itself."""


class Quoted(str):
    """A string in quotes."""


class Macro(str):
    """A value with a macro or a directive, as it is written."""


@dataclasses.dataclass
class Dimensioned:
    """A value with the exponents of its SI units, and the name that older versions write in front of them."""

    value: object
    dimensions: list
    name: str = ""


@dataclasses.dataclass
class Entry:
    """Places in the text: keyword [start, key_end), value [value, value_end), all of it [start, end)."""

    keyword: str
    start: int
    value: int
    value_end: int
    end: int
    inside: list | None  #: the entries of a dictionary


_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z))*", re.S)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)
_CODE = re.compile(r"#\{.*?#\}", re.S)
_PLAIN = re.compile(r"""[^\s"'/#(){}\[\];]+|[/#']""")
_DIRECTIVE = re.compile(r"#[^\n]*")
_MACRO = re.compile(r"\$(?:\{[^}]*\}|[^\s;{}]*)\s*;?")
_WORD = r'[A-Za-z_][^\s"()\[\]{}]*(?:\((?:[^\s"()]|\([^\s"()]*\))*\)[^\s"()\[\]{}]*)+'  # with brackets: grad(U)
_TOKEN = re.compile(rf'"(?:[^"\\]|\\.)*"|{_WORD}|[()\[\]{{}}]|[^\s"()\[\]{{}}]+', re.S)
_CLOSES = {"(": ")", "{": "}", "[": "]"}
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z")
_BOOLEANS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class Scanner:
    """Finds the entries of a text."""

    def __init__(self, text, name):
        self.text, self.name = text, name

    def fail(self, at, message):
        raise DictionaryError(f"{self.name}:{self.text.count(chr(10), 0, at) + 1}: {message}")

    def entries(self, at=0, end=None):
        """Those between two places; what directives (#include) and macros ($name;) would add is not among them."""
        text, found = self.text, []
        end = len(text) if end is None else end
        while (at := _BLANK.match(text, at).end()) < end:
            if text[at] == ";":
                at += 1
            elif text[at] == "#":
                at = _DIRECTIVE.match(text, at).end()
            elif text[at] == "$":
                at = _MACRO.match(text, at).end()
            elif text[at] in "}])":
                self.fail(at, f"unexpected '{text[at]}'")
            else:
                found.append(self._entry(at))
                at = found[-1].end
        return found

    def _keyword_end(self, at):
        if string := _STRING.match(self.text, at):
            return string.end()
        depth = 0
        for place in range(at, len(self.text)):
            c = self.text[place]
            depth += (c == "(") - (c == ")")
            if c.isspace() or c in ";{" or c in "}" and depth <= 0:
                return place
        return len(self.text)

    def _entry(self, at):
        text = self.text
        key_end = max(self._keyword_end(at), at + 1)
        keyword = text[at:key_end]
        value = _BLANK.match(text, key_end).end()
        if text.startswith("{", value):
            close = self._closing(value, keyword)
            return Entry(keyword, at, value, close + 1, close + 1, self.entries(value + 1, close))
        place = value
        while place < len(text) and text[place] != ";":
            if text[place] in "}])":
                self.fail(at, f"the entry '{keyword}' is not closed")
            place = self._behind(place, keyword)
        if place >= len(text):
            self.fail(at, f"the entry '{keyword}' is not closed")
        return Entry(keyword, at, value, place, place + 1, None)

    def _behind(self, at, keyword):
        """The place behind what stands at `at`, a list as a whole."""
        text = self.text
        if text[at] in _CLOSES:
            return self._closing(at, keyword) + 1
        for pattern in (_BLANK, _STRING, _CODE, _PLAIN):
            if (found := pattern.match(text, at)) and found.end() > at:
                return found.end()
        return at + 1

    def _closing(self, at, keyword):
        """The place of the bracket that closes the one at `at`."""
        open_, begin = [], at
        while at < len(self.text):
            c = self.text[at]
            if c in _CLOSES:
                open_.append(_CLOSES[c])
                at += 1
            elif c in ")}]":
                if c != open_.pop():
                    self.fail(begin, f"the brackets of '{keyword}' do not match")
                if not open_:
                    return at
                at += 1
            elif c == ";":
                at += 1
            else:
                at = self._behind(at, keyword)
        self.fail(begin, f"the entry '{keyword}' is not closed")


def _without_comments(text):
    return re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m[1] or " ", text, flags=re.S)


def parse_value(text):
    """What a value stands for; see the module."""
    text = _without_comments(text).strip()
    outside = _STRING.sub("", text)
    if "$" in outside or "#" in outside:
        return Macro(text)
    if _NUMBER.match(text):
        return _number(text)
    fast = re.fullmatch(r"(?:(uniform|nonuniform)\s+)?(?:List<\w+>\s*)?(\d+\s*)?\(([-+0-9.eE\s()]*)\)", text)
    if fast and len(text) > 1000:
        return _large_list(fast)
    tokens = _TOKEN.findall(text)
    values, at = [], 0
    while at < len(tokens):
        value, at = _one(tokens, at)
        values.append(value)
    dimensioned = _dimensioned(values)
    if dimensioned:
        return dimensioned
    return values[0] if len(values) == 1 else tuple(values)


def _large_list(match):
    components = match[3].split("(", 2)[1].split(")")[0].split() if "(" in match[3] else [""]
    numbers = np.array(match[3].replace("(", " ").replace(")", " ").split(), float)
    values = numbers.reshape(-1, len(components)) if len(components) > 1 else numbers
    return (match[1], values) if match[1] else values


def _number(text):
    return int(text) if text.lstrip("+-").isdigit() else float(text)


class _Dimensions(list):
    pass


def _one(tokens, at):
    token = tokens[at]
    if token in "([{":
        items, at = [], at + 1
        while at < len(tokens) and tokens[at] != _CLOSES[token]:
            item, at = _one(tokens, at)
            items.append(item)
        return (_Dimensions(items) if token == "[" else items), at + 1
    at += 1
    if token.startswith('"'):
        return Quoted(token[1:-1]), at
    if token.isdigit() and at < len(tokens) and tokens[at] in "({":
        values, behind = _one(tokens, at)
        return (values if tokens[at] == "(" else values * int(token)), behind  # 3(a b c), 3{a}
    if token.startswith("List<"):
        return _one(tokens, at)
    return (_number(token) if _NUMBER.match(token) else _BOOLEANS.get(token, token)), at


def _dimensioned(values):
    """name [dimensions] value, or without the name; openfoam.org's later versions have them behind the value."""
    places = [i for i, v in enumerate(values) if isinstance(v, _Dimensions)]
    if len(values) == 1 and places:
        return list(values[0])
    if places == [0] and len(values) == 2:
        return Dimensioned(values[1], list(values[0]))
    if places == [1] and len(values) == 3 and isinstance(values[0], str):
        return Dimensioned(values[2], list(values[1]), values[0])
    return None


def value_text(value):
    """How a value is written."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Quoted):
        return f'"{value}"'
    if isinstance(value, Dimensioned):
        return " ".join(filter(None, [value.name, "[" + " ".join(map(value_text, value.dimensions)) + "]", value_text(value.value)]))
    if isinstance(value, tuple):
        return " ".join(map(value_text, value))
    if isinstance(value, list):
        return "(" + " ".join(map(value_text, value)) + ")"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        checked = Scanner(f"x {value};", "value").entries() if value.strip() else []
        if len(checked) != 1 or checked[0].end != len(value) + 3:
            raise DictionaryError(f"'{value}' is not the text of one value")
        return value
    raise TypeError(f"a value of a dictionary is a number, str, bool, list, tuple or a mapping, not {type(value).__name__}")


def dictionary_text(mapping, indent):
    """{ key value; .. } of a mapping, its braces at `indent`."""
    inner = indent + "    "
    lines = []
    for key, value in mapping.items():
        is_dictionary = hasattr(value, "items")
        lines.append(f"{inner}{key}\n{inner}{dictionary_text(value, inner)}" if is_dictionary else f"{inner}{key} {value_text(value)};")
    return "{\n" + "".join(line + "\n" for line in lines) + indent + "}"
