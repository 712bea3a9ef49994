"""A server that starts programs again and again, in slots that are set up once.

It creates a supervisor for every slot. If the slot has namespaces, set up by bubblewrap, the
supervisor enters them. For every run it forks a process that does as much as possible in advance,
waits for the order to continue, and becomes the program. Inside namespaces the supervisor is the
init of a PID namespace, so no process outlives it or escapes when it kills all others after a run;
elsewhere it adopts the orphans below it, and kills them. All of this ends when the process ends
that requested it; then the folders with its mark are removed.

This file is a program of its own that imports nothing of ours: `python fork_server.py MARK FOLDER
GROUPS`, with a socket for orders as descriptor 0.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import gc
import marshal
import os
import resource
import select
import signal
import socket
import struct
import sys
import termios
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

_HEAD = struct.Struct("I")
_CREDENTIALS = struct.Struct("3i")
_MOST_DESCRIPTORS = 4
_ROOM = socket.CMSG_SPACE(_CREDENTIALS.size) + socket.CMSG_SPACE(4 * _MOST_DESCRIPTORS)
_CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
_PASS_CREDENTIALS, _CREDENTIALS_PASSED = 16, 2

_PR_SET_DUMPABLE, _PR_SET_NAME, _PR_CAPBSET_DROP = 4, 15, 24
_PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 36, 38
_LAST_CAPABILITY = 63
_CAPABILITIES_OF_OURS, _NO_CAPABILITIES = struct.pack("Ii", 0x20080522, 0), bytes(24)
_SET_MODE_FILTER, _NEW_LISTENER = 1, 8
_NEW_MOUNTS, _NEW_PROCESSES, _NEW_MESSAGES = 0x00020000, 0x20000000, 0x08000000
_PARENT_NAMESPACE = 0xB702
_PRIVATE, _BIND, _MOVE, _RECURSIVE = 1 << 18, 1 << 12, 1 << 13, 1 << 14
_NO_SETUID, _NO_DEVICES, _NO_EXECUTION = 2, 4, 8

_STAGE = b"/mnt"
_NOT_FOR_US = signal.valid_signals() - {signal.SIGCHLD}
"""Signals that the server and the supervisors ignore, whoever sends them."""

LONGEST_UNWATCHED = 20.0
"""Seconds after which a program is killed that nobody claims to watch."""

_LATE_LIMITS = (resource.RLIMIT_DATA, resource.RLIMIT_NOFILE)
"""Limits that may be too small for ourselves."""


# Messages


class Message(NamedTuple):
    """The content of a message, the descriptors that came with it, and the process that sent it."""

    content: Any
    descriptors: list[int]
    sender: int


def connect() -> tuple[socket.socket, socket.socket]:
    """Two ends of a connection; the first learns who the sender is."""
    ours, theirs = socket.socketpair()
    if sys.platform == "linux":
        ours.setsockopt(socket.SOL_SOCKET, _PASS_CREDENTIALS, 1)
    return ours, theirs


def send(channel: socket.socket, content: Any, descriptors: Sequence[int] = ()) -> None:
    """Send a message; short ones arrive in one piece, whoever else sends."""
    body = marshal.dumps(content)
    message = _HEAD.pack(len(body)) + body
    given = struct.pack(f"{len(descriptors)}i", *descriptors)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)] if descriptors else []
    sent = channel.sendmsg([message], rights, _NO_SIGNAL)
    if sent < len(message):
        channel.sendall(message[sent:], _NO_SIGNAL)


def receive(channel: socket.socket) -> Message | None:
    """The next message; None if the other end is closed."""
    try:
        head, ancillary, _, _ = channel.recvmsg(_HEAD.size, _ROOM, _CLOSE_ON_EXEC)
    except ConnectionError:
        return None
    if len(head) < _HEAD.size:
        return None
    descriptors: list[int] = []
    sender = 0
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            count = len(data) // 4
            descriptors += struct.unpack(f"{count}i", data[: 4 * count])
        elif (level, kind) == (socket.SOL_SOCKET, _CREDENTIALS_PASSED):
            sender, _, _ = _CREDENTIALS.unpack(data)
    left, body = _HEAD.unpack(head)[0], b""
    while left and (more := channel.recv(left)):
        body += more
        left -= len(more)
    return None if left else Message(marshal.loads(body), descriptors, sender)


# The kernel


_LIBRARY = ctypes.CDLL(None, use_errno=True)
_FUNCTIONS = {
    name: getattr(_LIBRARY, name)
    for name in ("capset", "mount", "prctl", "setns", "syscall", "unshare")
    if hasattr(_LIBRARY, name)
}
"""Looked up once here, instead of in every run."""


def _call(name: str, *arguments: Any) -> int:
    """Call a function of the C library; raises OSError if it fails."""
    words = [ctypes.c_ulong(each) if isinstance(each, int) else each for each in arguments]
    answer: int = _FUNCTIONS[name](*words)
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return answer


def _mount(kind: bytes | None, target: bytes, flags: int, data: bytes | None = None) -> None:
    _call("mount", kind, target, kind, flags, data)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def _install(filter_: _Filter, seccomp: int, flags: int) -> int:
    """Install a seccomp filter for this process and all that it starts."""
    return _call("syscall", seccomp, _SET_MODE_FILTER, flags, ctypes.byref(filter_))


# Who waits for orders


def _wait_for_orders(mark: str, folder: str, groups: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, _NOT_FOR_US)
    os.umask(0o022)
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    gc.disable()
    if sys.platform == "linux":
        _call("prctl", _PR_SET_NAME, b"refute server")
    orders = socket.socket(fileno=os.dup(0))
    while order := receive(orders):
        if os.fork() == 0:
            orders.close()
            _live(_supervise, socket.socket(fileno=order.descriptors[0]), order.content)
        os.close(order.descriptors[0])
    with contextlib.suppress(ChildProcessError):
        os.wait()
    _remove(f"{folder}/refute-{mark}-")
    if groups:
        _remove_groups(f"{groups}/refute-{mark}-")


def _remove_groups(beginning: str) -> None:
    """Kill the members of the control groups whose names begin like this, and remove the groups."""
    import glob  # noqa: PLC0415

    for _ in range(50):
        left = glob.glob(f"{glob.escape(beginning)}*")
        for group in left:
            with contextlib.suppress(OSError), open(f"{group}/cgroup.kill", "w") as stream:
                stream.write("1")
            with contextlib.suppress(OSError):
                os.rmdir(group)
        if not left:
            break
        time.sleep(0.02)


def _remove(beginning: str) -> None:
    """Remove the folders whose names begin like this."""
    import glob  # noqa: PLC0415 - whatever is loaded makes every fork slower
    import shutil  # noqa: PLC0415

    for folder in glob.glob(f"{glob.escape(beginning)}*"):
        shutil.rmtree(folder, ignore_errors=True)


def _live(life: Callable[..., None], *arguments: Any) -> NoReturn:
    """The whole life of a process that was just created."""
    try:
        life(*arguments)
    finally:
        os._exit(0)


# A supervisor


def _supervise(channel: socket.socket, slot: dict[str, Any]) -> None:
    """Keep a program ready, and another one when it is gone, as long as one is wanted."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    _get_ready(slot)
    try:
        if slot["group"]:
            with open(slot["group"], "wb", buffering=0) as members:
                members.write(b"0")
        inner = _enter(slot["namespaces"]) if slot["namespaces"] else _adopt()
        send(channel, ("ready", os.getpid(), ""))
        alarm, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        while _run_once(channel, slot, inner, alarm):
            send(channel, ("gone", 0, ""))
            if slot["once"]:
                break
    except OSError as failure:
        send(channel, ("failed", failure.errno, str(failure)))


