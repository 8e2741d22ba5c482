# SPDX-License-Identifier: BSD-3-Clause
"""`eagre watch`: a page about a running case, of OpenFOAM too, made of its log, its tables and its times (docs/watch.md)."""
