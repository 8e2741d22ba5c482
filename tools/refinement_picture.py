#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/pictures/refinement.png: a time of OpenFOAM's damBreakWithObstacle, its interface in 3D beside the cells on the plane x = 0.5.

    eagre run CASE --log --set system/controlDict:endTime=0.4      (of a copy of the example, a quarter of an hour)
    tools/refinement_picture.py CASE --time 0.4 --output docs/pictures/refinement.png
"""
import argparse
import io
import pathlib
import sys

from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
from eagre import Case, plot3d  # noqa: E402

HEIGHT = 510  # pixels


def scaled(picture):
    return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS)


def interface(case, time):
    look = plot3d.Look(walls=False)
    picture = plot3d.render(plot3d.read(case.directory, time), look)
    return scaled(Image.fromarray(picture).crop(plot3d.frame(picture, look.margin)))


def cells(case, time):
    figure = case.plot(time, "alpha.water", "x", 0.5, mesh=True)
    figure.suptitle("")
    file = io.BytesIO()
    figure.savefig(file, dpi=150)
    return scaled(Image.open(file).convert("RGB"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case")
    parser.add_argument("--time", type=float, default=0.4)
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    case = Case(options.case)
    parts = [interface(case, options.time), cells(case, options.time)]
    whole = Image.new("RGB", (sum(p.width for p in parts) + 20, HEIGHT), "white")
    whole.paste(parts[0], (0, 0))
    whole.paste(parts[1], (parts[0].width + 20, 0))
    whole.save(options.output, optimize=True)


if __name__ == "__main__":
    main()
