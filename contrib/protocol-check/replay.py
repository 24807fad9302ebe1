# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Validation of what a daemon sends: to the transcripts, to further calls, and as its description.

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

import situations
import transcripts
from conversation import Conversation
from specification import Placeholder, Violation, parse

LIMIT = 60  # seconds to wait for an event
# Calls whose replies the transcripts do not show, in one connection. Placeholders stand for members
# of the results before, $id for the id of the last entry, and $first for the cursor of the first
# result; FOLDER is the folder of the store.
CALLS = [
    ("entry.create", {"text": "one two " * 80, "tags": ["a", "b"], "createNotebook": True,
                      "notebook": "work", "starred": True, "include": "summary"}),
    ("entry.update", {"id": "$id", "text": "two", "zone": "Asia/Kathmandu", "include": "full"}),
    ("entry.update", {"id": "$id", "starred": False, "step": {
        "id": "aa5f0f2e-0000-4000-8000-00000000000a", "client": "check", "command": "edit"}}),
    ("undo", {"progress": True}), ("redo", {"limit": 1000}),
    ("entry.create", {"text": "three", "createdAt": "2026-11-21t10:15:00.1234z"}),
    ("entry.list", {"limit": 1, "order": "oldest", "include": "full"}),
    ("entry.list", {"limit": 1, "order": "oldest", "page": "$nextPage"}),
    ("entry.history", {"id": "$id"}),
    ("entry.search", {"query": "two OR three", "include": "full", "limit": 1}),
    ("entry.search", {"query": "t*", "order": "unranked", "limit": 1}),
    ("entry.search", {"query": "t*", "order": "unranked", "page": "$nextPage"}),
    ("entry.search", {"query": "tag:a", "filter": {"starred": True, "since": "2000-01-01"}}),
    ("list.open", {"groupBy": "tag", "order": "oldest"}),
    ("list.open", {"groupBy": "notebook", "filter": {"notebook": "work"}, "query": "two"}),
    ("subscribe", {"snapshot": True, "include": "full"}),
    ("entry.create", {"text": "long " * 15000, "tags": ["c", "e"]}), ("flush", {}),
    ("entry.update", {"id": "$id", "tags": [], "notebook": "work"}), ("flush", {}),
    ("tag.delete", {"tag": "e"}), ("entry.delete", {"id": "$id"}),
    ("batch", {"calls": [
        {"method": "entry.create", "params": {"text": "four", "include": "full"}},
        {"method": "entry.update", "params": {"id": "$id", "tags": ["c"]}},
        {"method": "entry.restore", "params": {"id": "$id", "include": "summary"}},
        {"method": "entry.delete", "params": {"id": "$id", "ifRev": None}},
        {"method": "tag.rename", "params": {"tag": "c", "name": "d"}},
        {"method": "tag.merge", "params": {"tag": "d", "into": "b"}},
        {"method": "tag.delete", "params": {"tag": "b"}},
        {"method": "notebook.create", "params": {"name": "home"}},
        {"method": "notebook.rename", "params": {"notebook": "home", "name": "Home"}},
        {"method": "notebook.delete", "params": {"notebook": "home", "moveEntriesTo": "work"}}]}),
    ("undo.list", {}), ("undo.list", {"undone": True, "limit": 1}),
    ("flush", {}), ("entry.purge", {"ids": ["$id"]}),
    ("subscribe", {"since": "$first", "include": "summary"}),
    ("subscribe", {"since": "$first", "filter": {"tags": ["a"]}, "progress": True}),
    ("subscribe", {"query": "three", "snapshot": True}),
    ("entry.create", {"text": "five"}), ("flush", {}),
    ("notebook.list", {}), ("tag.list", {}), ("clients", {}),
    ("backup", {"path": "FOLDER/copy"}), ("backup.verify", {"path": "FOLDER/copy"}),
    ("entry.create", {"id": "ABCDEF00-0000-4000-8000-000000000001", "text": "six"}),
    ("entry.create", {"id": "abcdef00-0000-4000-8000-000000000002", "text": "seven"}),
    ("entry.get", {"id": "ABCD-ef"}), ("entry.get", {"id": "0000"}), ("entry.get", {"id": "abc"}),
    ("entry.list", {"filter": {"notebook": "nothing"}}),
    ("entry.list", {"filter": {"since": "2026-13-01"}}),
    ("entry.list", {"page": "a/b/1"}), ("entry.list", {"page": "b/0/1"}),
    ("entry.search", {"query": "\"a"}), ("subscribe", {"since": "a.1"}),
    ("subscribe", {"since": "a"}), ("entry.create", {"text": "x", "tags": [""]}),
    ("entry.create", {"text": "x" * (512 * 1024 + 1)}), ("trash.empty", {"before": "now"}),
    ("cancel", {"id": 77}), ("status", {"verbose": True}), ("subscribe", {}),
    *[("list.open", {"limit": 1})] * 64,
]


