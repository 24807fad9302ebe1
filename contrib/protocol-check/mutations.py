# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Checks of the checks: changed messages, transcripts, documents and pages must be rejected.

import copy
import json

import page
import transcripts
from conversation import Conversation
from specification import Specification, Violation, parse

# Members that some object of the protocol may lack. Every other member is required.
OPTIONAL = {
    "attachment", "attachments", "currentStreak", "damage", "encrypted", "entry", "first", "from",
    "group", "id", "ids", "last", "locked", "longestStreak", "members", "more", "name", "nextPage",
    "obstacle", "offset", "params", "path", "paused", "pid", "processMemory", "readOnly",
    "renamings", "self", "socket", "store", "trashedAt", "truncated",
    "unreadable", "values", "version", "warnings",
}
# A value of no member's type.
STRANGE = {"zzz": []}


def check(document, readme, paths, counts):
    """Returns the changes that are not rejected."""
    specification = Specification(document)
    faults, count = [], 0
    for path in paths:
        for name, conversation, changed in _conversations(specification, path):
            is_rejected = _is_rejected(conversation, changed)
            if name is None:
                if is_rejected:
                    faults.append(f"{path.name}: a part without a change is rejected")
                continue
            count += 1
            if not is_rejected:
                faults.append(f"{path.name}: not rejected: {name}")
    for name, change in DOCUMENTS:
        count += 1
        changed = copy.deepcopy(document)
        change(changed)
        found = Specification(changed)
        if not found.check() and not page.check(found, readme):
            faults.append(f"openrpc.json: not rejected: {name}")
    for name, old, new in PAGES:
        count += 1
        if old not in readme:
            faults.append(f"README.md does not contain {old!r}")
        elif not page.check(specification, readme.replace(old, new, 1)):
            faults.append(f"README.md: not rejected: {name}")
    counts["changes rejected"] = count - len(faults)
    return faults


def _is_rejected(conversation, messages):
    """Whether one of the messages, or that they are all, is a violation."""
    try:
        for _, mark, rest in messages:
            transcripts.follow(conversation, mark, rest)
        conversation.end()
    except Violation:
        return True
    return False


def _conversations(specification, path):
    """Yields changes: a description, the conversation before them, and the lines after it.

    Lines without a change have no description: they must not be rejected.
    """
    conversation, messages = Conversation(specification), list(transcripts.lines(path))
    numbers = [number for number, _, _ in messages]
    for index, (number, mark, rest) in enumerate(messages):
        if number in numbers[:index]:
            changes = ()  # A repeated line, whose first occurrence was changed.
        elif mark in ("<", "<h"):
            changes = _replies(messages, index)
        else:
            # While another request is in flight, the lines up to the answer are no conversation.
            answer = _answer(messages, index) if not conversation.requests else None
            changes = _requests(messages, index, answer) if answer is not None else ()
        for name, changed in changes:
            place = f"line {number}, {name}" if name is not None else None
            yield place, conversation.copy(), changed
        transcripts.follow(conversation, mark, rest)


def _replies(messages, index):
    """Yields changes of a message of the daemon."""
    number, mark, rest = messages[index]
    following = messages[index + 1:]
    message = parse(rest)
    body = message[1] if isinstance(message, list) else message
    for name, changed in _messages(body):
        yield name, [_line(number, mark, message, changed), *following]
    if "method" not in body:
        yield "no reply", following
        yield "two replies", [messages[index], messages[index], *following]


def _line(number, mark, message, body):
    """A line with another body than that of a message in any framing."""
    text = json.dumps([message[0], body] if isinstance(message, list) else body)
    return number, mark, text


def _answer(messages, index):
    """Returns the index of the line with the result of the request at a line, if it has one."""
    is_request = messages[index][1] in (">", ">+", ">h")
    request = _object(messages[index][2]) if is_request else None
    if request is None or request.get("id") is None:
        return None
    for place in range(index + 1, len(messages)):
        reply = _object(messages[place][2]) if messages[place][1] in ("<", "<h") else None
        if reply is not None and reply.get("id") == request["id"]:
            return place if "result" in reply else None
    return None


def _object(text):
    try:
        message = parse(text)
    except ValueError:
        return None
    if isinstance(message, list):
        if len(message) != 2:
            return None
        return {"id": message[0] or None, **message[1]} if isinstance(message[1], dict) else None
    return message


def _requests(messages, index, answer):
    """Yields changes of a request that still has a result."""
    number, mark, rest = messages[index]
    message = parse(rest)
    body = message[1] if isinstance(message, list) else message
    following = messages[index + 1:answer + 1]
    params = body.get("params") or {}
    yield None, [messages[index], *following]
    # Members that are ignored may have any value.
    known = {} if "warnings" in messages[answer][2] else params
    changes = [(f"params.{name}", {**params, name: [] if isinstance(value, dict) else STRANGE})
               for name, value in known.items()]
    changes += [("unknown parameter", {**params, "zzz": 1}), ("an array of parameters", [1])]
    for name, changed in changes:
        yield name, [_line(number, mark, message, {**body, "params": changed}), *following]
    yield "another method", [_line(number, mark, message, {**body, "method": "zzz"}), *following]


