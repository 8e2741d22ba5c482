# SPDX-License-Identifier: BSD-3-Clause
"""Beside an experiment: how far a column of water, let go, has run along a dry floor, and the measurements of Martin and Moyce (1952), on
a base a of 2.25 inches and twice as high. The experiment's water starts later, as its wall had to be taken away.

    PYTHONPATH=python .venv/bin/python examples/experiment.py [--quick]
"""
import pathlib
import shutil
import sys
import tempfile

import numpy as np

import eagre

DAM_BREAK = pathlib.Path(__file__).resolve().parent.parent / "cases" / "damBreak"
A = 2.25 * 0.0254  # [m], the base of the column
#: J. C. Martin and W. J. Moyce, Phil. Trans. R. Soc. A 244 (1952), figure 3: T = t sqrt(2 g/a), and the front Z = z/a.
T = np.array([0.832, 1.219, 1.997, 2.547, 3.345, 4.034])
Z = np.array([1.217, 1.474, 2.292, 2.995, 4.134, 4.944])
MESH = """
FoamFile {{ version 2.0; format ascii; class dictionary; object blockMeshDict; }}
scale {a};
vertices ((0 0 0) (6 0 0) (6 3 0) (0 3 0) (0 0 0.1) (6 0 0.1) (6 3 0.1) (0 3 0.1));
blocks (hex (0 1 2 3 4 5 6 7) ({nx} {ny} 1) simpleGrading (1 1 1));
boundary
(
    walls {{ type wall; faces ((0 1 5 4) (0 4 7 3) (1 2 6 5)); }}
    atmosphere {{ type patch; faces ((3 7 6 2)); }}
    frontAndBack {{ type empty; faces ((0 3 2 1) (4 5 6 7)); }}
);
"""
COLUMN = """
FoamFile {{ version 2.0; format ascii; class dictionary; object setFieldsDict; }}
defaultFieldValues (volScalarFieldValue alpha.water 0);
regions (boxToCell {{ box (0 0 -1) ({a} {height} 1); fieldValues (volScalarFieldValue alpha.water 1); }});
"""


def front(case, time):
    """Z: how far the water has come along the floor, by what is in the lowest cells, over a."""
    cells = case.cells(time)
    lowest = cells.centres[:, 1] < cells.centres[:, 1].min() * 1.5
    alpha, x = case["alpha.water", time][lowest], cells.centres[lowest, 0]
    return x[alpha > 0.5].max() / A


def main():
    cells = 10 if "--quick" in sys.argv else 40  # per a
    directory = pathlib.Path(tempfile.mkdtemp()) / "martinMoyce"
    shutil.copytree(DAM_BREAK, directory)
    (directory / "system/blockMeshDict").write_text(MESH.format(a=A, nx=6 * cells, ny=3 * cells))
    (directory / "system/setFieldsDict").write_text(COLUMN.format(a=A * (1 + 1e-6), height=2 * A * (1 + 1e-6)))
    case = eagre.Case(directory)
    unit = (A / (2 * 9.81)) ** 0.5  # [s]
    case.control_dict["writeInterval"], case.control_dict["endTime"] = unit / 4, 4.1 * unit
    del case.control_dict["functions"]
    case.run()

    times = np.array(case.times)
    computed = np.interp(T, times / unit, [front(case, time) for time in times])
    for t, measured, here in zip(T, Z, computed, strict=True):
        print(f"T = {t:.2f}: Z = {measured:.2f} measured, {here:.2f} computed")
    # The measured front is late by about 0.3 in T, which its start explains; the speed behind that can be compared.
    speed_measured, speed = np.polyfit(T[2:], Z[2:], 1)[0], np.polyfit(T[2:], computed[2:], 1)[0]
    print(f"speed of the front from T = 2 on: {speed_measured:.2f} measured, {speed:.2f} computed, times sqrt(2 g a)")
    assert abs(speed / speed_measured - 1) < 0.15

    from matplotlib import pyplot
    pyplot.plot(times / unit, [front(case, time) for time in times], label="Eagre")
    pyplot.plot(T, Z, "o", label="Martin and Moyce (1952)")
    pyplot.xlabel("t sqrt(2 g / a)")
    pyplot.ylabel("front / a")
    pyplot.legend()
    pyplot.savefig(directory / "front.png")
    print(f"written: {directory / 'front.png'}")


if __name__ == "__main__":
    main()
