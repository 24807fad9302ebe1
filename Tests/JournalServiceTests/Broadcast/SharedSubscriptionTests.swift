// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Subscriptions that share the encoded changes, as far as they are the same.
struct SharedSubscriptionTests {
    /// An item that a subscription has received.
    private struct Received: Equatable, CustomStringConvertible {
        let operation: ChangeItem.Operation
        let text: String?
        var description: String { "\(operation) \(text ?? "-")" }
    }

    private static let long = String(repeating: "long ", count: 100)
    private static let beginning = String(long.prefix(EntryRecord.summaryLength))

    /// Returns the items of entries that the subscriptions of a connection have received.
    private func received(_ client: TestClient) async throws -> [RequestID: [Received]] {
        try await client.changes().reduce(into: [:]) { received, changes in
            received[changes.subscription, default: []] += changes.items
                .filter { $0.kind == .entry }
                .map { Received(operation: $0.operation, text: $0.entry?.text) }
        }
    }

    /// Subscribes in every form, to all entries and to those with a star; returns the names.
    private func subscribe(_ client: TestClient) async throws -> [RequestID] {
        var names: [RequestID] = []
        for filter in [Filter(), Filter(starred: true)] {
            for include in Include.allCases {
                let request = Subscribe(filter: filter, include: include)
                names.append(try await client.call(request).subscription)
            }
        }
        return names
    }

    /// Returns the items of six subscriptions: with a whole text, its beginning, and none.
    private func expected(
        _ names: [RequestID],
        _ everything: [(ChangeItem.Operation, text: Bool)],
        _ starred: [(ChangeItem.Operation, text: Bool)]
    ) -> [RequestID: [Received]] {
        let forms = [nil, Self.beginning, Self.long]
        let all = [everything, starred].flatMap { items in
            forms.map { text in items.map { Received(operation: $0.0, text: $0.text ? text : nil) }
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(names, all).filter { !$0.1.isEmpty })
    }

    @Test func eachSubscriptionReceivesItsFormThroughItsFilter() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { writer in
                try await TestClient.connect(to: daemon) { reader in
                    // On one connection and on another, under different names.
                    _ = try await reader.call(Status())
                    let others = try await subscribe(reader)
                    let names = try await subscribe(writer)
                    #expect(names != others)
                    func check(
                        _ everything: [(ChangeItem.Operation, text: Bool)],
                        _ starred: [(ChangeItem.Operation, text: Bool)]
                    ) async throws {
                        #expect(try await received(writer) == expected(names, everything, starred))
                        #expect(try await received(reader) == expected(others, everything, starred))
                    }
                    let made = try await writer.call(EntryCreate(text: Self.long))
                    let id = EntryReference(made.id)
                    try await check([(.create, text: true)], [])
                    try await writer.call(EntryUpdate(id: id, starred: true))
                    try await check([(.update, text: true)], [(.create, text: true)])
                    try await writer.call(EntryUpdate(id: id, starred: false))
                    try await check([(.update, text: true)], [(.delete, text: true)])
                    try await writer.call(EntryDelete(id: id))
                    try await check([(.delete, text: true)], [])
                }
            }
        }
    }

    @Test func replayedChangesEqualLiveChanges() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let start = try await client.call(Hello()).cursor
                let there = try await client.call(Subscribe(include: .summary)).subscription
                try await client.call(EntryCreate(text: Self.long))
                try await client.call(EntryCreate(text: "short", tags: ["t"]))
                let late = Subscribe(since: start, include: .summary)
                let name = try await client.call(late).subscription
                var items: [RequestID: [ChangeItem]] = [:]
                for changes in try await client.changes() {
                    items[changes.subscription, default: []] += changes.items
                }
                #expect(items[name]?.count == 3)
                #expect(items[name] == items[there])
            }
        }
    }
}
