// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// An entry with the number of its conflicts, which are not part of its row in the store.
struct MarkedEntry {
    let entry: Entry
    /// The number of versions that another machine replaced unseen.
    let conflicts: Int

    /// The record of the entry with its whole text.
    var record: EntryRecord { EntryRecord(entry, conflicts: conflicts) }

    /// Returns as much of the entry as `include` requests; nil if only its id is requested.
    func record(_ include: Include) -> EntryRecord? {
        include == .ids ? nil : record.included(include)
    }
}

extension Collection<Entry> {
    /// Reads the conflicts of the entries, all at once, unless only ids are requested.
    func marked(for include: Include, in models: ModelContext) throws -> [MarkedEntry] {
        guard include != .ids else { return map { MarkedEntry(entry: $0, conflicts: 0) } }
        let counts = try ConflictCounts(of: self, in: models)
        return map { MarkedEntry(entry: $0, conflicts: counts[$0]) }
    }
}

extension Entry {
    /// Reads the conflicts of the entry.
    func marked(in models: ModelContext) throws -> MarkedEntry {
        let counts = try ConflictCounts(of: CollectionOfOne(self), in: models)
        return MarkedEntry(entry: self, conflicts: counts[self])
    }
}
