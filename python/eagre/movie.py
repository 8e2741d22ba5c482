# SPDX-License-Identifier: BSD-3-Clause
"""Animations of pictures: GIF, or MP4 by ffmpeg."""
import dataclasses
import pathlib
import shutil
import subprocess
from typing import Optional

from eagre.records import CaseError

PER_SECOND = 5


def gif(files, target, colours=256, per_second=PER_SECOND):
    from PIL import Image

    frames = [Image.open(f).convert("P", palette=Image.ADAPTIVE, colors=colours) for f in files]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=round(1000 / per_second), loop=0)


def ffmpeg():
    """The program ffmpeg: of the PATH, or that of the package imageio-ffmpeg. Errors: CaseError, there is none."""
    found = shutil.which("ffmpeg")
    if found is None:
        try:
            import imageio_ffmpeg
            found = imageio_ffmpeg.get_ffmpeg_exe()
        except (ImportError, RuntimeError):
            raise CaseError("an MP4 needs ffmpeg: apt install ffmpeg, or pip install imageio-ffmpeg; --movie without a file, or with one that ends "
                            "with .gif, makes a GIF without it") from None
    return found


def mp4(files, target):
    """As players want it: even numbers of pixels, 4:2:0."""
    words = [ffmpeg(), "-y", "-loglevel", "error", "-f", "image2pipe", "-framerate", str(PER_SECOND), "-c:v", "png", "-i", "-",
             "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", str(target)]
    done = subprocess.run(words, input=b"".join(f.read_bytes() for f in files), capture_output=True)
    if done.returncode:
        raise CaseError(f"ffmpeg: {done.stderr.decode(errors='replace').strip()}")


MAKERS = {".gif": gif, ".mp4": mp4}


@dataclasses.dataclass
class Movie:
    """An animation to be made: as a file, or beside its pictures with this ending."""

    file: Optional[pathlib.Path] = None
    ending: str = ""

    def require(self):
        """Errors: CaseError, what it needs is not there."""
        if (self.ending or self.file.suffix) == ".mp4":
            ffmpeg()
        if self.file and not self.file.absolute().parent.is_dir():
            raise CaseError(f"--movie {self.file}: {self.file.parent} is no directory")

    def make(self, pictures, name):
        """Of the pictures [paths]; name: path without ending where it has no file of its own. Returns its path."""
        target = self.file or name.with_name(name.name + self.ending)
        MAKERS[target.suffix](pictures, target)
        return target
