// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData

/// The numbers of entries, notebooks and tags, read through the main context.
@MainActor
final class JournalStatistics {
    /// The numbers of a journal.
    struct Counts: Sendable, Equatable {
        var entries: Int
        var trashed: Int
        var notebooks: Int
        var tags: Int
    }

    private let container: ModelContainer
    /// Created when it is first used: from then on, each commit is merged into it.
    private lazy var context = container.mainContext
    private var last: (head: Int64, counts: Counts)?

    init(_ container: ModelContainer) { self.container = container }

    /// Reads the numbers at a commit or after it.
    ///
    /// - Parameter head: The number of a commit.
    /// - Returns: Numbers that include at least the commits up to `head`.
    /// - Throws: `StoreError` when the store can't be read.
    /// - Complexity: O(1) if nothing was committed since the last call, else O(entries).
    func counts(since head: Int64) throws -> Counts {
        if let last, last.head >= head { return last.counts }
        var trash = EntrySelection()
        trash.trashed = true
        let counts = Counts(
            entries: try count(EntrySelection()),
            trashed: try count(trash),
            notebooks: try context.fetchCount(FetchDescriptor<Notebook>()),
            tags: try context.fetchCount(FetchDescriptor<Tag>())
        )
        last = (head, counts)
        return counts
    }

    private func count(_ selection: EntrySelection) throws -> Int {
        try context.fetchCount(FetchDescriptor(predicate: selection.predicate))
    }
}
