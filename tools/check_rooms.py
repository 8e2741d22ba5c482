#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the includes of src/ to the house: a room includes only the rooms that it USES in src/CMakeLists.txt (which may
name rooms below it only), <mpi.h> is included in comm/ alone, and <hdf5.h>, which brings it along, in output/hdf5/ alone, <netcdf.h>
in output/netcdf/ alone."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent / "src"
# From the bottom up; a room uses rooms further up this list only.
order = ["core", "config", "kernel", "comm", "grid", "mesh", "linear", "fv", "physics", "interface", "output", "case", "channel",
         "solvers", "run", "cli"]

uses = {"cli": set(order)}
for name, arguments in re.findall(r"eagre_room\((\w+)([^)]*)\)", (root / "CMakeLists.txt").read_text()):
    listed = re.search(r"USES ([\w ]+?)(?: LIBRARIES| WITHOUT|$)", arguments.strip())
    uses[name] = set(listed.group(1).split()) if listed else set()

problems = []
for room, below in uses.items():
    for other in below:
        if room != "cli" and order.index(other) >= order.index(room):
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
        if target not in order:
            problems.append(f'{where}: "{quoted.group(1)}" is not given from src/ on')
        elif target != room and target not in uses.get(room, set()):
            problems.append(f"{where}: {room} may not include {target}")

print("\n".join(problems) if problems else f"rooms: {len(uses)} rooms, includes point downwards only")
sys.exit(1 if problems else 0)