class Daemon:
    """Daemons with a folder of their own, one after another, and a connection to the last one."""

    def __init__(self, executable, folder):
        self.executable = executable
        self.path = os.path.join(folder, "socket")
        self.store = os.path.join(folder, "store", "journal.store")
        os.mkdir(os.path.dirname(self.store))
        self.log = open(os.path.join(folder, "log"), "w+b")
        self.process = self.socket = self.stream = self.held = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.log.close()

    def start(self, situation=None):
        """Starts a daemon in a situation, and connects to it.

        Connects before the daemon is ready: one that cannot open its store accepts connections for
        a second, and exits.
        """
        command = [self.executable]
        if situation is not None:
            self.held = situations.prepare(situation, self.executable, self.store)
            command = situations.command(situation, self.executable, self.store)
        self.process = subprocess.Popen(
            [*command, "--store", self.store, "--socket", self.path, "--log-level", "error"],
            stdin=subprocess.DEVNULL, stderr=self.log)
        end = time.monotonic() + LIMIT
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(LIMIT)
            try:
                self.socket.connect(self.path)
                break
            except OSError:
                self.socket.close()
                if self.process.poll() is not None or time.monotonic() > end:
                    raise Violation("the daemon does not start")
                time.sleep(0.005)
        self.stream = self.socket.makefile("rb")

    def stop(self):
        """Stops the daemon, if one was started."""
        if self.process is None:
            return
        # The stream keeps the connection open, too.
        for connection in (self.stream, self.socket):
            if connection is not None:
                connection.close()
        self.process.terminate()
        self.process.wait(LIMIT)
        if self.held is not None:
            self.held.close()
        self.process = self.socket = self.stream = self.held = None

    def messages(self):
        """Returns what the daemons have logged."""
        self.log.seek(0)
        return self.log.read().decode()

    def message(self):
        """Returns the next message as text, in any framing, or None at the end."""
        line = self.stream.readline()
        header = re.match(rb"content-length: *([0-9]+)\r\n", line, re.IGNORECASE)
        if header:
            self.stream.readline()
            return self.stream.read(int(header[1])).decode()
        return line.decode() or None


def bind(shown, actual, values):
    """Assigns the values of a message to the placeholders of the one that is shown."""
    if isinstance(shown, Placeholder):
        values.setdefault(shown, actual)
    elif isinstance(shown, dict) and isinstance(actual, dict):
        for name in shown.keys() & actual.keys():
            bind(shown[name], actual[name], values)
    elif isinstance(shown, list) and isinstance(actual, list):
        for one, other in zip(shown, actual):
            bind(one, other, values)


def filled(value, values):
    """Replaces placeholders by their values."""
    if isinstance(value, str):
        return values.get(value, value)
    if isinstance(value, list):
        return [filled(item, values) for item in value]
    if isinstance(value, dict):
        return {name: filled(item, values) for name, item in value.items()}
    return value


def play(daemon, conversation, path):
    """Sends the messages of a transcript, and yields each line with what was received for it."""
    values, unsent = {}, b""
    for number, mark, rest in transcripts.lines(path):
        place = f"{path.name}:{number}"
        if mark == "!":
            daemon.stop()
            daemon.start(rest)
            transcripts.follow(conversation, mark, rest)
            continue
        if daemon.process is None:
            daemon.start()
        if mark.startswith(">"):
            if '"$' in rest:
                rest = json.dumps(filled(parse(rest), values))
            data = transcripts.client_bytes(mark, rest)
            if mark == ">h":
                data = f"Content-Length: {len(rest.encode())}\r\n\r\n{rest}".encode()
            if data is None:
                daemon.socket.shutdown(socket.SHUT_WR)
            elif mark == ">+":
                unsent += data
            else:
                daemon.socket.sendall(unsent + data)
                unsent = b""
            transcripts.follow(conversation, mark, rest)
        else:
            received = daemon.message()
            if (received is None) != (mark == "<."):
                raise Violation(f"{place}: received {received}")
            if received is None:
                transcripts.follow(conversation, mark, rest)
            else:
                actual = parse(received)
                bind(parse(rest, placeholders=True), actual, values)
                yield place, rest, actual
    conversation.end()


