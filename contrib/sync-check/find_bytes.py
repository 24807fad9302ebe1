# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Looks for parts of sealed objects in the objects that a hub has later.

usage: find_bytes.py FOLDER FOLDER NAMES

The folders have objects before and after; NAMES is a file with the names of those that must be
gone. Sealed bytes are random, so a part of 32 bytes is not there by chance.
"""

import os
import sys

LENGTH = 32


def content(path):
    """Returns the bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def main(before, after, names):
    """Prints the objects of which parts are left; returns the exit status."""
    later = b"".join(content(os.path.join(after, name)) for name in os.listdir(after))
    gone = content(names).decode().split()
    left = 0
    for name in gone:
        body = content(os.path.join(before, name))
        parts = (body[at : at + LENGTH] for at in range(0, len(body) - LENGTH, 4096))
        if any(part in later for part in parts):
            print(f"{name}: {len(body)} bytes, of which parts are left", file=sys.stderr)
            left += 1
    if not gone:
        print("no object appeared with the entry", file=sys.stderr)
    return 1 if left or not gone else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
