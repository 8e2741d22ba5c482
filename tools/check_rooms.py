#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the includes of src/ to the house: a room includes only the rooms that it USES in src/CMakeLists.txt (which may
name rooms below it only). The folders of a room, its own files being one of them, include each other without a cycle; its words.hpp,
which declares what each folder defines, belongs to none. <mpi.h> is included in comm/ alone, <hdf5.h>, which brings it along, in
output/hdf5/ alone, <netcdf.h> in output/netcdf/ alone."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent / "src"
# From the bottom up; a room uses rooms further up this list only.
order = ["core", "config", "kernel", "comm", "grid", "mesh", "linear", "fv", "physics", "interface", "output", "case", "channel",
         "solvers", "run", "python", "cli"]

uses = {}
for name, arguments in re.findall(r"eagre_room\((\w+)([^)]*)\)", (root / "CMakeLists.txt").read_text()):
    listed = re.search(r"USES ([\w ]+?)(?: LIBRARIES| WITHOUT|$)", arguments.strip())
    uses[name] = set(listed.group(1).split()) if listed else set()



def folder(path):
    """The inner room of a file, given from src/ on; None: words.hpp."""
    if path.name == "words.hpp" and len(path.parts) == 2:
        return None
    return "/".join(path.parts[:-1][:2])


def reachable(start, edges):
    found, waiting = set(), [start]
    while waiting:
        for to in edges.get(waiting.pop(), ()):
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found


inner = {}  # folder: the folders of the same room that it includes
places = {}  # (folder, folder): where
problems = []
for room, below in uses.items():
    for other in below:
        if order.index(other) >= order.index(room):
            problems.append(f"src/CMakeLists.txt: {room} may not use {other}, which stands above it")
for path in sorted(root.rglob("*.[ch]pp")):
    room = path.relative_to(root).parts[0]
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.relative_to(root.parent)}:{number}"
        if re.match(r'\s*#\s*include\s*<mpi\.h>', line) and room != "comm":
            problems.append(f"{where}: <mpi.h> outside comm/")
        if re.match(r'\s*#\s*include\s*<hdf5\.h>', line) and path.relative_to(root).parts[:2] != ("output", "hdf5"):
            problems.append(f"{where}: <hdf5.h> outside output/hdf5/")
        if re.match(r'\s*#\s*include\s*<netcdf\w*\.h>', line) and path.relative_to(root).parts[:2] != ("output", "netcdf"):
            problems.append(f"{where}: <netcdf.h> outside output/netcdf/")
        quoted = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if not quoted:
            continue
        target = quoted.group(1).split("/")[0]
        ends = folder(path.relative_to(root)), folder(pathlib.Path(quoted.group(1)))
        if target == room and None not in ends and ends[0] != ends[1]:
            inner.setdefault(ends[0], set()).add(ends[1])
            places.setdefault(ends, f'{where}: "{quoted.group(1)}"')
        if target not in order:
            problems.append(f'{where}: "{quoted.group(1)}" is not given from src/ on')
        elif target != room and target not in uses.get(room, set()):
            problems.append(f"{where}: {room} may not include {target}")

for (a, b), where in places.items():
    if a in reachable(b, inner):
        problems.append(f"{where}: {a}/ and {b}/ include each other, directly or through others")

print("\n".join(problems) if problems else f"rooms: {len(uses)} rooms, includes point downwards only")
sys.exit(1 if problems else 0)
