"""Make this process's system calls fail, as a broken or full disk would. Linux only; it cannot be undone."""

import ctypes
import platform
import sys

_NO_NEW_PRIVILEGES = 38
_SET_SECCOMP = 22
_MODE_FILTER = 2
_LOAD_WORD = 0x20
_JUMP_IF_EQUAL = 0x15
_RETURN = 0x06
_ALLOW = 0x7FFF0000
_FAIL_WITH = 0x00050000

CALLS = {
    "x86_64": {"sync": (74, 75), "write": (1, 18, 20, 296)},
    "aarch64": {"sync": (82, 83), "write": (64, 68, 66, 70)},
}
"""fsync and fdatasync; write, pwrite64, writev and pwritev."""

SUPPORTED = sys.platform == "linux" and platform.machine() in CALLS


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


def fail(what: str, errno: int) -> None:
    """From now on every `sync` or `write` of this process fails with `errno`."""
    code = [_Instruction(_LOAD_WORD, 0, 0, 0)]
    for number in CALLS[platform.machine()][what]:
        code += [_Instruction(_JUMP_IF_EQUAL, 0, 1, number), _Instruction(_RETURN, 0, 0, _FAIL_WITH | errno)]
    code.append(_Instruction(_RETURN, 0, 0, _ALLOW))
    program = _Program(len(code), (_Instruction * len(code))(*code))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "the system call filter could not be installed")