def _messages(message):
    """Yields changed forms of a message of the daemon, none of which is valid."""
    for path, value in _values(message):
        name = ".".join(map(str, path)) or "message"
        if isinstance(value, dict):
            yield f"{name}: unknown member", _replaced(message, path, {**value, "zzz": 1})
            for member in value:
                if member not in OPTIONAL or member == "id" and path in ((), ("result", "entry")):
                    rest = {key: item for key, item in value.items() if key != member}
                    yield f"{name}: no {member}", _replaced(message, path, rest)
        if path:
            strange = [] if isinstance(value, dict) else STRANGE
            yield f"{name}: another type", _replaced(message, path, strange)
        if path[-1:] == ("code",):
            yield f"{name}: another code", _replaced(message, path, value + 1)
        if path[-1:] == ("kind",):
            yield f"{name}: another kind", _replaced(message, path, "zzz")
        if path[-1:] == ("retryable",):
            yield f"{name}: not {value}", _replaced(message, path, not value)


def _values(value, path=()):
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()
    for key, item in items:
        yield from _values(item, (*path, key))


def _replaced(message, path, value):
    if not path:
        return value
    changed = copy.deepcopy(message)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def _schema(name):
    return lambda document: document["components"]["schemas"][name]


def _change(body):
    """A change of the document, which `body` makes with its methods by name."""
    return lambda document: body(document, {m["name"]: m for m in document["methods"]})


def _set(place, key, value):
    place[key] = value


def _rename(document, name, other):
    """Renames a schema and the references to it."""
    text = json.dumps(document).replace(f"schemas/{name}\"", f"schemas/{other}\"")
    document.update(json.loads(text.replace(f"\"{name}\":", f"\"{other}\":")))


DOCUMENTS = [
    ("a missing method", lambda document: document["methods"].pop()),
    ("two methods with one name",
     lambda document: document["methods"].append(document["methods"][0])),
    ("a missing notification", lambda document: document["x-notifications"].pop()),
    ("a missing error", lambda document: document["components"]["errors"].pop("conflict")),
    ("another code",
     lambda document: _set(document["components"]["errors"]["conflict"], "code", 1)),
    ("a component that is not used",
     lambda document: _set(document["components"]["schemas"], "Unused", {"type": "string"})),
    ("a missing component", lambda document: document["components"]["schemas"].pop("Day")),
    ("a schema that is invalid",
     lambda document: _set(_schema("Day")(document), "type", "word")),
    ("an object with unknown members",
     lambda document: _schema("Entry")(document).pop("additionalProperties")),
    ("a missing member of a value",
     lambda document: _schema("Notebook")(document)["properties"].pop("rev")),
    ("a missing member of data", lambda document: _schema("ConflictError")(document)["properties"][
        "data"]["properties"].pop("current")),
    ("a schema whose name is not that of a type",
     lambda document: _rename(document, "Day", "local.day")),
    ("a reference to an error", _change(lambda _, methods: _set(
        methods["entry.get"]["errors"], 0, {"$ref": "#/components/errors/entry.notFound"}))),
    ("another code of an error of a method", _change(lambda _, methods: _set(
        methods["entry.get"]["errors"][0], "code", 1))),
    ("a missing parameter", _change(lambda _, methods: methods["entry.get"]["params"].pop())),
    ("another parameter", _change(lambda _, methods: methods["flush"]["params"].append(
        {"name": "zzz", "schema": {"type": "string"}}))),
    ("an optional parameter",
     _change(lambda _, methods: methods["entry.get"]["params"][0].pop("required"))),
    ("another default", _change(lambda _, methods: _set(
        methods["entry.search"]["params"][2]["schema"], "default", 21))),
    ("another result", _change(lambda _, methods: _set(
        methods["entry.get"]["result"], "schema", {"$ref": "#/components/schemas/Empty"}))),
    ("a method in batches", _change(lambda _, methods: _set(
        methods["trash.empty"], "x-batchable", True))),
    ("a member that OpenRPC lacks", lambda document: _set(document["methods"][0], "zzz", 1)),
]

PAGES = [
    ("another parameter", "`{id, ifRev?, step?}`", "`{id, ifRev?, zzz?}`"),
    ("a missing parameter", "`{name, step?}` → `{notebook, cursor}`", "`{}` → `{notebook, cursor}`"),
    ("another default", "length? = 524288", "length? = 524287"),
    ("another result", "`{purged, cursor}`", "`{purged, count, cursor}`"),
    ("a nested member", "`{matches: [{entry, snippet, score}]", "`{matches: [{entry, snippet}]"),
    ("another section", "\n### flush\n", "\n### rinse\n"),
    ("another code", "| `conflict` | 1107 |", "| `conflict` | 1108 |"),
    ("a retryable error", "| `conflict` | 1107 | |", "| `conflict` | 1107 | yes |"),
    ("a missing error", "| `conflict` | 1107 |", "conflict"),
    ("other data", "is not the entry's revision; `current`", "is not the entry's revision"),
    ("a member of an entry", "| `starred` | boolean |", "| `stared` | boolean |"),
    ("a notification", "`{sub, from, to, reason}`", "`{sub, to, reason}`"),
    ("an item", "`{op, kind, id, rev, name?", "`{op, kind, id, rev, title?"),
    ("a batchable method", "`tag.rename`, `tag.merge` and `tag.delete`", "and `tag.rename`"),
]
