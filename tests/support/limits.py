# SPDX-License-Identifier: BSD-3-Clause
"""Limits for a program that a test starts."""
import os
import resource


def file_size(size):
    """For subprocess's preexec_fn: no file of more bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def memory(size):
    """For subprocess's preexec_fn: at most this many bytes of memory. None for a program with sanitizers (EAGRE_SANITIZED), which takes more."""
    if os.environ.get("EAGRE_SANITIZED"):
        return None
    return lambda: resource.setrlimit(resource.RLIMIT_DATA, (size, size))
