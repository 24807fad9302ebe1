# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""The answers of a service on budgets to requests with all of their outcomes."""

import http.client
import json
import re

UNKNOWN = "00000000-0000-4000-8000-000000000000"
IDENTITY = re.compile(r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}")


def answers(port):
    """Sends requests to a service without budgets; returns each with its answer."""
    recorder = Recorder(port)
    budgets(recorder)
    expenses(recorder)
    imports(recorder)
    tea = recorder.ids["tea"]
    for method in ["DELETE", "DELETE", "GET"]:
        recorder.send(method, f"/budgets/{tea}")
    recorder.send("GET", f"/budgets/{tea}/expenses")
    recorder.send("GET", "/budgets?size=100")
    recorder.send("GET", "/nothing")
    return recorder.answers


class Recorder:
    """A connection that records requests and answers, in a form without random ids."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.answers = []
        self.ids = {}

    def send(self, method, path, body=None):
        """Sends a request; returns the value of the answer."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        self.connection.request(method, path, body=text and text.encode())
        response = self.connection.getresponse()
        content = response.read().decode()
        value = json.loads(content) if content else None
        # The programs write members in a random order.
        self.answers.append((
            self.named(f"{method} {path} {text or ''}"), response.status,
            response.getheader("Content-Type"), self.named(json.dumps(value, sort_keys=True)),
        ))
        return value

    def add(self, name, limit):
        """Creates a budget."""
        self.ids[name] = self.send("POST", "/budgets", {"name": name, "limit": limit})["id"]

    def named(self, text):
        """Replaces the ids of budgets with their names, and others with X."""
        names = {identity: name for name, identity in self.ids.items()}
        return IDENTITY.sub(lambda match: names.get(match[0], "X"), text)


def budgets(recorder):
    """Budgets, their names and limits, and pages of them."""
    recorder.send("GET", "/budgets")
    for name in ["tea", "Tea", "a10", "a9", "é", "z"]:
        recorder.add(name, 1_000)
    for name, limit in [("tea", 1), ("", 1), ("x" * 80, 1), ("x" * 81, 1), ("new", 0), ("new", -1)]:
        recorder.send("POST", "/budgets", {"name": name, "limit": limit})
    for body in ["", "{", "[]", '{"name":"new"}', '{"name":1,"limit":1}']:
        recorder.send("POST", "/budgets", body)
    for query in ["", "page=1&size=2", "page=2&size=2", "page=3&size=3", "page=9", "page=0",
                  "size=0", "size=101", "page=x"]:
        recorder.send("GET", f"/budgets?{query}")
    for identity in [recorder.ids["tea"], UNKNOWN, "tea"]:
        recorder.send("GET", f"/budgets/{identity}")


def expenses(recorder):
    """Expenses within the limit and beyond it, and pages of them."""
    path = f"/budgets/{recorder.ids['tea']}/expenses"
    for day in range(1, 6):
        recorder.send("POST", path, {"text": "green", "cents": 10 * day,
                                     "date": f"2026-11-0{day}T12:00:00Z"})
    date = "2026-11-06T12:00:00Z"
    for cents in [0, -1, 851, 850, 1]:
        recorder.send("POST", path, {"text": "", "cents": cents, "date": date})
    for body in ["", '{"text":"green"}', '{"text":"green","cents":1,"date":"today"}']:
        recorder.send("POST", path, body)
    for cents in [0, 1]:
        recorder.send("POST", f"/budgets/{UNKNOWN}/expenses", {"text": "", "cents": cents})
    for query in ["", "page=1&size=2", "page=2&size=2", "page=9", "page=0", "size=101"]:
        recorder.send("GET", f"{path}?{query}")
    for identity in [recorder.ids["z"], UNKNOWN, "tea"]:
        recorder.send("GET", f"/budgets/{identity}/expenses")
    recorder.send("GET", f"/budgets/{recorder.ids['tea']}")


def imports(recorder):
    """Imports, some of which fail after a line that would succeed."""
    def line(name, cents):
        date = f"2026-11-07T12:00:{cents % 60:02}Z"
        return {"budget": name, "expense": {"text": "bus", "cents": cents, "date": date}}

    for lines in [[], [line("z", 10), line("é", 20), line("z", 30)], [line("z", 10), line("n", 1)],
                  [line("z", 900), line("z", 901)], [line("z", 11), line("z", 0)]]:
        recorder.send("POST", "/import", lines)
    recorder.send("GET", f"/budgets/{recorder.ids['z']}/expenses")
    recorder.send("GET", "/budgets")
