// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct StatusTextTests {
    private static func reply(_ change: (inout Status.Reply) -> Void = { _ in }) -> Status.Reply {
        var reply = Status.Reply(
            version: "0.1.0",
            pid: 4321,
            startedAt: .epoch,
            uptimeSeconds: 93_784.5,
            store: "/h/journal.store",
            socket: "/run/journal.sock",
            cursor: Cursor(epoch: "5b1d", revision: 7),
            entryCount: 12,
            trashedCount: 3,
            notebookCount: 2,
            tagCount: 5,
            clientCount: 1,
            sqliteVersion: "3.40.1"
        )
        change(&reply)
        return reply
    }

    private static func rows(_ reply: Status.Reply) -> [String: String] {
        let pipe = Terminal(isInteractive: false, hasColor: false)
        let pairs = StatusText.table(reply).lines(for: pipe).map { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func everyNumberHasARow() {
        #expect(
            Self.rows(Self.reply()) == [
                "daemon": "0.1.0, process 4321", "protocol": "1", "uptime": "1 d 2 h",
                "store": "/h/journal.store", "socket": "/run/journal.sock", "entries": "12",
                "in the trash": "3", "notebooks": "2", "tags": "5", "clients": "1",
                "subscriptions": "0", "memory for clients": "0 kB", "cursor": "5b1d.7",
                "sqlite": "3.40.1",
            ]
        )
    }

    @Test func storeInMemoryHasNoFile() {
        let rows = Self.rows(
            Self.reply {
                $0.store = nil
                $0.socket = nil
                $0.sqliteVersion = nil
            }
        )
        #expect(rows["store"] == "in memory")
        #expect(rows["socket"] == nil)
        #expect(rows["sqlite"] == nil)
    }

    @Test func storeThatCannotBeWrittenIsMarked() {
        let rows = Self.rows(
            Self.reply {
                $0.isReadOnly = true
                $0.damage = "page 7 is damaged"
            }
        )
        #expect(rows["store"] == "/h/journal.store (read-only)")
        #expect(rows["damage"] == "page 7 is damaged")
    }

    @Test func numbersOfALockedJournalAreUnknown() {
        let unlocked = Self.rows(Self.reply { $0.isEncrypted = true })
        #expect(unlocked["encryption"] == "unlocked")
        #expect(unlocked["entries"] == "12")
        let locked = Self.rows(
            Self.reply {
                $0.isEncrypted = true
                $0.isLocked = true
            }
        )
        #expect(locked["encryption"] == "locked; to unlock it: journal unlock")
        for name in ["entries", "in the trash", "notebooks", "tags"] {
            #expect(locked[name] == nil)
        }
    }

    @Test(arguments: [
        (MemoryRecord(), "0 kB"), (MemoryRecord(output: 1), "1 kB"),
        (MemoryRecord(output: 1000), "1 kB: output 1 kB"),
        (
            MemoryRecord(requests: 1, output: 2500, lists: 3),
            "3 kB: output 3 kB, lists 1 kB, requests 1 kB"
        ),
        (
            MemoryRecord(subscriptions: 5_000_000, changes: 9_000_001),
            "14001 kB: changes 9001 kB, subscriptions 5000 kB"
        ),
    ])
    func largestPartsOfTheMemoryAreFirst(memory: MemoryRecord, text: String) {
        #expect(Self.rows(Self.reply { $0.memory = memory })["memory for clients"] == text)
    }

    @Test(arguments: [
        (.infinity, "0 s"), (.nan, "0 s"), (-5, "0 s"), (0.9, "0 s"), (59.9, "59 s"),
        (1e300, "11574074074 d 1 h"),
    ])
    func impossibleUptimesAreShown(seconds: Double, text: String) {
        #expect(Self.rows(Self.reply { $0.uptimeSeconds = seconds })["uptime"] == text)
    }
}
