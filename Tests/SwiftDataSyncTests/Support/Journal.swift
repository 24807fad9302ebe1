// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// Rows and changes of the journal's schema for tests.
enum Journal {
    static func row(_ entity: String, _ number: UInt64) -> RowID {
        RowID(entity: entity, key: RowKey(high: 0, low: number))
    }

    static let book = row("book", 1)
    static let secondBook = row("book", 2)
    static let tag = row("tag", 1)
    static let entry = row("entry", 1)
    static let earlier = row("earlier", 1)
    static let attachment = row("attachment", 1)
    static let part = row("part", 1)
    static let tagging = PairID(relation: "tags", left: entry, right: tag)

    static func replica(_ node: UInt64, omitting omitted: Set<SyncRule> = []) throws -> Replica {
        Replica(schema: try .journal(), node: NodeID(rawValue: node), omitting: omitted)
    }

    static func insertEntry(_ text: String, book: RowID? = nil, at time: Int64) -> LocalChange {
        let values: [String: SyncValue] = [
            "text": .text(text), "star": .integer(0), "book": book.map { .row($0) } ?? .null,
        ]
        return .insert(entry, values, milliseconds: time)
    }

    static func insertAttachment(_ content: String, at time: Int64) -> LocalChange {
        let values: [String: SyncValue] = [
            "content": .text(content), "label": .integer(0), "entry": .row(entry),
        ]
        return .insert(attachment, values, milliseconds: time)
    }

    static func insertPart(_ content: String, at time: Int64) -> LocalChange {
        let values: [String: SyncValue] = [
            "content": .text(content), "attachment": .row(attachment),
        ]
        return .insert(part, values, milliseconds: time)
    }

    static func insertNamed(_ row: RowID, _ name: String, at time: Int64) -> LocalChange {
        .insert(row, ["name": .text(name)], milliseconds: time)
    }

    static func write(_ text: String, at time: Int64) -> LocalChange {
        .set(entry, field: "text", .text(text), milliseconds: time)
    }

    static func star(_ number: Int64, at time: Int64) -> LocalChange {
        .set(entry, field: "star", .integer(number), milliseconds: time)
    }

    static func delete(_ row: RowID, at time: Int64) -> LocalChange {
        .delete(row, isPurge: false, milliseconds: time)
    }
}

extension Replica {
    /// Makes changes as the user does, and returns them as others receive them.
    mutating func publish(_ changes: LocalChange...) -> [Change] {
        let keys = capture(changes)
        return self.changes(for: keys)
    }

    func text(of row: RowID, _ field: String = "text") -> String? {
        if case .text(let text)? = self[row]?.fields[field]?.value { text } else { nil }
    }

    /// The contents of the earlier rows, in order.
    var earlierTexts: [String] {
        state.rows(of: "earlier").compactMap { text(of: $0) }.sorted()
    }
}

/// Passes the outcomes of replicas to each other until none has any.
///
/// - Returns: False if they never end.
func settle(_ replicas: inout [Replica]) -> Bool {
    for _ in 0..<20 {
        let published = replicas.indices.map { replicas[$0].publish() }
        if published.allSatisfy(\.isEmpty) { return true }
        for (sender, changes) in published.enumerated() {
            for receiver in replicas.indices where receiver != sender {
                replicas[receiver].apply(changes)
            }
        }
    }
    return false
}

extension SyncParticipant {
    /// Merges all objects that wait to be put.
    mutating func mergeOutbox() {
        var position: UInt64 = 0
        while let next = mergeOutbox(after: position) { position = next }
    }
}