def _get_ready(slot: dict[str, Any]) -> None:
    """Do in advance what would otherwise be done in every run."""
    for name in ("denied calls", "notify"):
        code = slot[name]
        slot[name] = _Filter(len(code) // 8, code) if code else None
    slot["late limits"] = [each for each in slot["limits"] if each[0] in _LATE_LIMITS]
    slot["limits"] = [each for each in slot["limits"] if each[0] not in _LATE_LIMITS]


def _enter(process: int) -> list[int]:
    """Become the init of new processes in the namespaces of a process, unreachable for others.

    What remains to be entered are the user namespaces in which only programs are to be; returns
    them.
    """
    _call("prctl", _PR_SET_DUMPABLE, 0)
    kinds = [kind for kind in ("cgroup", "ipc", "uts", "net", "mnt") if _has(process, kind)]
    others = [os.open(f"/proc/{process}/ns/{kind}", os.O_RDONLY) for kind in kinds]
    users = _users(process)
    for namespace in (*users[:1], *others):
        _call("setns", namespace, 0)
        os.close(namespace)
    _call("unshare", _NEW_PROCESSES | _NEW_MOUNTS)
    init = os.fork()
    if init:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.waitpid(init, 0)
        os._exit(0)
    _rule_out_rights()
    _mount(None, b"/", _RECURSIVE | _PRIVATE)
    _mount(b"proc", b"/proc", _NO_SETUID | _NO_DEVICES | _NO_EXECUTION, b"hidepid=2")
    return users[1:]


def _has(process: int, kind: str) -> bool:
    return os.path.exists(f"/proc/{process}/ns/{kind}")


def _users(process: int) -> list[int]:
    """The user namespaces between a process and us, the outermost first."""
    own = os.stat("/proc/self/ns/user").st_ino
    found: list[int] = []
    namespace = os.open(f"/proc/{process}/ns/user", os.O_RDONLY)
    while os.fstat(namespace).st_ino != own:
        found.insert(0, namespace)
        namespace = fcntl.ioctl(namespace, _PARENT_NAMESPACE)
    os.close(namespace)
    return found


def _adopt() -> list[int]:
    """Become the parent of all orphans below us."""
    if sys.platform == "linux":
        _call("prctl", _PR_SET_CHILD_SUBREAPER, 1)
    return []


def _run_once(channel: socket.socket, slot: dict[str, Any], inner: list[int], alarm: int) -> bool:
    """Have a program ready, and end it and all its descendants; whether it ever ran."""
    told, tell = os.pipe()
    program = os.fork()
    if program == 0:
        _live(_become, channel, slot, inner, tell)
    os.close(tell)
    begun = bool(os.read(told, 1))
    os.close(told)
    if begun:
        _wait(channel, program, alarm)
    while _reap(channel, program):
        if slot["namespaces"]:
            _kill(-1)
        else:
            _kill_below(program)
    return begun


def _wait(channel: socket.socket, program: int, alarm: int) -> None:
    """Wait until no process is left, or we are told not to wait longer, or left alone.

    Whoever watches says so from time to time. The watcher looks at what the program made, so a
    program may find a way to stop it; then the program is killed here, where nothing of it is read.
    """
    poller = select.poll()
    poller.register(alarm, select.POLLIN)
    poller.register(channel, select.POLLIN)
    until = time.monotonic() + LONGEST_UNWATCHED
    while _reap(channel, program):
        ready = dict(poller.poll(max(0.0, 1000 * (until - time.monotonic()))))
        if not ready:
            send(channel, ("unwatched", 0, ""))
            return
        if alarm in ready:
            os.read(alarm, 64)
        if channel.fileno() in ready:
            message = receive(channel)
            if message is None or message.content is None:
                return
            until = time.monotonic() + LONGEST_UNWATCHED


def _reap(channel: socket.socket, program: int) -> bool:
    """Reap processes that have ended, and report it if the program has; whether any is left."""
    try:
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == program:
                with contextlib.suppress(ConnectionError):
                    send(channel, ("ended", os.waitstatus_to_exitcode(status), ""))
            if not process:
                return True
    except ChildProcessError:
        return False


def _kill(process: int, how: int = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, how)


def _kill_below(program: int) -> None:
    """Kill all our descendants, or the program's group if we cannot see them."""
    _kill(-program)
    below = _below(os.getpid())
    for how in (signal.SIGSTOP, signal.SIGKILL):
        for process in below:
            _kill(process, how)


def _below(process: int) -> list[int]:
    """Every descendant of a process."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        tasks = f"/proc/{waiting.pop()}/task"
        with contextlib.suppress(OSError):
            for task in os.listdir(tasks):
                with open(f"{tasks}/{task}/children", "rb") as stream:
                    children = [*map(int, stream.read().split())]
                found += children
                waiting += children
    return found


# The program


def _become(channel: socket.socket, slot: dict[str, Any], inner: list[int], begun: int) -> None:
    """Do all that can be done in advance, wait for the order, and become the program."""
    try:
        os.setsid()
        if slot["namespaces"]:
            _mount_tmpfs(slot["tmpfs"])
            _give_up_rights(slot["user"], inner)
        for limited, *limit in slot["limits"]:
            resource.setrlimit(limited, limit)
        os.chdir(slot["directory"])
        if slot["denied calls"]:
            _install(slot["denied calls"], slot["seccomp"], 0)
        send(channel, ("prepared", 0, ""), _report(slot) if slot["notify"] else ())
        order = receive(channel)
        while order and not isinstance(order.content, dict):
            order = receive(channel)  # this was about the previous run
        if order is None:
            return
        os.write(begun, b".")
        _lay_out(channel, order.content, slot["environment"].get(b"TMPDIR", b"/tmp"))
        for standard, descriptor in enumerate(order.descriptors):
            os.dup2(descriptor, standard)
        if order.content["terminal"]:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # its end must not end its children
        for limited, *limit in slot["late limits"]:
            resource.setrlimit(limited, limit)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        arguments = [*slot["arguments"], *order.content["arguments"]]
        os.execvpe(arguments[0], arguments, slot["environment"])
    except OSError as failure:
        send(channel, ("failed", failure.errno, failure.strerror))
    except ValueError as failure:
        send(channel, ("failed", errno.EINVAL, str(failure)))


def _lay_out(channel: socket.socket, order: dict[str, Any], temporary: bytes) -> None:
    """Start in a folder that has the files of this run beside those of the program.

    The folder is passed on, so that it can be read when the program has ended.
    """
    if not (order["files"] or order["looks"]):
        return
    here, own = os.getcwdb(), os.path.join(temporary, b"files-%d" % os.getpid())
    os.makedirs(own)
    for name in os.listdir(here):
        if name not in order["files"] and not os.path.samefile(os.path.join(here, name), own):
            os.symlink(os.path.join(here, name), os.path.join(own, name))
    os.chdir(own)
    for name, content in order["files"].items():
        with open(name, "wb") as stream:
            stream.write(content)
    if order["looks"]:
        folder = os.open(b".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        send(channel, ("folder", 0, ""), [folder])


def _mount_tmpfs(tmpfs: list[tuple[bytes, bytes, list[bytes]]]) -> None:
    """Mount folders in memory, new in every run."""
    _call("unshare", _NEW_MOUNTS | _NEW_MESSAGES)
    for folder, room, visible in tmpfs:
        _mount(b"tmpfs", _STAGE if visible else folder, _NO_SETUID | _NO_DEVICES, room)
        if visible:
            for each in visible:
                _show_again(each, _STAGE + each.removeprefix(folder))
            _call("mount", _STAGE, folder, None, _MOVE, None)


def _show_again(path: bytes, target: bytes) -> None:
    """Show a file or folder at another path as well."""
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    _call("mount", path, target, None, _BIND | _RECURSIVE, None)


def _give_up_rights(user: int | None, inner: list[int]) -> None:
    """Drop all rights: in namespaces a program runs as a user of its own, or as nobody."""
    for namespace in inner:
        _call("setns", namespace, 0)
        _rule_out_rights()
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    _call("capset", _CAPABILITIES_OF_OURS, _NO_CAPABILITIES)
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _rule_out_rights() -> None:
    """Let nothing that is executed gain rights; to be repeated in another user namespace."""
    for capability in range(_LAST_CAPABILITY + 1):
        if _FUNCTIONS["prctl"](_PR_CAPBSET_DROP, capability, 0, 0, 0):
            break


def _report(slot: dict[str, Any]) -> list[int]:
    """Have calls reported that may wait for input; returns where to, if this is possible here."""
    try:
        _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return [_install(slot["notify"], slot["seccomp"], _NEW_LISTENER)]
    except OSError:
        return []


if __name__ == "__main__":
    _wait_for_orders(*sys.argv[1:])
