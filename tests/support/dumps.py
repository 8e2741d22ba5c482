# SPDX-License-Identifier: BSD-3-Clause
"""Runs that write dumps, for tests and benchmarks."""
import filecmp
import pathlib
import re
import zlib

import foam
import own

# Two runs may choose differently by what they measure: nothing is left to choose, so that they can be compared bit for bit.
SETTLED = ["--krylov", "PCG", "--reduction", "typed"]


def dam_break(target, control):
    """A quarter of the cells of cases/damBreak, fixed steps."""
    return own.dam_break(target, cells=0.5, tight=False, control="adjustTimeStep no; deltaT 0.0005; writeControl timeStep; " + control)


def cavity(target, control):
    own.copy("cavity", target)
    foam.append(target, "system/controlDict", "writeFormat binary; writePrecision 12; " + control)
    return pathlib.Path(target)


def averaged_cavity(target, control):
    """With UMean and UPrime2Mean, a volSymmTensorField."""
    return cavity(target, control + """
        functions { average { type fieldAverage; libs (fieldFunctionObjects); writeControl writeTime;
                              fields ( U { mean on; prime2Mean on; base time; } ); } }""")


def run(eagre, case, *options, ranks=1, dump="hdf5"):
    """The log of a run that writes dumps."""
    return foam.run([eagre, "run", case, "-n", ranks, "--dump", dump, *SETTLED, *options]).stdout


def parts(case, name):
    """Names of the files of the bunches of a dump, sorted."""
    return sorted(p.name for p in (pathlib.Path(case) / "dumps").glob("*.vtkhdf") if re.match(re.escape(name) + r"\.\d+of\d+\.", p.name))


def same_directories(a, b):
    """diff -r"""
    compared = filecmp.dircmp(a, b)
    assert not compared.left_only and not compared.right_only, (compared.left_only, compared.right_only)
    for name in compared.common_files:
        assert (a / name).read_bytes() == (b / name).read_bytes(), f"{name} differs"
    for name in compared.common_dirs:
        same_directories(a / name, b / name)


def tool(eagre, *arguments):
    """A tool's exit code and all that it says."""
    result = foam.run([eagre, *arguments], check=False, timeout=600)
    return result.returncode, result.stdout


def names(case):
    """Names of the dumps of a case, sorted by time."""
    found = [p.stem for p in (pathlib.Path(case) / "dumps").glob("*.vtkhdf")]
    return sorted((n for n in found if re.fullmatch(r"[0-9.eE+-]+", n)), key=float)


def journal(before, after):
    """What `eagre boundary --set` leaves beside a dump if the machine dies in the middle (docs/dumps.md, "The journal")."""
    number = lambda n: n.to_bytes(8, "little")
    pieces, at = [], 0
    for at in range(0, len(after), 64):
        piece = after[at:at + 64]
        if before[at:at + 64] != piece:
            pieces.append((at, piece))
    common, crc = min(len(before), len(after)), 0
    for i in range(64):
        start = common // 64 * i
        stretch = bytearray(before[start:min(start + 4096, common)].ljust(4096, b"\0"))
        for place, piece in pieces:
            for k in range(max(place, start), min(place + len(piece), start + 4096)):
                stretch[k - start] = 0
        crc = zlib.crc32(stretch, crc)
    text = b"eagre changes 2\n" + number(len(before)) + number(len(after)) + number(crc)
    text += b"".join(number(place) + number(len(piece)) + piece for place, piece in pieces)
    return text + number(zlib.crc32(text))
