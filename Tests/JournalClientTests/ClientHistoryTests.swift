// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

struct ClientHistoryTests {
    private static func cursor(_ revision: Int64) -> Cursor {
        Cursor(epoch: "e", revision: revision)
    }

    private static func id(_ number: UInt64) -> EntryID { EntryID(high: 1, low: number) }

    private static func item(
        _ operation: ChangeItem.Operation,
        _ number: UInt64,
        _ revision: Int64,
        _ kind: ChangeItem.ObjectKind = .entry
    ) -> ChangeItem {
        ChangeItem(operation: operation, kind: kind, id: id(number).text, revision: revision)
    }

    private static func line(_ notification: ServerNotification) -> String {
        String(decoding: notification.line, as: UTF8.self) + "\n"
    }

    /// Returns the entries that a client finds, with notifications before the reply of `flush`.
    private func created(
        _ notifications: [ServerNotification],
        mode: Subscribe.Mode = .delta
    ) throws -> [EntryID: Int64] {
        let text = notifications.map(Self.line).joined()
        let server = try FakeServer { request in
            switch request.method {
            case "subscribe":
                let reply = Subscribe.Reply(
                    subscription: request.id ?? 0,
                    cursor: Self.cursor(5),
                    mode: mode
                )
                return .result(reply.json)
            case "flush":
                let reply = Response(id: request.id, .success(["cursor": "e.9"])).line
                return .send(text + String(decoding: reply, as: UTF8.self) + "\n")
            default: return .result([:])
            }
        }
        let client = try JournalClient(at: server.path)
        return try client.entriesCreated(since: Self.cursor(5))
    }

    private static func changes(
        _ from: Int64,
        _ to: Int64,
        _ items: [ChangeItem]
    ) -> ServerNotification {
        Changes(subscription: 1, from: cursor(from), to: cursor(to), items: items).notification
    }

    @Test func firstChangeShowsWhetherAnEntryIsNew() throws {
        let notifications = [
            Self.changes(
                5,
                7,
                [Self.item(.create, 1, 6), Self.item(.update, 2, 7), Self.item(.delete, 3, 7)]
            ),
            Self.changes(
                7,
                9,
                [
                    Self.item(.update, 1, 8), Self.item(.create, 3, 8), Self.item(.create, 4, 9),
                    Self.item(.create, 5, 9, .tag),
                ]
            ),
        ]
        #expect(try created(notifications) == [Self.id(1): 8, Self.id(4): 9])
    }

    @Test func historyThatIsIncompleteShowsNothing() throws {
        let changes = Self.changes(5, 7, [Self.item(.create, 1, 6)])
        #expect(try created([changes], mode: .reset) == [:])
        let reset = Reset(
            subscription: 1,
            from: Self.cursor(7),
            to: Self.cursor(8),
            reason: .history
        )
        #expect(try created([changes, reset.notification]) == [:])
    }
}
