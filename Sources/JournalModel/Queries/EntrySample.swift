// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData

/// A random selection of entries.
///
/// If many entries match, each is found from a random UUID: the entries are walked in the order of
/// their UUIDs, from there a random number of steps. The UUIDs of entries are random, so that all
/// are about equally likely, and the cost does not grow with the number of entries that match.
package struct EntrySample {
    /// Up to this number of matching entries, all of their identifiers are read.
    static let maximumReadCount = 512
    /// The number of steps from a random UUID, which makes up for the differences of the gaps
    /// between UUIDs.
    private static let maximumStepCount = 32

    private let selection: EntrySelection
    private let count: Int

    /// Creates a selection of at most `count` entries.
    package init(_ selection: EntrySelection, count: Int) {
        self.selection = selection
        self.count = count
    }

    /// Returns the identifiers of different entries, in random order.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n* / *m*) for each entry, if *m* of *n* entries match.
    package func identifiers(
        in context: ModelContext,
        using generator: inout some RandomNumberGenerator
    ) throws -> [PersistentIdentifier] {
        // With fewer matches than that, most random UUIDs would lead to an entry twice.
        let bound = max(Self.maximumReadCount, count * 4)
        var all = FetchDescriptor(predicate: selection.predicate)
        all.fetchLimit = bound + 1
        let few = try context.fetchIdentifiers(all)
        guard few.count > bound else {
            return Array(few.shuffled(using: &generator).prefix(count))
        }
        var found: [PersistentIdentifier] = []
        var seen: Set<PersistentIdentifier> = []
        for _ in 0..<count * 8 where found.count < count {
            let steps = Int.random(in: 0..<Self.maximumStepCount, using: &generator)
            let uuid = UUID(high: generator.next(), low: generator.next())
            var identifiers = try self.identifiers(from: uuid, steps + 1, in: context)
            if identifiers.count <= steps {
                // Past the last one, the walk goes on with the first.
                let rest = steps + 1 - identifiers.count
                identifiers += try self.identifiers(from: nil, rest, in: context)
            }
            guard let last = identifiers.last, seen.insert(last).inserted else { continue }
            found.append(last)
        }
        return found
    }

    private func identifiers(
        from uuid: UUID?,
        _ limit: Int,
        in context: ModelContext
    ) throws -> [PersistentIdentifier] {
        try context.fetchIdentifiers(walk(from: uuid, limit: limit))
    }

    /// Returns the fetch of the first entries in the order of their UUIDs, from one on.
    func walk(from uuid: UUID?, limit: Int) -> FetchDescriptor<Entry> {
        let start: [EntryCondition] = uuid.map { [.compare(\.uuid, .from, to: $0)] } ?? []
        var descriptor = FetchDescriptor(
            predicate: EntryCondition.predicate(selection.conditionsWithoutIndex + start),
            sortBy: [SortDescriptor(\Entry.uuid)]
        )
        descriptor.fetchLimit = limit
        return descriptor
    }
}
