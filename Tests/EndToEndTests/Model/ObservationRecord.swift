// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol

/// What a subscription or a live list received, as far as its picture of the journal depends on it.
struct ObservationRecord: Sendable {
    /// An entry as it is in a picture.
    struct Row: Equatable, Sendable {
        var id: String
        var revision: Int64
        var group: String?
        /// The attributes; nil if they were not sent.
        var state: EntryState?
    }

    /// A change of a picture.
    struct Item: Sendable {
        var operation: String
        var row: Row
        /// The position of a row of a list, and the one before a move.
        var index: Int?
        var source: Int?
    }

    enum Event: Sendable {
        /// A connection was opened; its number.
        case connected(Int)
        /// The picture became empty: a snapshot follows.
        case restarted
        /// The subscription continues at a commit, without a statement about the states before.
        case resumed
        /// The picture is as new as its position, from a commit on.
        case settled(at: Int64)
        /// The picture was read, as of a commit.
        case read([Row], at: Int64)
        /// Changes between two commits; whether they are of a snapshot.
        case changed([Item], from: Int64, to: Int64)
        /// The entries that match in the end, by `entry.list` or `entry.search`.
        case ended([Row])
    }

    let name: String
    let criteria: Criteria
    let include: String
    var list: ListForm?
    var events: [Event] = []
    /// The changes that the observer made, which its subscription does not report.
    var own: [OwnChange] = []

    /// A change that an observer made on one of its connections.
    struct OwnChange: Sendable {
        var connection: Int
        var version: JournalHistory.Version
    }

    /// The order and the groups of a live list.
    struct ListForm: Sendable {
        var isNewestFirst: Bool
        var limit: Int
        var grouping: String
    }
}

extension ObservationRecord.Item {
    /// Reads an item of a notification; nil if it concerns a notebook or a tag.
    init?(_ item: JSON) throws {
        guard item["kind"] == nil || item["kind"] == "entry" else { return nil }
        row = try ObservationRecord.Row(item)
        operation = item["op"]?.stringValue ?? ""
        index = item["index"]?.integerValue.map { Int($0) }
        source = item["from"]?.integerValue.map { Int($0) }
    }
}

extension ObservationRecord.Row {
    init(_ row: JSON) throws {
        guard let id = row["id"]?.stringValue, let revision = row["rev"]?.integerValue else {
            throw Stuck("not a row: \(row)")
        }
        self.init(
            id: id,
            revision: revision,
            group: row["group"]?.stringValue,
            state: row["entry"].flatMap(EntryState.init)
        )
    }
}
