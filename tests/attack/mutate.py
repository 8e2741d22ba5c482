# SPDX-License-Identifier: BSD-3-Clause
"""Changes of texts and bytes that make a good file a hostile one. `chance` is a random.Random: the same one gives the same changes."""
import re

NUMBERS = [b"-1", b"0", b"-0", b"nan", b"-nan", b"inf", b"-inf", b"1e300", b"-1e300", b"1e-300", b"1e-320", b"1e309", b"2147483647", b"2147483648",
           b"-2147483648", b"4294967296", b"9223372036854775807", b"9223372036854775808", b"1e19", b"0x10", b"1e", b"--1", b"1.2.3", b"1,5", b"7", b"1e6"]
#: What leads out of a case if it is taken for a path. %s: an absolute path outside.
PATHS = [b"../../evil", b"../evil", b"..", b".", b"/", b"%s/evil", b"a/../../../evil", b"../../outside/secret", b"%s/secret", b"..:..:evil", b"x/../../evil"]
WORDS = [b"", b'""', b"x" * 300, b"a b", b"*", b"\"(\"", b"$x", b"$..", b"$:", b"#calc", b"\xff\xfe", "\u00fc\u202e".encode(), b"a\x00b", b"a\nb", b"{", b"}",
        b"(", b")", b";",
         b"uniform", b"nonuniform", b"List<scalar>", b"yes", b"none", b"empty", b"cyclic", b"wall", b"fixedValue", b"%n%s%d", b"`id`", b"$(touch ../../evil)"]
TOKEN = re.compile(rb'"[^"\n]*"|[^\s;(){}\[\]"]+')
NUMBER = re.compile(rb"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")
#: Texts that are put between others.
LUMPS = [b"{" * 20000, b"(" * 100000, b"[" * 5000, b"a { b { c { ", b"a $b; b $a;", b"a { $a; }", b"/*", b"\"", b"#{", b"#include \"controlDict\"",
         b"#include \"../../outside/secret\"", b"#includeIfPresent \"/\"", b"#inputMode overwrite", b"#inputMode merge", b"#remove \".*\"", b"#calc \"1/0\";",
         b"x #calc \"pow(10, 400)\";", b"x 1000000000{0};", b"x List<scalar> 1000000000(0);", b"x List<vector> -1(0);", b"\x00" * 100, b"\xff" * 1000, b"\r\n",
         b"x 4(1 2 3;", b"x #eval{ 1/0 };", b"x $x;", b"\".*\" { $.*; }", b"../../evil { ../evil 1; }", b"FoamFile { format binary; class dictionary; }",
         b"x #codeStream { code #{ for (;;) {} #}; };", b"x #codeStream { code #{ system(\"touch ../../evil\"); #}; };", b"a0 (1 1);" + b"".join(
             b"a%d ($a%d $a%d);" % (i + 1, i, i) for i in range(40))]


def number(chance):
    return chance.choice(NUMBERS) if chance.random() < 0.7 else b"%d" % chance.randint(-10, 1 << chance.randint(1, 40))


def word(chance, outside):
    if chance.random() < 0.5:
        return chance.choice(WORDS)
    return b'"' + chance.choice(PATHS).replace(b"%s", outside) + b'"'


def text(data, chance, outside):
    """One change of a text file. outside: an absolute path outside of the case, as bytes."""
    places = [m for m in TOKEN.finditer(data) if m.start() > data.find(b"}")] or list(TOKEN.finditer(data))
    numbers = [m for m in places if NUMBER.match(m.group())]
    kind = chance.randrange(10)
    if kind <= 3 and numbers:
        m = chance.choice(numbers)
        return data[:m.start()] + number(chance) + data[m.end():]
    if kind <= 5 and places:
        m = chance.choice(places)
        return data[:m.start()] + word(chance, outside) + data[m.end():]
    if kind == 6 and places:  # two tokens change places
        a, b = sorted(chance.sample(places, 2) if len(places) > 1 else places * 2, key=lambda m: m.start())
        return data[:a.start()] + b.group() + data[a.end():b.start()] + a.group() + data[b.end():] if a is not b else data
    if kind == 7:  # lines are lost or doubled
        lines = data.splitlines(True)
        if lines:
            at = chance.randrange(len(lines))
            lines[at:at + 1] = [] if chance.random() < 0.5 else [lines[at]] * chance.choice([2, 3, 2000])
        return b"".join(lines)
    if kind == 8:
        at = chance.choice([m.start() for m in places] + [len(data)])
        return data[:at] + b" " + chance.choice(LUMPS) + b" " + data[at:]
    return raw(data, chance)


def raw(data, chance):
    """One change of any file's bytes."""
    if not data:
        return bytes(chance.randrange(256) for _ in range(chance.randint(1, 100)))
    at, more = chance.randrange(len(data)), chance.randint(1, 64)
    kind = chance.randrange(7)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1:]
    if kind == 2:
        return data[:at] + bytes(chance.randrange(256) for _ in range(more)) + data[at + more:]
    if kind == 3:
        return data[:at] + data[at + more:]
    if kind == 4:
        return data[:at] + data[at:at + more] * chance.choice([2, 3, 100]) + data[at:]
    if kind == 5:
        return data[:at] + b"\0" * more + data[at + more:]
    return data[:at] + chance.choice([b"\xff", b"\x7f", b"\x80"]) * 8 + data[at + 8:]


def file(path, chance, outside, binary=False):
    """Some changes of a file in place; says which file."""
    data = path.read_bytes()
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        data = raw(data, chance) if binary or chance.random() < 0.1 else text(data, chance, outside)
    path.write_bytes(data)
    return f"changed {path.name}"
