// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What one save changed, as a store records it.
struct HistoryEntry {
    var author: String?
    var changes: [HistoryRow.Change] = []
}

/// Which recorded transactions are wanted.
struct HistoryRequest {
    /// Only transactions after this one.
    var after: Int64 = 0
    /// Only transactions up to this one.
    var through: Int64 = .max
    /// At most this many, oldest first; nil for all.
    var limit: Int?
}

/// The part of the history that a store keeps.
struct HistoryBounds: Equatable, Sendable {
    /// The last transaction that was deleted; later ones are kept.
    var deletedThrough: Int64
    /// The last transaction.
    var last: Int64
}

/// One recorded transaction.
struct HistoryRow: Sendable {
    enum Kind: Int64, Sendable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    struct Change: Sendable {
        let kind: Kind
        let entity: String
        let key: Int64
        /// The names of the properties that an update changed.
        var properties: [String] = []
        /// The values that a deletion preserved, by property name.
        var tombstone: [String: _ColumnValue] = [:]
    }

    let transaction: Int64
    /// Seconds since 2001.
    let timestamp: Double
    let author: String?
    let process: String
    var changes: [Change]
}
