# SPDX-License-Identifier: BSD-3-Clause
"""Reads the initial files of TPLS 2.0."""
import gzip
import pathlib

import numpy as np


def read_text(path):
    """A file, gzipped or not."""
    path = pathlib.Path(path)
    return path.read_text() if path.exists() else gzip.decompress(path.with_name(path.name + ".gz").read_bytes()).decode()


def read_array(path):
    """initial_*.dat, gzipped or not, as an array [i, j, k] with all its ghosts."""
    lines = read_text(path).split("\n", 3)
    n = [int(last) + 1 for last in lines[2].split()[1::2]]
    return np.array(lines[3].split(), float).reshape(n[::-1]).transpose(2, 1, 0)
