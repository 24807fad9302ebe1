// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// Records in memory.
struct SimulatedRecords: SyncRecords {
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [[UInt8]: [UInt8]] = [:]

    func value(for key: [UInt8]) -> [UInt8]? { values[key] }

    func records(
        prefix: [UInt8],
        after key: [UInt8]?,
        limit: Int
    ) -> [(key: [UInt8], value: [UInt8])] {
        var index = position(of: key ?? prefix)
        if let key, index < keys.count, keys[index] == key { index += 1 }
        return keys[index...].prefix(limit).prefix { $0.starts(with: prefix) }
            .map { ($0, values[$0] ?? []) }
    }

    /// Returns the number of the keys before a key.
    private func position(of key: [UInt8]) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].lexicographicallyPrecedes(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    mutating func write(_ changes: [RecordChange]) {
        for change in changes {
            let isPresent = values[change.key] != nil
            values[change.key] = change.value
            if change.value != nil, !isPresent {
                keys.insert(change.key, at: position(of: change.key))
            } else if change.value == nil, isPresent {
                keys.remove(at: position(of: change.key))
            }
        }
    }
}

/// The rows of a simulated store.
struct SimulatedShownRows: ShownRows {
    let rows: [RowID: [String: SyncValue]]
    let schema: SyncSchema

    func values(of row: RowID) -> [String: SyncValue]? { rows[row] }

    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowKey] {
        rows.filter { $0.key.entity == entity && $0.value[field]?.row == row }.map(\.key.key)
    }

    func rows(of entity: String, with value: SyncValue, ofUnique index: Int) -> [RowKey] {
        guard let unique = schema.entities[entity]?.uniques[index] else { return [] }
        return rows.filter { row, values in
            row.entity == entity && unique.key(unique.fields.map { values[$0] ?? .null }) == value
        }
        .map(\.key.key)
    }
}

/// Where a simulated machine has its state.
enum SimulatedStorage: CaseIterable {
    /// In memory.
    case memory
    /// In records, from which it is loaded after each step.
    case records
    /// In records and in the rows of the store.
    case shownRows
}

/// What a participant is loaded from.
struct SimulatedRecording {
    let storage: SimulatedStorage
    var records = SimulatedRecords()
    let schema: SyncSchema
    let node: NodeID
    let maximumObjectSize: Int
    let omitted: Set<SyncRule>

    func load(_ rows: [RowID: [String: SyncValue]]) throws -> SyncParticipant {
        try SyncParticipant(
            records: records,
            shown: storage == .shownRows ? SimulatedShownRows(rows: rows, schema: schema) : nil,
            schema: schema,
            newNode: { node },
            maximumObjectSize: maximumObjectSize,
            omitting: omitted
        )
    }
}

extension SimulatedStore {
    /// Loads the participant from its records, which a store that was killed has alone.
    mutating func load() {
        guard let recording else { return }
        do { participant = try recording.load(rows) } catch { failure = "\(error)" }
    }

    /// Writes what changed, and loads the participant again.
    mutating func commit() {
        guard var recording else { return }
        let replica = participant.replica
        var all = rows
        do {
            let changes = try participant.takeChanges { changed in
                for (row, state) in changed {
                    all[row] = state == nil ? nil : replica.values(of: row)
                }
                return all.filter { changed[$0.key] != nil }
            }
            if changes.isEmpty { return }
            recording.records.write(changes)
        } catch {
            failure = "\(error)"
        }
        rows = all
        self.recording = recording
        load()
    }
}
