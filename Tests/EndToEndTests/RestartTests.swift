// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// Connections across restarts of the service in a real systemd user manager.
struct RestartTests {
    /// A client with three connections: a subscription, a live list, and one with headers and half
    /// of a request.
    ///
    /// It writes `label: value` lines, as the script does.
    private static let client = #"""
        import json, os, socket, subprocess, sys

        path = os.environ["XDG_RUNTIME_DIR"] + "/journal/journal.sock"

        class Connection:
            def __init__(self):
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.settimeout(60)
                self.socket.connect(path)
                self.file = self.socket.makefile("rb")
                self.notes = []

            def send(self, id, method, **params):
                text = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
                self.socket.sendall(text.encode() + b"\n")

            def call(self, id, method, **params):
                self.send(id, method, **params)
                while True:
                    line = self.file.readline()
                    if not line:
                        sys.exit("the connection was closed")
                    message = json.loads(line)
                    if message.get("id") == id:
                        return message["result"]
                    self.notes.append(message)

        def fact(label, value):
            print(f"{label}: {value}", flush=True)

        def pid(connection):
            return connection.call("hello", "hello")["pid"]

        def restart():
            subprocess.run(["systemctl", "--user", "restart", "journal.service"], check=True)

        subscriber, reader, headers = Connection(), Connection(), Connection()
        subscriber.call("s", "subscribe", include="full")
        rows = reader.call("l", "list.open")["rows"]
        request = b'{"jsonrpc":"2.0","id":"half","method":"entry.count"}'
        header = b"Content-Length: %d\r\n\r\n" % len(request)
        headers.socket.sendall(header + request[:20])
        # The daemon has read the half once it reports it.
        while not any(c.get("framing") == "headers" and c.get("received") for c in
                      reader.call("c", "clients")["clients"]):
            pass

        first = pid(subscriber)
        subscriber.call("w1", "entry.create", text="before")
        restart()
        second = pid(subscriber)
        fact("restarted", first != second)
        writer = Connection()
        writer.call("w2", "entry.create", text="after")

        # Written while the service restarts: the request waits in the socket.
        process = subprocess.Popen(["systemctl", "--user", "restart", "journal.service"])
        count = 0
        while process.poll() is None or count < 20:
            writer.call(f"d{count}", "entry.create", text=f"during {count}")
            count += 1
        fact("restarted again", process.returncode == 0 and pid(writer) != second)

        headers.socket.sendall(request[20:])
        head = headers.file.readline() + headers.file.readline()
        body = headers.file.read(int(head.split()[1]))
        fact("half request", json.loads(body)["result"]["count"] == count + 2)

        subscriber.call("f", "flush")
        texts = [item["entry"]["text"] for note in subscriber.notes if note["method"] == "changes"
                 for item in note["params"]["items"]]
        expected = ["before", "after"] + [f"during {n}" for n in range(count)]
        fact("changes", texts == expected or (texts, expected))

        reader.call("f", "flush")
        for note in reader.notes:
            for item in note["params"]["items"]:
                row = {"id": item["id"]}
                if item["op"] in ("delete", "update"):
                    del rows[item["index"]]
                elif item["op"] == "move":
                    del rows[item["from"]]
                if item["op"] != "delete":
                    rows.insert(item["index"], row)
        present = [row["id"] for row in reader.call("n", "list.open")["rows"]]
        fact("list", [row["id"] for row in rows] == present)
        methods = {note["method"] for note in subscriber.notes + reader.notes}
        fact("notifications", sorted(methods))
        numbers = sorted(c["number"] for c in reader.call("c2", "clients")["clients"])
        fact("numbers", numbers)
        """#

    private static let script = #"""
        set -euo pipefail
        bin=$1 client=$2
        # A unit does not name a program in a build folder.
        install -D -t "$HOME/bin" "$bin"/journal "$bin"/journal-daemon
        bin=$HOME/bin
        export PATH=$bin:$PATH
        journal daemon install >/dev/null
        journal list --timeout 30 >/dev/null
        python3 -c "$client"

        # Whatever systemd kept was taken: another start passes nothing.
        printf 'kept: %s\n' "$(systemctl --user show --property NFileDescriptorStore --value \
            journal.service)"
        journal daemon uninstall
        """#

    @Test(
        .enabled(if: ThrowAwaySystemd.isAvailable, "no systemd user manager can run here"),
        .enabled(if: Built.tool("python3") != nil, "python3 is not installed")
    )
    func connectionsContinueAcrossRestarts() throws {
        let bed = try TestBed()
        let result = try ThrowAwaySystemd.run(Self.script, Self.client, in: bed)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let expected = [
            "restarted: True", "restarted again: True", "half request: True", "changes: True",
            "list: True", "notifications: ['changes', 'list.changes']", "numbers: [2, 3, 4, 5]",
            "kept: 0",
        ]
        #expect(result.lines == expected, "\(result.errors)")
    }
}
