# SPDX-License-Identifier: BSD-3-Clause
"""Slices of the latest time of a case (`eagre slices`), for a page that draws them itself: the program alone reads the case."""
import array
import asyncio
import json
import os
import resource
import shutil
import struct
import sys

MOST_BYTES, PATIENCE = 256 << 20, 600  # of a slice; [s]
SHARE = 1 / 400  # of a processor that pictures may take, on the average


class PictureError(Exception):
    """Why there is no picture."""


class Pictures:
    """The slice of the latest time, in memory: made by one process at a time, which gives way to all others, and so seldom that
    pictures take no more than a four-hundredth of one processor."""

    def __init__(self, case, clock):
        self._case, self._clock = case, clock
        self._program = os.environ.get("EAGRE_PROGRAM") or shutil.which("eagre")
        self._busy, self._not_before, self._latest, self._process = False, 0.0, None, None
        self.name, self.data, self.error, self.number = None, b"", "", 0

    def may_look(self):
        """Whether it is time to look for a later time."""
        return not self._busy and self._clock() >= self._not_before

    async def refresh(self, latest):
        """Makes the picture of the latest time if `latest`, whatever tells it apart, is another one than before."""
        self._not_before = self._clock() + 2
        if self._busy or latest is None or latest == self._latest:
            return
        self._busy, self._latest = True, latest
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            await self._make()
            self.error = ""
        except (PictureError, OSError, ValueError, KeyError, struct.error) as error:
            self.error = str(error)
        finally:
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            self._not_before = self._clock() + max(2.0, seconds / SHARE)
            self._busy = False

    def end(self):
        """Ends the process that makes a picture."""
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def _make(self):
        times = json.loads((await self._slices([])).split(b"\n", 1)[0])["times"]
        times = [entry for entry in times if "U" in entry["fields"]]
        if not times:
            raise PictureError("no time with a velocity U is written yet")
        last = max(times, key=lambda entry: entry["value"])
        if last["name"] == self.name:
            return
        alpha = next((name for name in last["fields"] if name.startswith("alpha.")), None)
        words = ["--time", last["name"], "--field", "U", *(["--field", alpha] if alpha else [])]
        self.data = compact(await self._slices(words), last["name"])
        self.name = last["name"]
        self.number += 1

    async def _slices(self, words):
        if not self._program:
            raise PictureError("the program eagre, which reads the case, is not on the PATH")
        process = self._process = await asyncio.create_subprocess_exec(
            self._program, "slices", str(self._case), *words, "--output", "/dev/stdout", stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, preexec_fn=lambda: os.nice(19))
        try:
            output, errors = await asyncio.wait_for(_both(process), PATIENCE)
            await process.wait()
        except (asyncio.TimeoutError, PictureError):
            raise PictureError("the slice takes too long or is too large; eagre plot draws it") from None
        finally:
            if process.returncode is None:
                process.kill()  # too late, or the page ends
        if process.returncode != 0:
            raise PictureError(errors.decode(errors="replace").strip().removeprefix("eagre: error: ")[-500:] or "eagre slices has failed")
        return output


async def _both(process):
    pieces, size = [], 0
    errors = asyncio.ensure_future(process.stderr.read(100_000))
    while piece := await process.stdout.read(1 << 20):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise PictureError("too large")
    return b"".join(pieces), await errors


def compact(data, name):
    """The records of `eagre slices` of one time (src/run/dumps/slices.hpp) as a page reads them: a line of JSON, padded to a multiple
    of four bytes, then little-endian 32-bit arrays: x and y [m] of the points, offsets and corners of the polygons, the speed
    [m/s] of each polygon and the phase fraction, if there is one."""
    place, arrays, head = data.index(b"\n") + 1, [], {"time": name}

    def take(kind, count):
        nonlocal place
        values = array.array(kind)
        values.frombytes(data[place:place + 8 * count])
        if len(values) != count:
            raise PictureError("eagre slices has ended early")
        place += 8 * count
        if sys.byteorder == "big":
            values.byteswap()
        return values

    while place < len(data):
        end = data.index(b"\n", place)
        record = json.loads(data[place:end].decode(errors="surrogateescape"))
        place = end + 1
        if "mesh" in record:
            mesh = record["mesh"]
            points = take("d", 3 * mesh["points"])
            across = [i for i in range(3) if i != mesh["axis"]]
            head.update(axes=["xyz"[i] for i in across], points=mesh["points"], polygons=mesh["polygons"], corners=mesh["corners"])
            arrays += [array.array("f", points[i::3]) for i in across]
            arrays += [array.array("I", take("q", count)) for count in (mesh["polygons"] + 1, mesh["corners"])]
            take("q", mesh["polygons"])  # the cells, which the page does not need
            continue
        for field, components in record["fields"]:
            values = take("d", components * head["polygons"])
            if components == 3:
                values = [(x * x + y * y + z * z)**0.5 for x, y, z in zip(values[0::3], values[1::3], values[2::3])]
            else:
                head["alpha"] = field
            arrays.append(array.array("f", values))
            head.setdefault("fields", []).append("speed" if components == 3 else "alpha")
    line = json.dumps(head).encode()
    line += b" " * (-(len(line) + 1) % 4) + b"\n"
    return line + b"".join(values.tobytes() for values in arrays)
