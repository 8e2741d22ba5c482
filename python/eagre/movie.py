# SPDX-License-Identifier: BSD-3-Clause
"""Animations of pictures: GIF, or MP4 by ffmpeg."""
import shutil
import subprocess

from eagre.records import CaseError

PER_SECOND = 5


def gif(files, target):
    from PIL import Image

    frames = [Image.open(f).convert("P", palette=Image.ADAPTIVE) for f in files]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=1000 // PER_SECOND, loop=0)


def ffmpeg():
    """The program ffmpeg: of the PATH, or that of the package imageio-ffmpeg. Errors: CaseError, there is none."""
    found = shutil.which("ffmpeg")
    if found is None:
        try:
            import imageio_ffmpeg
            found = imageio_ffmpeg.get_ffmpeg_exe()
        except (ImportError, RuntimeError):
            raise CaseError("--mp4 needs ffmpeg: apt install ffmpeg, or pip install imageio-ffmpeg; --movie makes a GIF without it") from None
    return found


def mp4(files, target):
    """As players want it: even numbers of pixels, 4:2:0."""
    words = [ffmpeg(), "-y", "-loglevel", "error", "-f", "image2pipe", "-framerate", str(PER_SECOND), "-c:v", "png", "-i", "-",
             "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", str(target)]
    done = subprocess.run(words, input=b"".join(f.read_bytes() for f in files), capture_output=True)
    if done.returncode:
        raise CaseError(f"ffmpeg: {done.stderr.decode(errors='replace').strip()}")
