# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# The conversations in Protocol/transcripts, whose README explains their form.

import re

import situations
from conversation import Conversation
from specification import Violation, parse


def lines(path):
    """Yields the number, the mark and the rest of each line that is not a comment.

    Repeated lines occur several times, with the same number.
    """
    count, repeated = 0, []
    for number, line in enumerate([*path.read_text().split("\n"), ""], 1):
        mark, _, rest = line.partition(" ")
        if not line:
            for index in range(1, count + 1):
                for place, mark, rest in repeated:
                    yield place, mark, rest.replace("$#", f"{index:02}")
            count, repeated = 0, []
        elif mark == "*":
            count = int(rest)
        elif count and not mark.startswith("#"):
            repeated.append((number, mark, rest))
        elif not mark.startswith("#"):
            yield number, mark, rest


def client_bytes(mark, rest):
    """Returns what the client sends, or None if the line is not one of its messages."""
    if mark in (">", ">+"):
        # "$a*5" is "aaaaa".
        return re.sub(r'"\$(\w)\*([0-9]+)"', lambda match: f'"{match[1] * int(match[2])}"',
                      rest).encode() + b"\n"
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
    elif mark == "!":
        if rest not in situations.CHANGES:
            raise Violation(f"{rest} is not a situation")
        conversation.reconnect()
    elif mark == ">.":
        conversation.client_closes()
    elif mark == "<.":
        conversation.daemon_closes()
    else:
        raise Violation(f"{mark} is not the mark of a line")
