// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataSync

/// The capture of the rows that exist when synchronization begins: first all rows, then all pairs,
/// so that both sides of a pair are known.
struct FirstCapture: Codable {
    /// The number of complete entities and relationships.
    private var completed = 0
    /// The last row of the present one.
    private var last: PersistentIdentifier?
    /// The time of all changes.
    private let milliseconds: Int64

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Returns the next changes; nil if there are no more.
    mutating func next(_ access: ReplicaAccess, limit: Int) throws -> [LocalChange]? {
        let schema = access.schema
        let relations = schema.relations.keys.sorted()
        while completed < schema.order.count + relations.count {
            let isRow = completed < schema.order.count
            let relation = isRow ? "" : relations[completed - schema.order.count]
            let name =
                isRow ? schema.order[completed] : schema.relations[relation]?.left ?? ""
            let identifiers = try access.context.namedRows.identifiersOfRows(
                of: name,
                after: last,
                limit: limit
            )
            guard let end = identifiers.last else {
                completed += 1
                last = nil
                continue
            }
            last = end
            return isRow
                ? try rows(identifiers, of: name, access)
                : try pairs(relation, of: identifiers, access)
        }
        return nil
    }

    private func rows(
        _ identifiers: [PersistentIdentifier],
        of name: String,
        _ access: ReplicaAccess
    ) throws -> [LocalChange] {
        guard let entity = access.schema.entities[name] else { return [] }
        return try access.values(of: identifiers, in: entity).map { identifier, row, values in
            try access.record(row.key, of: identifier)
            return .insert(row, values, milliseconds: milliseconds)
        }
    }

    private func pairs(
        _ name: String,
        of lefts: [PersistentIdentifier],
        _ access: ReplicaAccess
    ) throws -> [LocalChange] {
        guard let relation = access.schema.relations[name] else { return [] }
        let rights = try access.context.namedRows.storedPairs(of: relation.name, lefts: lefts)
        try access.findKeys(lefts)
        try access.findKeys(rights.flatMap { $0 })
        var changes: [LocalChange] = []
        for (left, rights) in zip(lefts, rights) {
            guard let left = try access.row(left) else { continue }
            for right in try rights.compactMap({ try access.row($0) }) {
                let pair = PairID(relation: name, left: left, right: right)
                changes.append(.pair(pair, isPresent: true, milliseconds: milliseconds))
            }
        }
        return changes
    }
}

extension ReplicaAccess {
    /// The state of the first capture; nil if it is complete or was not begun.
    func firstCapture() throws -> FirstCapture? {
        try group.syncRecords.value(for: ReplicaRecord.firstCaptureKey)
            .map { try JSONDecoder().decode(FirstCapture.self, from: Data($0)) }
    }

    func setFirstCapture(_ capture: FirstCapture?) throws {
        if let capture {
            let value = Array(try JSONEncoder().encode(capture))
            try group.syncRecords.set(value, for: ReplicaRecord.firstCaptureKey)
        } else {
            try group.syncRecords.remove(ReplicaRecord.firstCaptureKey)
        }
    }
}
