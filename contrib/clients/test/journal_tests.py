# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Tests of the client in Protocol/client.md. Started by the script "run" in this folder.

import contextlib, json, os, pathlib, re, select, signal, socket, subprocess, sys, threading
import unittest, unittest.mock, uuid

from journal import Journal, JournalError

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIMIT = 30  # seconds to wait for an event


def terminal(*arguments):
    """Runs the command journal and returns what it prints."""
    result = subprocess.run(["journal", *arguments], stdin=subprocess.DEVNULL, check=True,
                            stdout=subprocess.PIPE, text=True)
    return result.stdout.strip()


def daemon_pid():
    return int(pathlib.Path(terminal("daemon", "sockname") + ".lock").read_text())


def end_daemon(number):
    """Sends a signal to the daemon and waits until it has exited."""
    pid = daemon_pid()
    descriptor = os.pidfd_open(pid)
    os.kill(pid, number)
    try:
        assert select.select([descriptor], [], [], LIMIT)[0], "the daemon does not exit"
    finally:
        os.close(descriptor)


def code_blocks():
    page = (ROOT / "Protocol/client.md").read_text()
    return re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@contextlib.contextmanager
def server(*connections):
    """Listens, and passes each accepted stream to one of the given functions."""
    path = os.path.join(os.environ["TMPDIR"], uuid.uuid4().hex[:8])
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        listener.settimeout(LIMIT)

        def serve():
            for connection in connections:
                accepted, _ = listener.accept()
                with accepted, accepted.makefile("rwb", buffering=0) as stream:
                    connection(stream)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield path
        thread.join(LIMIT)


def forward(keep_reply):
    """Returns a function that forwards a request to the daemon; the reply may be lost."""
    def connection(stream):
        with socket.socket(socket.AF_UNIX) as daemon:
            daemon.connect(terminal("daemon", "sockname"))
            with daemon.makefile("rwb", buffering=0) as other:
                other.write(stream.readline())
                reply = other.readline()
        if keep_reply:
            stream.write(reply)
    return connection


