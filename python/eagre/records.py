# SPDX-License-Identifier: BSD-3-Clause
"""The program as a reader: what `eagre slices` writes into a pipe (src/run/dumps/slices.hpp)."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np


class CaseError(Exception):
    """What was asked for cannot be shown: there is none, or it cannot be read."""


def program():
    """Where the program is: EAGRE_PROGRAM, that of the source tree which this module is in, or the one on the PATH."""
    built = pathlib.Path(__file__).resolve().parents[2] / "build" / "bin" / "eagre"
    found = os.environ.get("EAGRE_PROGRAM") or (str(built) if built.exists() else shutil.which("eagre"))
    if found is None:
        raise CaseError("the program eagre, which reads the case, is not on the PATH")
    return found


class Records:
    """What the program writes: pairs of a record's head and the function that reads its next array."""

    def __init__(self, words):
        reading, writing = os.pipe()
        self._errors = tempfile.TemporaryFile(mode="w+", errors="replace")
        self._pipe = os.fdopen(reading, "rb")
        self._process = subprocess.Popen([program(), "slices", *words, "--output", f"/dev/fd/{writing}"], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, stderr=self._errors, pass_fds=[writing])
        os.close(writing)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._pipe.close()
        self._process.terminate()
        self._process.wait()
        self._errors.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self._pipe.readline()
        if not line.endswith(b"\n"):
            if self._process.wait() == 0:
                raise StopIteration
            self._errors.seek(0)
            raise CaseError(self._errors.read().strip().removeprefix("eagre: error: ") or "the program that reads the case has failed")
        return json.loads(line.decode(errors="surrogateescape")), self._array

    def _array(self, dtype, *shape):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        data = self._pipe.read(size)
        if len(data) < size:
            next(self)  # the program has failed: its message
        return np.frombuffer(data, dtype).reshape(shape)
