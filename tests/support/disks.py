# SPDX-License-Identifier: BSD-3-Clause
"""Small file systems, which a run fills. Tests that mount have the mark `mounts`: without root they run in a namespace of their own,
where they may (tests/conftest.py)."""
import contextlib
import subprocess


@contextlib.contextmanager
def small(directory, size):
    """A file system of so many bytes ("1m", "1200k") at a directory, which is made."""
    directory.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(directory)], check=True)
    try:
        yield directory
    finally:
        subprocess.run(["umount", "-l", str(directory)], check=True)