class Tests(unittest.TestCase):
    def setUp(self):
        terminal("daemon", "start")
        self.journal = Journal(terminal("daemon", "sockname"))
        self.addCleanup(self.close)

    def close(self):
        if self.journal.stream:
            self.journal.stream.close()

    def items(self, count):
        """Returns the next items of changes until there are as many as given."""
        items = []
        for _, params in self.journal.changes():
            items += params.get("items", [])
            if len(items) >= count:
                # Asking for the next notification marks this one as processed.
                sub = self.journal.subscriptions[params["sub"]]
                sub.update(since=params["to"], snapshot=False)
                return items

    def test_the_page_contains_the_client(self):
        header, client = (ROOT / "contrib/clients/journal.py").read_text().split("\n\n", 1)
        blocks = code_blocks()
        squeeze = lambda text: [line for line in text.split("\n") if line]
        self.assertEqual(squeeze("".join(blocks[:-1])), squeeze(client))
        self.assertEqual(len(squeeze(client)), 60)

    def test_the_program_of_the_page_follows_changes(self):
        other = terminal("new", "-t", "weather", "earlier")
        process = subprocess.Popen([sys.executable, "-c", code_blocks()[-1]], text=True,
                                   stdout=subprocess.PIPE)
        try:
            self.assertRegex(process.stdout.readline(), r"^\d+ entries$")
            written = terminal("new", "-t", "weather", "Sun")
            self.assertRegex(process.stdout.readline(), f"^create {written} ")
            end_daemon(signal.SIGKILL)
            terminal("delete", other)
            self.assertRegex(process.stdout.readline(), f"^delete {other} ")
        finally:
            process.kill()
            process.communicate()

    def test_methods_are_called(self):
        text = "Grüße\u2028\0\n👋"
        created = self.journal.create(text, starred=True)
        entry = self.journal.call("entry.get", id=created["id"])["entry"]
        self.assertEqual((entry["text"], entry["starred"]), (text, True))

    def test_errors_are_raised_at_once(self):
        with unittest.mock.patch("journal.time.sleep") as sleep:
            with self.assertRaises(JournalError) as raised:
                self.journal.call("entry.get", id="ffffffff")
        self.assertEqual(raised.exception.data["kind"], "entry.notFound")
        sleep.assert_not_called()
        self.assertTrue(self.journal.stream)

    def test_conflicts_contain_the_current_entry(self):
        created = self.journal.create("one")
        self.journal.call("entry.update", id=created["id"], ifRev=created["rev"], text="two")
        with self.assertRaises(JournalError) as raised:
            self.journal.call("entry.update", id=created["id"], ifRev=created["rev"], text="three")
        self.assertEqual(raised.exception.data["kind"], "conflict")
        self.assertEqual(raised.exception.data["current"]["text"], "two")

    def test_an_entry_whose_reply_is_lost_is_written_once(self):
        with server(forward(False), forward(False), forward(True)) as path:
            client = Journal(path)
            text = f"once {uuid.uuid4()}"
            created = client.create(text)
            client.stream.close()
        self.assertFalse(created["created"])
        count = self.journal.call("entry.count", query=f'"{text}"')["count"]
        self.assertEqual(count, 1)

    def test_changes_of_other_programs_arrive(self):
        self.journal.subscribe("all", include="summary")
        written = terminal("new", "-t", "tag", "hello")
        items = {item["kind"]: item for item in self.items(1)}
        self.assertEqual(items["entry"]["id"], written)
        self.assertEqual(items["entry"]["entry"]["text"], "hello")

    def test_notifications_before_a_reply_are_kept(self):
        self.journal.subscribe("all")
        created = self.journal.create("own")
        self.journal.call("flush")
        self.assertIn(created["id"], [item["id"] for item in self.items(1)])

    def test_subscriptions_resume_after_each_end_of_the_daemon(self):
        terminal("new", "-t", "resumed", "tag exists")
        self.journal.subscribe("resumed", filter={"tags": ["resumed"]})
        self.journal.subscribe("starred", filter={"starred": True})
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            written = [terminal("new", "-t", "resumed", "before")]
            self.assertEqual([item["id"] for item in self.items(1)], written)
            end_daemon(number)
            written = [terminal("new", "-t", "resumed", text) for text in ("one", "two")]
            self.assertEqual([item["id"] for item in self.items(2)], written)

    def test_unprocessed_changes_arrive_again(self):
        self.journal.subscribe("all")
        written = terminal("new", "interrupted")
        for _, params in self.journal.changes():
            if written in [item["id"] for item in params["items"]]:
                break
        self.journal.stream.close()
        self.journal.stream = None
        self.assertIn(written, [item["id"] for item in self.items(1)])

    def test_deletions_arrive_after_a_snapshot(self):
        ids = {terminal("new", "-t", "snapshot", text) for text in ("kept", "gone")}
        self.journal.subscribe("s", filter={"tags": ["snapshot"]}, snapshot=True)
        self.assertEqual({item["id"] for item in self.items(2)}, ids)
        self.journal.stream.close()
        self.journal.stream = None
        gone = terminal("delete", ids.pop())
        item, = self.items(1)
        self.assertEqual((item["op"], item["id"]), ("delete", gone))

    def test_queued_changes_do_not_arrive_twice(self):
        self.journal.subscribe("all")
        written = terminal("new", "queued")
        self.journal.call("flush")
        self.journal.stream.close()
        self.journal.stream = None
        self.journal.call("flush")
        queued = [item["id"] for message in self.journal.queue
                  for item in message["params"]["items"]]
        self.assertEqual(queued.count(written), 1)

    def test_a_reset_at_reconnecting_is_reported(self):
        line = lambda stream: json.loads(stream.readline())
        reply = lambda stream, request, mode, cursor: stream.write(json.dumps(
            {"id": request["id"], "result": {"mode": mode, "cursor": cursor}}).encode() + b"\n")
        requests = []

        def first(stream):
            requests.append(line(stream))
            reply(stream, requests[0], "delta", "1")

        def second(stream):
            requests.append(line(stream))
            reply(stream, requests[1], "reset", "7")
            stream.write(b'{"method":"weather","params":{}}\n{"method":"cha')
            stream.write(b'nges","params":{"sub":"s","from":"7","to":"8","items":[]}}\n')
            stream.readline()

        with server(first, second) as path:
            client = Journal(path)
            client.subscribe("s")
            changes = client.changes()
            self.assertEqual(next(changes), ("reset", {"sub": "s", "to": "7"}))
            self.assertEqual(requests[1]["params"]["since"], "1")
            self.assertEqual(next(changes)[1]["to"], "8")
            self.assertEqual(client.subscriptions["s"]["since"], "7")
            client.stream.close()

    def test_retryable_errors_are_retried(self):
        def stopping(stream):
            id = json.loads(stream.readline())["id"]
            error = {"code": 1502, "message": "", "data": {"kind": "shutting.down",
                                                           "retryable": True}}
            stream.write(json.dumps({"id": id, "error": error}).encode() + b"\n")

        with server(stopping, forward(True)) as path:
            client = Journal(path)
            self.assertTrue(client.create("after the restart")["created"])
            client.stream.close()

    def test_a_missing_daemon_is_an_error(self):
        with unittest.mock.patch("journal.time.sleep") as sleep:
            with self.assertRaises(FileNotFoundError):
                Journal("/nonexistent/socket").call("status")
        delays = [call.args[0] for call in sleep.call_args_list]
        self.assertEqual(delays, sorted(delays))


class Result(unittest.TextTestResult):
    """Prints one line for each test, the behaviour in words."""

    def report(self, outcome, test):
        name = test._testMethodName.removeprefix("test_").replace("_", " ")
        print(f"{outcome}  {name}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.report("passed", test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.report("FAILED", test)

    def addError(self, test, error):
        super().addError(test, error)
        self.report("FAILED", test)


if __name__ == "__main__":
    runner = unittest.TextTestRunner(resultclass=Result, verbosity=0, stream=sys.stdout)
    unittest.main(testRunner=runner)
