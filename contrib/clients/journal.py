# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# A client of the journal. Protocol/client.md explains it.

import collections, itertools, json, socket, time, uuid


class JournalError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.data, self.retryable = error["data"], error["data"]["retryable"]


class Journal:
    def __init__(self, path):
        self.path, self.stream, self.ids = path, None, itertools.count(1)
        self.subscriptions, self.queue = {}, collections.deque()

    def receive(self):
        line = self.stream.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the daemon closed the connection")
        message = json.loads(line)
        if "error" in message:
            raise JournalError(message["error"])
        return message

    def request(self, id, method, params):
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        self.stream.write(json.dumps(message).encode() + b"\n")
        self.stream.flush()
        while (message := self.receive()).get("id") != id:
            self.queue.append(message)
        return message["result"]

    def retry(self, operation):
        for delay in (0, 0.1, 0.2, 0.5, 1, 2, 5, None):
            try:
                self.stream or self.connect()
                return operation()
            except (OSError, JournalError) as error:
                if delay is None or not getattr(error, "retryable", True):
                    raise
                self.stream = None
                time.sleep(delay)

    def call(self, method, **params):
        return self.retry(lambda: self.request(next(self.ids), method, params))

    def create(self, text, **params):
        return self.call("entry.create", id=str(uuid.uuid4()), text=text, **params)

    def subscribe(self, name, **params):
        result = self.retry(lambda: self.request(name, "subscribe", params))
        self.subscriptions[name] = {**params, "since": result["cursor"]}
        return result

    def connect(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.path)
            self.stream = connection.makefile("rwb")
        self.queue.clear()
        for name, params in self.subscriptions.items():
            result = self.request(name, "subscribe", params)
            if result["mode"] in ("reset", "snapshot"):
                params = {"sub": name, "to": result["cursor"]}
                self.queue.append({"method": "reset", "params": params})

    def changes(self):
        while True:
            message = self.retry(lambda: self.queue.popleft() if self.queue else self.receive())
            if message.get("method") in ("changes", "reset"):
                params = message["params"]
                yield message["method"], params
                if not params.get("more"):
                    self.subscriptions[params["sub"]].update(since=params["to"], snapshot=False)
