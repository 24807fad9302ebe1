# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# The situations of Protocol/transcripts/README.md in which a daemon is started.

import contextlib
import fcntl
import functools
import os
import sqlite3
import subprocess

from specification import Violation

PASSPHRASE = "five words of your own\n"
# Mounts are visible only to the daemon, and end with it.
SMALL_DISK = ["unshare", "--mount", "sh", "-c",
              'mount -t tmpfs -o size=640k tmpfs "$0" && exec "$@"']


def prepare(name, executable, store):
    """Changes a store that no daemon has open, and returns what keeps it in the situation."""
    if name not in CHANGES:
        raise Violation(f"{name} is not a situation")
    if os.path.exists(store):
        # The situation before may have been read-only.
        os.chmod(store, 0o600)
    change = CHANGES[name]
    return change(executable, store) if change else None


def command(name, executable, store):
    """Returns the command that starts a daemon in a situation, without other options."""
    if name == "small-disk":
        return [*SMALL_DISK, os.path.dirname(store), executable]
    if name == "read-only" and os.geteuid() == 0:
        # Root can write any file otherwise.
        return ["setpriv", "--bounding-set=-dac_override", executable]
    if name == "stall-timeout":
        return [executable, "--stall-timeout", "1s"]
    return [executable]


@functools.cache
def is_possible(name):
    """Whether this system allows a situation."""
    if name != "small-disk":
        return True
    try:
        return subprocess.run([*SMALL_DISK, "/tmp", "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def _encrypt(executable, store):
    subprocess.run([executable, "encrypt", store, "--cost", "10"], input=PASSPHRASE, text=True,
                   stdout=subprocess.DEVNULL, check=True)


def _damage_values(_, store):
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        database.execute("UPDATE Entry SET text = zeroblob(length(text))")
        database.execute("UPDATE AttachmentPart SET content = zeroblob(length(content))")


def _damage_page(_, store):
    with contextlib.closing(sqlite3.connect(store)) as database:
        size, = database.execute("PRAGMA page_size").fetchone()
        page, = database.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'swiftdata_change'").fetchone()
    with open(store, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"Z" * size)


def _make_read_only(_, store):
    os.chmod(store, 0o400)


def _use(_, store):
    lock = open(store + ".lock", "a")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def _make_newer(_, store):
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        database.execute("UPDATE swiftdata_metadata SET value = '99' WHERE name = 'format'")


def _replace(_, store):
    with open(store, "w") as file:
        file.write("Dear diary. " * 400)


CHANGES = {
    "encrypted": _encrypt, "damaged-values": _damage_values, "damaged-page": _damage_page,
    "read-only": _make_read_only, "in-use": _use, "newer": _make_newer, "not-a-store": _replace,
    "small-disk": None, "stall-timeout": None,
}
