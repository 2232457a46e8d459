"""Becomes a program that does not outlive its keeper: `launch.py SIGNAL PARENT USER COMMAND…`.

Run as a script of its own, because a process with threads must not run Python between fork and
exec. USER is `uid:gid`, or `-` to stay the same. The kernel sends SIGNAL when the keeper dies, be
it by kill -9. (Where the kernel has no such service, the next start stops what is left over.)
"""

import ctypes
import os
import sys

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Drop privileges, tie this process to its parent, and become the command."""
    death_signal, parent, user, *command = arguments
    if user != "-":
        uid, gid = (int(part) for part in user.split(":"))
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    # After the change of user: the kernel forgets the signal when credentials change.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
    if os.getppid() == int(parent):  # else the keeper died before the signal was asked for
        os.execv(command[0], command)  # noqa: S606 - there is no shell on purpose


if __name__ == "__main__":
    main(sys.argv[1:])
