# SPDX-License-Identifier: BSD-3-Clause
"""The script that makes a picture of docs/dumps.md works, on a few cells."""
import pathlib
import subprocess
import sys

import matplotlib.image
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_picture(tmp_path, eagre):
    path = tmp_path / "patches.png"
    subprocess.run([sys.executable, ROOT / "tools" / "dump_picture.py", "--eagre", eagre, "--output", path, "--cells", "0.1",
                    "--time", "0.1"], check=True, timeout=300)
    picture = matplotlib.image.imread(path)[:, :, :3]
    colourful = np.ptp(picture, axis=2) > 0.2
    grey = (np.ptp(picture, axis=2) < 0.1) & (picture.mean(axis=2) < 0.9)
    assert colourful.mean() > 0.02 and grey.mean() > 0.1, "the water in colours, the walls in grey"


def test_the_one_in_docs_is_small():
    assert 10_000 < (ROOT / "docs" / "pictures" / "patches.png").stat().st_size < 200_000
