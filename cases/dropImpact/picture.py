#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the surface of the water at three times: python3 picture.py [picture.png]. The quarter is mirrored."""
import pathlib
import sys

import pyvista

TIMES = (0.002, 0.005, 0.008)  # s


def surface(reader, time):
    """The iso-surface alpha.water = 0.5 of the whole pool."""
    reader.set_active_time_value(time)
    quarter = reader.read()["internalMesh"].cell_data_to_point_data().contour([0.5], scalars="alpha.water")
    half = quarter.merge(quarter.reflect((1, 0, 0)))
    return half.merge(half.reflect((0, 0, 1))).extract_surface(algorithm="dataset_surface").clean(tolerance=1e-6).compute_normals(auto_orient_normals=False)


def main(picture):
    marker = pathlib.Path("dropImpact.foam")
    marker.touch()
    reader = pyvista.OpenFOAMReader(str(marker))
    plotter = pyvista.Plotter(off_screen=True, shape=(1, len(TIMES)), window_size=(1800, 640), border=False)
    for i, time in enumerate(TIMES):
        plotter.subplot(0, i)
        plotter.add_mesh(surface(reader, time), color="#4a9bd9", smooth_shading=True, specular=0.7, specular_power=25)
        plotter.camera_position = [(0.024, 0.023, 0.028), (0, 0.0055, 0), (0, 1, 0)]
        plotter.camera.zoom(1.15)
        plotter.set_background("white")
        plotter.add_text(f"{1e3 * time:g} ms", font_size=12, color="black")
    plotter.screenshot(picture)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "dropImpact.png")
