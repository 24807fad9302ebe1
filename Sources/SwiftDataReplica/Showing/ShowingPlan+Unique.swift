// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataSync

/// The unique values of rows, of which two rows never have the same one.
extension ShowingPlan {
    private struct Constraint: Hashable {
        let entity: String
        let index: Int
    }

    private struct Claim: Hashable {
        let constraint: Constraint
        let value: SyncValue
    }

    /// The changed rows by the ones that receive their values.
    private typealias Successions = [Constraint: [RowID: RowID]]

    /// Leaves out changes that would give a row the unique value of another one.
    mutating func resolveUniqueValues() throws {
        // The value of a row that does not change is not available to another one.
        while true {
            let (row, names, successions) = try firstConflict()
            guard let row else { return findExchanges(successions) }
            leaveOut(names, of: row)
        }
    }

    /// Returns the first row that cannot receive a value; without one, how values move.
    private func firstConflict() throws -> (row: RowID?, names: [String], Successions) {
        var claims: Set<Claim> = []
        var successions: Successions = [:]
        for row in (Array(insertions.keys) + Array(updates.keys)).sorted() {
            for (index, names) in (access.schema.entities[row.entity]?.uniques ?? []).enumerated() {
                guard let value = newValue(of: row, names) else { continue }
                let constraint = Constraint(entity: row.entity, index: index)
                let isFirst = claims.insert(Claim(constraint: constraint, value: value)).inserted
                guard isFirst else { return (row, names, [:]) }
                let occupant = try access.occupant(of: value, ofUnique: index, in: row.entity)
                guard let occupant, occupant != row, !deletions.contains(occupant) else {
                    continue
                }
                guard newValue(of: occupant, names) != nil || clears(occupant, names) else {
                    return (row, names, [:])
                }
                successions[constraint, default: [:]][row] = occupant
            }
        }
        return (nil, [], successions)
    }

    /// Returns the value of a constraint that a row would receive; nil if it does not change.
    private func newValue(of row: RowID, _ names: [String]) -> SyncValue? {
        if let values = insertions[row] {
            return UniqueKey.value(names.map { values[$0] ?? .null })
        }
        guard let changed = updates[row], names.contains(where: { changed[$0] != nil }) else {
            return nil
        }
        return UniqueKey.value(names.map { changed[$0] ?? present[row]?[$0] ?? .null })
    }

    /// Returns whether a row of the store has no value of a constraint afterwards.
    private func clears(_ row: RowID, _ names: [String]) -> Bool {
        names.contains { updates[row]?[$0] == .null }
    }

    private mutating func leaveOut(_ names: [String], of row: RowID) {
        unshown.insert(row)
        guard insertions.removeValue(forKey: row) == nil else { return }
        for name in names { updates[row]?[name] = nil }
        leftOut[row, default: []].formUnion(names)
    }

    // MARK: Exchanges

    /// Gives one row of each cycle another value first, because a save cannot exchange values.
    private mutating func findExchanges(_ successions: Successions) {
        for (constraint, next) in successions {
            var visited: Set<RowID> = []
            for start in next.keys.sorted() where !visited.contains(start) {
                var path: Set<RowID> = []
                var row = start
                while let following = next[row], visited.insert(row).inserted {
                    path.insert(row)
                    row = following
                }
                if path.contains(row) { exchange(row, constraint) }
            }
        }
    }

    private mutating func exchange(_ row: RowID, _ constraint: Constraint) {
        guard let entity = access.schema.entities[row.entity] else { return }
        for name in entity.uniques[constraint.index] {
            guard let types = entity.attributes[name], types.count == 1 else { continue }
            let value: SyncValue
            switch types[0].kind {
            case _ where types[0].isOptional: value = .null
            case .text: value = .text(UUID().uuidString)
            case .integer, .unsigned64: value = .integer(.random(in: .min ... -1))
            default: continue
            }
            exchanges[row, default: [:]][name] = value
            return
        }
    }
}
