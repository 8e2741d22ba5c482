# SPDX-License-Identifier: BSD-3-Clause
"""Plots and tools around the eagre program."""
