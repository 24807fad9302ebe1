# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# The conversations in Protocol/transcripts, whose README explains their form.

from conversation import Conversation
from specification import Violation, parse


def lines(path):
    """Yields the number, the mark and the rest of each line that is not a comment."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if line and not line.startswith("#"):
            mark, _, rest = line.partition(" ")
            yield number, mark, rest


def client_bytes(mark, rest):
    """Returns what the client sends, or None if the line is not one of its messages."""
    if mark == ">":
        return rest.encode() + b"\n"
    if mark == ">-":
        return rest.encode()
    if mark == ">x":
        return bytes.fromhex(rest)
    return None


def check(specification, path):
    """Validates a transcript and returns its faults and the number of its messages."""
    conversation = Conversation(specification)
    faults = []
    for number, mark, rest in lines(path):
        try:
            follow(conversation, mark, rest)
        except Violation as violation:
            faults.append(f"{path.name}:{number}: {violation}")
    try:
        conversation.end()
    except Violation as violation:
        faults.append(f"{path.name}: {violation}")
    return faults, conversation.counts


def follow(conversation, mark, rest):
    """Passes a line to the conversation."""
    data = client_bytes(mark, rest)
    if data is not None:
        conversation.client_sends(data)
    elif mark == ">h":
        conversation.client_sends_message(rest.encode())
    elif mark in ("<", "<h"):
        conversation.daemon_sends(parse(rest, placeholders=True))
    elif mark not in (">.", "<."):
        raise Violation(f"{mark} is not the mark of a line")
