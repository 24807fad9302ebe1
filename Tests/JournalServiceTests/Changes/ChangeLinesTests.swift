// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

/// Changes in the bytes in which they travel, and the notifications around them.
@Suite struct ChangeLinesTests {
    private let lines = ChangeLines(
        subscription: "s",
        from: Cursor(epoch: "e", revision: 1),
        to: Cursor(epoch: "e", revision: 2)
    )

    private func record(_ text: String, tags: [String] = []) throws -> EntryRecord {
        let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
        return EntryRecord(
            id: .random(),
            text: text,
            createdAt: now,
            zone: "UTC",
            localDay: now.day,
            modifiedAt: now,
            starred: false,
            revision: 1,
            notebook: .init(id: "n", name: "n"),
            tags: tags
        )
    }

    private func item(_ number: Int, _ record: EntryRecord? = nil) -> EncodedItem {
        EncodedItem(
            ChangeItem(
                operation: .create,
                kind: .entry,
                id: "\(number)",
                revision: 1,
                entry: record
            )
        )
    }

    /// Returns the notifications of a delivery.
    private func all(_ items: [EncodedItem], isEnd: Bool = true) -> [[UInt8]] {
        var rest = UnsentDelivery(.init(items: items, from: 1, to: 2, isEnd: isEnd), origin: nil)
        var made: [[UInt8]] = []
        repeat {
            let next = rest.next()
            made.append(lines.line(next.items, isEnd: next.isEnd))
        } while !rest.isSent
        return made
    }

    private func content(_ line: [UInt8]) throws -> Changes {
        guard case .notification(let notification) = try ServerMessage(line: line) else {
            throw InvalidParams("expected a notification")
        }
        return try Changes(json: notification.params)
    }

    @Test func fewItemsFitOneLine() throws {
        let made = all([item(1), item(2)])
        #expect(made.count == 1)
        #expect(try content(made[0]).items.map(\.id) == ["1", "2"])
        #expect(try !content(made[0]).more)
    }

    @Test func emptyDeliveriesAreOneLine() throws {
        let made = all([], isEnd: false)
        #expect(try made.map(content).map(\.items.count) == [0])
        #expect(try made.map(content).map(\.more) == [true])
    }

    @Test func longDeliveriesAreSplitAndMarkedExceptForTheLastLine() throws {
        let items = (0..<2000).map { item($0) }
        let made = all(items)
        #expect(made.count > 1)
        #expect(made.allSatisfy { $0.count <= Limits.notification })
        let contents = try made.map(content)
        #expect(contents.dropLast().allSatisfy { $0.more })
        #expect(contents.last?.more == false)
        #expect(contents.flatMap(\.items).map(\.id) == items.map(\.id))
    }

    @Test func entriesThatDoNotFitAreSentWithoutTheirText() throws {
        let tag = String(repeating: "\u{1}", count: Limits.name)
        let long = [
            try record(String(repeating: "\u{1}", count: 20_000)),
            try record(String(repeating: "x", count: Limits.entryText)),
            try record("", tags: Array(repeating: tag, count: Limits.tags)),
        ]
        let made = all(long.map { item(1, $0) } + [item(2, try record("short"))])
        let items = try made.flatMap { try content($0).items }
        #expect(items.map(\.truncated) == [true, true, true, false])
        #expect(items.map(\.entry?.text) == [nil, nil, nil, "short"])
    }

    @Test func longestItemFitsTheNotificationOfTheLongestName() throws {
        let empty = item(1, try record("")).json.count
        let text = String(repeating: "x", count: EncodedItem.maximumLength - empty)
        let longest = item(1, try record(text))
        #expect(longest.json.count == EncodedItem.maximumLength)
        let place = Cursor(epoch: UUID().uuidString, revision: .max)
        let name = RequestID.string(String(repeating: "\u{1}", count: Limits.requestID))
        let lines = ChangeLines(subscription: name, from: place, to: place)
        let made = [lines.line([longest], isEnd: false)]
        #expect(made.map { $0.count <= Limits.notification } == [true])
        #expect(try made.flatMap { try content($0).items }.map(\.entry?.text) == [text])
    }
}

/// What all subscriptions share of a change.
@Suite struct SharedItemTests {
    private let change: CommittedChange

    init() throws {
        let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
        let id = UUID()
        change = CommittedChange(
            .update,
            .entry,
            id,
            7,
            record: EntryRecord(
                id: try #require(EntryID(id.uuidString.lowercased())),
                text: String(repeating: "text ", count: 100),
                createdAt: now,
                zone: "UTC",
                localDay: now.day,
                modifiedAt: now,
                starred: false,
                revision: 7,
                notebook: .init(id: "n", name: "n")
            )
        )
    }

    private func content(
        _ operation: ChangeItem.Operation,
        _ include: Include
    ) throws -> ChangeItem {
        try ChangeItem(json: JSON.parse(change.item(operation, including: include).json))
    }

    @Test func eachFormIsEncodedOnce() {
        func place(_ operation: ChangeItem.Operation, _ include: Include) -> UnsafeRawPointer? {
            change.item(operation, including: include).json.withUnsafeBytes(\.baseAddress)
        }
        #expect(place(.update, .full) != nil)
        #expect(place(.update, .full) == place(.update, .full))
        #expect(place(.update, .full) != place(.create, .full))
        #expect(place(.update, .full) != place(.update, .ids))
    }

    @Test func eachFormContainsTheRequestedMembers() throws {
        let record = try #require(change.record)
        for _ in 1...2 {
            #expect(try content(.update, .full).entry == record)
            #expect(try content(.create, .summary).entry == record.summary)
            #expect(try content(.update, .ids).entry == nil)
            #expect(try content(.delete, .full).entry == record)
            #expect(try content(.delete, .ids).entry == nil)
            #expect(try content(.create, .full).operation == .create)
            #expect(try content(.delete, .full).operation == .delete)
        }
    }
}
