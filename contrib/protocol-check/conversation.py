# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Connections: requests, and the replies and notifications that belong to them.

import copy
import json
import re

from specification import Placeholder, Violation, parse

MAXIMUM_DEPTH = 64
MAXIMUM_LINE = 4 << 20
# Errors of values that a schema cannot or need not describe, such as nonexistent dates. Apart from
# these and params.invalid, a request that fails has valid parameters.
VALUE_ERRORS = {"date.invalid", "cursor.invalid"}
# Methods after whose results the daemon closes the connection.
LAST_METHODS = {"shutdown", "store.lock"}


class Conversation:
    """Validates the messages of connections, one after another, in the order of their sending.

    A request that is invalid on purpose is marked by the kind of the error that answers it: a
    request whose parameters violate the schema must be answered by params.invalid, a line that is
    no request by parse.invalid, parse.utf8, limit.line, limit.depth or request.invalid, a request
    whose id is in flight by request.duplicateId, and vice versa.
    """

    def __init__(self, specification):
        self.specification = specification
        self.requests = {}
        self.faults = []
        self._begin()
        self.counts = {"requests": 0, "results": 0, "errors": 0, "notifications": 0}

    def _begin(self):
        self.framing = None
        self.received = b""
        # Whether the daemon can close the connection, and whether it sends nothing before.
        self.can_close = self.is_closing = False

    def copy(self):
        other = copy.copy(self)
        other.requests = {id: list(requests) for id, requests in self.requests.items()}
        other.faults = list(self.faults)
        other.counts = dict(self.counts)
        return other

    # Messages of the client

    def client_sends(self, data):
        """Handles bytes of the framings lines and channel."""
        if self.framing is None and (start := data.lstrip()):
            is_channel = re.match(rb"\[\s*-?[0-9]", start)
            is_headers = start[:1] in b"Cc"
            self.framing = "channel" if is_channel else "headers" if is_headers else "lines"
        if self.framing == "headers":
            return self._header(data)
        self.received += data
        while b"\n" in self.received:
            line, self.received = self.received.split(b"\n", 1)
            if line.strip():
                self._line(line.removesuffix(b"\r"))

    def client_sends_message(self, data):
        """Handles a message of the framing headers, without its header."""
        self.framing = "headers"
        self._line(data)

    def _header(self, data):
        if re.search(rb"^content-length: *[0-9]+\r?$", data, re.IGNORECASE | re.MULTILINE):
            raise Violation("write a valid header as >h")
        self.faults.append("parse.invalid")

    def _line(self, line):
        if len(line) > MAXIMUM_LINE:
            return self.faults.append("limit.line")
        if _depth(line) > MAXIMUM_DEPTH:
            return self.faults.append("limit.depth")
        try:
            message = parse(line.decode(), placeholders=True)
        except UnicodeDecodeError:
            return self.faults.append("parse.utf8")
        except ValueError:
            return self.faults.append("parse.invalid")
        if self.framing == "channel":
            if not isinstance(message, list) or not message or not isinstance(message[0], int):
                return self.faults.append("request.invalid")
            number, request = message[0], message[1] if len(message) == 2 else None
            if not isinstance(request, dict) or request.get("id", number) != number:
                return self._expect(number, None, None, "request.invalid")
            message = {"jsonrpc": "2.0", **request}
            message.pop("id", None)
            if number:
                message["id"] = number
        self._request(message)

    def _request(self, message):
        try:
            self.specification.validate_component(message, "Request")
        except Violation:
            id = message.get("id") if isinstance(message, dict) else None
            return self._expect(id, None, None, "request.invalid")
        self.counts["requests"] += 1
        method, params = message["method"], message.get("params") or {}
        fault = None
        if method not in self.specification.methods:
            fault = "method.unknown"
        else:
            try:
                self.specification.validate_request(method, params)
            except Violation as violation:
                fault = violation
        if "id" in message:
            self._expect(message["id"], method, params, fault)
        elif fault:
            raise Violation(f"an invalid notification: {fault}")

    def _expect(self, id, method, params, fault):
        if id is None:
            return self.faults.append(fault)
        requests = self.requests.setdefault(json.dumps(id), [])
        requests.append((method, params, "request.duplicateId" if requests else fault))

    # Messages of the daemon

    def daemon_sends(self, message):
        if self.is_closing:
            raise Violation("a message after the error that closes the connection")
        if self.framing == "channel":
            number, message = message
            id = message.get("id")
            if number != (id if isinstance(id, int) else 0):
                raise Violation(f"the number {number} is not the id")
        if "method" in message:
            self.counts["notifications"] += 1
            return self.specification.validate_notification(message)
        if "error" in message:
            self.counts["errors"] += 1
            self.specification.validate_failure(message["error"])
            self.specification.validate_component(message, "ErrorReply")
        else:
            self.counts["results"] += 1
            self.specification.validate_component(message, "Reply")
        if message["id"] is None:
            return self._connection_error(message["error"]["data"]["kind"])
        key = json.dumps(message["id"])
        if key not in self.requests:
            raise Violation(f"no request has the id {message['id']}")
        # The first request with an id in flight is executed, those after it are rejected.
        requests = self.requests[key]
        is_duplicate = "error" in message and (
            message["error"]["data"]["kind"] == "request.duplicateId")
        request = requests.pop(-1 if is_duplicate else 0)
        if not requests:
            del self.requests[key]
        self._reply(message, *request)

    def _connection_error(self, kind):
        if kind not in self.specification.connection_errors:
            raise Violation(f"{kind} is not an error of a connection")
        if self.faults:
            if kind != (fault := self.faults.pop(0)):
                raise Violation(f"the line is {fault}, not {kind}")
        elif kind.startswith(("parse.", "request.", "limit.line", "limit.depth")):
            raise Violation(f"no line is {kind}")
        # A header that is invalid closes the connection, too.
        self.can_close = True
        self.is_closing = not kind.startswith(("parse.", "request.", "limit.depth"))

    def _reply(self, message, method, params, fault):
        if "result" in message:
            if fault:
                raise Violation(f"the request was invalid: {fault}")
            self.can_close = self.can_close or method in LAST_METHODS
            self.specification.validate_result(method, params, message["result"])
            warnings = message["result"].get("warnings")
        else:
            error = message["error"]
            self.specification.validate_error(method, params, error)
            self._check_fault(error["data"]["kind"], fault)
            warnings = error["data"].get("warnings")
        expected = self.specification.unknown_members(method, params) if params else []
        if not isinstance(warnings, Placeholder):
            paths = [warning["path"] for warning in warnings or []]
            if paths != expected:
                raise Violation(f"warnings: {paths} instead of {expected}")

    def _check_fault(self, kind, fault):
        if isinstance(fault, Violation):
            if kind not in VALUE_ERRORS | {"params.invalid"}:
                raise Violation(f"the request was invalid, but the error is {kind}: {fault}")
        elif fault:
            if kind != fault:
                raise Violation(f"the error is {kind} instead of {fault}")
        elif kind in ("params.invalid", "method.unknown", "request.invalid"):
            raise Violation(f"the error is {kind}, but the request is valid")

    # The connection

    def client_closes(self):
        """Handles the end of the client's messages."""
        self.can_close = True

    def daemon_closes(self):
        """Handles the end of the connection."""
        if not self.can_close:
            raise Violation("nothing closes the connection")

    def reconnect(self):
        """Continues with another connection."""
        self.end()
        self._begin()

    def end(self):
        """Checks that everything was answered."""
        if self.requests:
            raise Violation(f"not answered: {', '.join(self.requests)}")
        if self.faults:
            raise Violation(f"not answered: {', '.join(map(str, self.faults))}")


def _depth(line):
    """Returns the depth of nesting of a line, whether or not it is valid JSON."""
    depth = maximum = 0
    for bracket in re.findall(rb"[\[{}\]]", re.sub(rb'"(\\.|[^"\\])*"', b"", line)):
        depth += 1 if bracket in b"[{" else -1
        maximum = max(maximum, depth)
    return maximum
