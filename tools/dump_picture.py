# SPDX-License-Identifier: BSD-3-Clause
"""docs/pictures/patches.png: a dam break in 3D from one of its dumps, the water from the volume, the rest from its patches.

    tools/dump_picture.py --eagre build/bin/eagre --output docs/pictures/patches.png [--cells 0.3] [--time 0.5]
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile

import pyvista

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(eagre, directory, cells, time):
    """cases/damBreak3D on a fraction of its cells in each direction, up to a time, with one dump."""
    case = pathlib.Path(directory) / "damBreak3D"
    shutil.copytree(ROOT / "cases" / "damBreak3D", case)
    mesh = case / "system" / "blockMeshDict"
    mesh.write_text(re.sub(r"\((\d+) (\d+) (\d+)\)( simpleGrading)",
                           lambda m: "(%d %d %d)" % tuple(round(int(m[i]) * cells) for i in (1, 2, 3)) + m[4], mesh.read_text()))
    with open(case / "system" / "controlDict", "a") as control:
        control.write(f"\nendTime {time}; writeInterval {time};\n")
    subprocess.run([eagre, "run", case, "--dump", "hdf5"], check=True, stdout=subprocess.DEVNULL)
    return case


def draw(case, path):
    """Water surface by its speed, walls by the pressure of the water on them."""
    time = max(pyvista.get_reader(case / "dumps" / f"{case.name}.vtkhdf.series").time_values)
    volume, patches = (pyvista.get_reader(case / "dumps" / f"{case.name}{ending}") for ending in (".vtkhdf.series", ".patches.xdmf"))
    for reader in (volume, patches):
        reader.set_active_time_value(time)
    water = volume.read().cell_data_to_point_data().contour([0.5], scalars="alpha.water")
    walls = patches.read()["walls"]
    walls["walls: p [kPa]"] = walls["p"] / 1000
    water["water: speed [m/s]"] = (water["U"] ** 2).sum(axis=1) ** 0.5
    plotter = pyvista.Plotter(off_screen=True, window_size=(900, 560))
    bar = {"vertical": True, "position_y": 0.25, "height": 0.5, "width": 0.05, "title_font_size": 18, "label_font_size": 15}
    plotter.add_mesh(walls, scalars="walls: p [kPa]", cmap="Greys", clim=(0, 10), opacity=0.55, scalar_bar_args=bar | {"position_x": 0.04})
    plotter.add_mesh(water, scalars="water: speed [m/s]", cmap="viridis", clim=(0, 4), smooth_shading=True,
                     scalar_bar_args=bar | {"position_x": 0.88})
    plotter.add_text(f"t = {time:g} s", position="upper_edge", font_size=10)
    plotter.camera_position = [(8.4, -5.6, 6.0), (2.05, 1.95, 0.75), (0, 0, 1)]
    plotter.screenshot(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eagre", type=pathlib.Path, default=ROOT / "build" / "bin" / "eagre")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "pictures" / "patches.png")
    parser.add_argument("--cells", type=float, default=0.4)
    parser.add_argument("--time", type=float, default=0.5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        draw(run(arguments.eagre.resolve(), directory, arguments.cells, arguments.time), arguments.output)


if __name__ == "__main__":
    main()
