// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataSync

/// Turns a page of the history into changes with present values.
struct HistoryCapture {
    private typealias Present = (
        identifier: PersistentIdentifier, row: RowID, values: [String: SyncValue]
    )

    private let access: ReplicaAccess
    private var changes: [LocalChange] = []
    private var deleted: [(row: RowID, isPurge: Bool, time: Date)] = []
    private let purgeAuthor: String

    init(_ access: ReplicaAccess, purgeAuthor: String) {
        self.access = access
        self.purgeAuthor = purgeAuthor
    }

    /// Returns the changes of a page, and records the identities of its rows.
    mutating func changes(in page: CapturePage) throws -> [LocalChange] {
        let rows = page.rows.filter { access.schema.entities[$0.identifier.entityName] != nil }
        try renewIdentities(of: rows)
        let present = try presentRows(rows.map(\.identifier))
        for row in rows {
            let known = try access.recordedKey(of: row.identifier)
            if let present = present[row.identifier] {
                try add(row, present, known: known)
            } else if case .deleted(let time, let preserved) = row.operation {
                try addDeletion(of: row, known: known, preserved: preserved, at: time)
            }
        }
        try addDeletions()
        try add(page.pairs)
        return changes
    }

    /// Gives rows that replaced others new identities, as they may be of other classes.
    private mutating func renewIdentities(of rows: [CapturedRow]) throws {
        for row in rows where try isReplaced(row) {
            guard let known = try access.recordedKey(of: row.identifier) else { continue }
            let replaced = RowID(entity: row.identifier.entityName, key: known)
            deleted.append((replaced, row.author == purgeAuthor, row.lastTime))
            try access.removeRecord(of: row.identifier)
            access.forgetAll()
        }
    }

    /// Returns whether a row of a hierarchy has the primary key of a deleted one.
    private func isReplaced(_ row: CapturedRow) throws -> Bool {
        let entity = access.schema.entities[row.identifier.entityName]
        guard entity?.isHierarchy == true, entity?.identity == .given else { return false }
        switch row.operation {
        case .inserted: return row.isReplacement
        case .updated: return false
        // A later page inserts the row again.
        case .deleted:
            return try !access.context.namedRows.storedRows([row.identifier], reading: []).isEmpty
        }
    }

    private func presentRows(
        _ identifiers: [PersistentIdentifier]
    ) throws -> [PersistentIdentifier: Present] {
        var present: [PersistentIdentifier: Present] = [:]
        for (name, identifiers) in Dictionary(grouping: identifiers, by: \.entityName) {
            guard let entity = access.schema.entities[name] else { continue }
            for row in try access.values(of: identifiers, in: entity) {
                present[row.identifier] = row
            }
        }
        return present
    }

    // MARK: Rows that exist

    private mutating func add(_ row: CapturedRow, _ present: Present, known: RowKey?) throws {
        let isKnown = known == present.row.key
        if let known, !isKnown {
            // A key that was used again, or a row that received another UUID.
            deleted.append((RowID(entity: present.row.entity, key: known), false, row.lastTime))
        }
        if !isKnown { try access.record(present.row.key, of: row.identifier) }
        switch row.operation {
        case .inserted(let time): addInsertion(present, at: time)
        // A later page inserts the row again.
        case .deleted: return
        case .updated:
            if !isKnown { addInsertion(present, at: row.lastTime) }
        }
        for (name, time) in row.updates.sorted(by: { $0.key < $1.key }) {
            guard let value = present.values[name] else { continue }
            changes.append(
                .set(present.row, field: name, value, milliseconds: time.milliseconds)
            )
        }
        if case .inserted(let time) = row.operation, known != nil {
            // The insertion replaces the pairs that are known of the row.
            changes += try access.pairs(ofLeft: row.identifier, at: time.milliseconds)
        }
    }

    private mutating func addInsertion(_ present: Present, at time: Date) {
        changes.append(.insert(present.row, present.values, milliseconds: time.milliseconds))
    }

    // MARK: Rows that do not exist

    private mutating func addDeletion(
        of row: CapturedRow,
        known: RowKey?,
        preserved: [String: _ColumnValue],
        at time: Date
    ) throws {
        let identifier = row.identifier
        let identity = access.schema.entities[identifier.entityName]?.identity
        let preserved = identity?.names.first.flatMap { RowKey(preserved[$0]) }
        guard let key = known ?? preserved else { return }
        let id = RowID(entity: identifier.entityName, key: key)
        deleted.append((id, row.author == purgeAuthor, time))
        if known != nil { try access.removeRecord(of: identifier) }
    }

    private mutating func addDeletions() throws {
        try access.find(deleted.map(\.row))
        // A row that was inserted again with its UUID exists.
        for (row, isPurge, time) in deleted where try access.identifier(of: row) == nil {
            changes.append(.delete(row, isPurge: isPurge, milliseconds: time.milliseconds))
        }
    }

    // MARK: Pairs

    private mutating func add(_ pairs: [CapturedPair]) throws {
        let pairs = pairs.filter { pair in
            access.schema.relations[ReplicaSchema.Relation.syncName(pair.pair.relationship)] != nil
        }
        try access.findKeys(pairs.flatMap { [$0.pair.left, $0.pair.right] })
        for captured in pairs {
            let pair = captured.pair
            guard let left = try access.row(pair.left), let right = try access.row(pair.right)
            else { continue }
            let relation = ReplicaSchema.Relation.syncName(pair.relationship)
            changes.append(
                .pair(
                    PairID(relation: relation, left: left, right: right),
                    isPresent: pair.isPresent,
                    milliseconds: captured.time.milliseconds
                )
            )
        }
    }
}

extension ReplicaAccess {
    /// Returns the present pairs of a row at their left, as changes.
    func pairs(
        ofLeft identifier: PersistentIdentifier,
        at milliseconds: Int64
    ) throws -> [LocalChange] {
        guard let left = try row(identifier) else { return [] }
        return try schema.relations.sorted { $0.key < $1.key }
            .filter { $0.value.left == left.entity }
            .flatMap { name, relation in
                let rights = try context.namedRows.storedPairs(
                    of: relation.name,
                    lefts: [identifier]
                )
                .flatMap { $0 }
                try findKeys(rights)
                return try rights.compactMap { try row($0) }.map { right in
                    LocalChange.pair(
                        PairID(relation: name, left: left, right: right),
                        isPresent: true,
                        milliseconds: milliseconds
                    )
                }
            }
    }
}

extension CapturedRow {
    /// The time of the last change.
    fileprivate var lastTime: Date {
        switch operation {
        case .inserted(let time), .deleted(let time, _): updates.values.max() ?? time
        case .updated: updates.values.max() ?? .distantPast
        }
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }
}