def check(specification, capabilities, paths, executable, counts):
    """Returns the faults of what the daemon sends."""
    faults = []

    def attempt(name, body):
        conversation = Conversation(specification)
        with tempfile.TemporaryDirectory() as folder, Daemon(executable, folder) as daemon:
            try:
                body(daemon, conversation, folder)
            except Violation as violation:
                faults.append(f"{name}: {violation}\n{daemon.messages()}")
        counts.update(conversation.counts)

    def transcript(path):
        def body(daemon, conversation, _):
            for place, _, actual in play(daemon, conversation, path):
                try:
                    conversation.daemon_sends(actual)
                except Violation as violation:
                    faults.append(f"{place}: {violation}")
        return body

    for path in paths:
        impossible = [rest for _, mark, rest in transcripts.lines(path)
                      if mark == "!" and not situations.is_possible(rest)]
        if impossible:
            print(f"{path.name} is skipped: {impossible[0]} is not possible here", file=sys.stderr)
        else:
            attempt(path.name, transcript(path))
    attempt("calls", _calls)
    attempt("describe", lambda daemon, *_: _describe(specification, capabilities, daemon))
    return faults


def _calls(daemon, conversation, folder):
    daemon.start()
    values = {}
    for number, (method, params) in enumerate(CALLS):
        text = json.dumps({"jsonrpc": "2.0", "id": number, "method": method,
                           "params": filled(params, values)}).replace("FOLDER", folder)
        data = text.encode() + b"\n"
        daemon.socket.sendall(data)
        conversation.client_sends(data)
        message = {}
        while message.get("id") != number:
            message = parse(daemon.message())
            try:
                conversation.daemon_sends(message)
            except Violation as violation:
                raise Violation(f"{method}: {violation}\n  in {json.dumps(message)[:2000]}")
        for name, value in message.get("result", {}).items():
            if isinstance(value, str) and (name != "id" or method.startswith("entry.")):
                values["$" + name] = value
        values.setdefault("$first", values.get("$cursor"))
    conversation.end()


# The types that describe reports, and the schemas of the values.
TYPES = {"entry": "EntryReference", "uuid": "NewUuid", "instant": "InstantParameter",
         "cursor": "Cursor", "page": "Page", "id": "RequestId", "base64": "Base64",
         "call": "BatchCall", "day": "Day"}


def _describe(specification, capabilities, daemon):
    """Compares what the daemon describes with the document, and its capabilities."""
    daemon.start()
    request = {"jsonrpc": "2.0", "id": 1, "method": "describe"}
    daemon.socket.sendall(json.dumps(request).encode() + b"\n")
    result = parse(daemon.message())["result"]
    described = {method["name"]: method for method in result["methods"]}
    _require(described.keys() == specification.methods.keys(), "the methods differ")
    _require(set(result["notifications"]) == specification.notifications.keys(),
             "the notifications differ")
    _require({capability["name"] for capability in result["capabilities"]} == capabilities,
             "the capabilities differ from those of README.md")
    for name, method in specification.methods.items():
        actual = described[name]
        _require(actual["access"] == method["x-access"], f"{name}: the access differs")
        _require(actual["batchable"] == method["x-batchable"], f"{name}: batchable differs")
        _compare(specification, actual["parameters"], specification.parameters(method), name)


def _compare(specification, parameters, schema, place):
    names = [parameter["name"] for parameter in parameters]
    _require(names == list(schema["properties"]), f"{place}: the parameters are {names}")
    for parameter in parameters:
        inner, name = schema["properties"][parameter["name"]], f"{place}.{parameter['name']}"
        is_required = parameter["name"] in schema.get("required", [])
        _require(parameter["required"] == is_required, f"{name}: required differs")
        kind = parameter["type"]
        if kind.startswith("["):
            kind, inner = kind[1:-1], specification.resolve(inner)["items"]
        resolved = specification.resolve(inner)
        if kind in TYPES:
            _require(resolved is specification.target(f"#/components/schemas/{TYPES[kind]}"),
                     f"{name}: is a {kind}")
        elif kind != "day|instant":
            _require(resolved.get("type") == kind, f"{name}: is a {kind}")
        if "values" in parameter:
            _require(parameter["values"] == resolved.get("enum"), f"{name}: the values differ")
        if "members" in parameter:
            _compare(specification, parameter["members"], resolved, name)


def _require(condition, fault):
    if not condition:
        raise Violation(fault)
