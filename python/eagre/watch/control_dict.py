# SPDX-License-Identifier: BSD-3-Clause
"""controlDict of a running case: what the page shows of it, and the change of an entry in place."""
import errno
import os
import re
import tempfile

# What is no entry: comments, strings and verbatim code keep their length, so that places stay what they are.
HIDDEN = re.compile(r"//[^\n]*|/\*.*?\*/|#\{.*?#\}|\"(?:\\.|[^\"\\])*\"", re.S)
MOST_BYTES = 1 << 20


class ControlDictError(Exception):
    """The entry cannot be changed, and why."""


def _blank(text):
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]) if found[0][0] != '"' else '"' + "_" * (len(found[0]) - 2) + '"', text)


def _entries(text):
    """Yields (keyword, start and end of the value) of the entries at the top level of a dictionary, includes left out."""
    plain, depth, start = _blank(text), 0, 0
    for place, character in enumerate(plain):
        if character in "{(":
            depth += 1
        elif character in "})":
            depth -= 1
            if depth == 0 and character == "}":
                start = place + 1
        elif character == ";" and depth == 0:
            lines = re.sub(r"^[ \t]*#[^\n]*$", lambda found: " " * len(found[0]), plain[start:place], flags=re.M)
            if found := re.match(r"\s*([A-Za-z_]\w*)\s+(\S.*?)\s*$", lines, re.S):
                yield found[1], start + found.start(2), start + found.end(2)
            start = place + 1


class ControlDict:
    """system/controlDict of a case, which is read again when it has changed."""

    def __init__(self, case):
        self.path = case / "system" / "controlDict"
        self._stamp, self._values = None, {}

    def values(self):
        """The entries of the top level as words; $name is replaced by the entry of that name. Empty if there is no such file."""
        try:
            stamp = self.path.stat().st_mtime_ns
            if stamp != self._stamp:
                text = self._text()
                self._values = {key: text[start:end] for key, start, end in _entries(text)}
                self._stamp = stamp
        except OSError:
            return {}
        return {key: self._values.get(value[1:].strip("{}"), value) if value.startswith("$") else value for key, value in self._values.items()}

    def number(self, key, otherwise=None):
        try:
            return float(self.values()[key])
        except (KeyError, ValueError):
            return otherwise

    def is_reread(self):
        """Whether a run looks at the file again (runTimeModifiable)."""
        return self.values().get("runTimeModifiable", "yes") in ("yes", "on", "true", "y", "t")

    def set(self, key, value):
        """Puts a value into the entry of this keyword; the file is replaced as a whole. Returns the value that was there."""
        if not self.is_reread():
            raise ControlDictError("runTimeModifiable of system/controlDict is off: the run does not look at the file again")
        if self.path.is_symlink():
            raise ControlDictError("system/controlDict is a link; it is not changed from here")
        try:
            text = self._text()
            places = [(start, end) for keyword, start, end in _entries(text) if keyword == key]
            if not places:
                raise ControlDictError(f"system/controlDict itself has no entry '{key}' to change")
            start, end = places[-1]  # the one that counts
            self._replace(text[:start] + value + text[end:])
        except OSError as error:
            raise ControlDictError(f"system/controlDict cannot be changed: {error.strerror}") from error
        return text[start:end]

    def _text(self):
        if not self.path.is_file():
            raise OSError(errno.EINVAL, "it is no plain file")
        with open(self.path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise OSError(errno.EFBIG, "it is too long")
        return text

    def _replace(self, text):
        mode = self.path.stat().st_mode
        descriptor, name = tempfile.mkstemp(dir=self.path.parent, prefix=".controlDict.")
        try:
            with open(descriptor, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.write(text)
                os.fchmod(file.fileno(), mode & 0o777)
            os.replace(name, self.path)
        except OSError:
            os.unlink(name)
            raise
