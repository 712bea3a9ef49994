"""The user's files: read with clear error messages, written completely or not at all."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterable
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.source import Source

LARGEST_SOURCE = 16 * 1024 * 1024

CONFINEMENT = "REFUTE_FOLDERS"
"""The environment variable that confines a process and its children.

Specifications are read only inside the folders that it lists, and from our own package.
"""


def read_source(path: Path) -> Source:
    """Read the text of a file; InputError with the reason if that fails (F001 to F006, F020)."""
    return Source(str(path), decode(read_content(path), str(path)))


def read_library(path: Path) -> Source:
    """Read a file of the library of a language; it is named so, not after where it is installed."""
    return Source(f"library:{path.name}", read_source(path).text, path=str(path))


def read_content(path: Path) -> bytes:
    """Read the content of a file; InputError with the reason if that fails."""
    try:
        if not _is_permitted(path):
            raise _rejected("F020", f"`{path}` is outside the folder that may be read")
        if path.is_dir():
            raise _rejected("F002", f"`{path}` is a directory, not a specification")
        if path.stat().st_size > LARGEST_SOURCE:
            raise _rejected("F006", f"`{path}` is larger than {LARGEST_SOURCE >> 20} MiB")
        return path.read_bytes()
    except FileNotFoundError:
        message, advice = f"there is no file `{path}`", ""
        if path.parts[:1] == ("examples",):
            advice = "`refute examples --out examples` writes the examples here"
        raise InputError([Diagnostic("F001", message, help=advice)]) from None
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        raise _rejected("F003", f"cannot read `{path}`: {reason}") from None


def is_file(path: Path) -> bool:
    """Whether a file of this name exists; False for names that the system does not allow."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_permitted(path: Path) -> bool:
    folders = os.environ.get(CONFINEMENT)
    if folders is None:
        return True
    real = Path(os.path.realpath(path))
    permitted = [str(Path(__file__).resolve().parent), *folders.split(os.pathsep)]
    return any(real.is_relative_to(each) for each in permitted)


def decode(content: bytes, name: str) -> str:
    """Decode UTF-8 text and normalise line ends; InputError if it is not valid text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        line = content.count(b"\n", 0, failure.start) + 1
        byte = f"byte 0x{content[failure.start]:02x} in line {line}"
        raise _rejected("F004", f"`{name}` is not UTF-8 text: {byte}") from None
    if "\0" in text:
        raise _rejected("F004", f"`{name}` is not a text file: it has NUL bytes")
    if not text.strip():
        raise _rejected("F005", f"`{name}` is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file completely or, on any failure, leave the old file as it was (F007).

    Bytes of file names that are no text are escaped, as in `\\udcff`, which JSON reads as well.
    """
    write_bytes(path, _encoded(text))


def rewrite_text(path: Path, text: str) -> bool:
    """Write a text with the line ends and byte order mark of the old file; whether it changed."""
    old = path.read_bytes() if is_file(path) else b""
    new = text.replace("\n", "\r\n") if b"\r\n" in old else text
    try:
        content = (BOM_UTF8 if old.startswith(BOM_UTF8) else b"") + new.encode()
    except UnicodeError as failure:
        raise _rejected("F007", f"cannot write `{path}`: {failure}") from None
    if content != old:
        write_bytes(path, content)
    return content != old


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file completely or, on any failure, leave the old file as it was (F007)."""
    _write(path, [content])


def write_parts(path: Path, parts: Iterable[str]) -> None:
    """Write a text in parts, without holding it in memory, with the guarantee of `write_text`."""
    _write(path, map(_encoded, parts))


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def _write(path: Path, parts: Iterable[bytes]) -> None:
    import tempfile  # noqa: PLC0415 - not needed to read

    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as stream:
            stream.writelines(parts)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except OSError as failure:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        reason = failure.strerror or str(failure)
        raise _rejected("F007", f"cannot write `{path}`: {reason}") from None


def temporary_root() -> str:
    """The folder for temporary files; InputError if none can be written (F015)."""
    import tempfile  # noqa: PLC0415 - not needed to read

    try:
        return tempfile.gettempdir()
    except OSError:
        message = "there is no folder for temporary files that can be written"
        advice = "set `TMPDIR` to the name of one"
        raise InputError([Diagnostic("F015", message, help=advice)]) from None


def _rejected(code: str, message: str) -> InputError:
    return InputError([Diagnostic(code, message)])
