// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The progress of overwriting deleted content in the first store of a container.
///
/// After it is complete, no file of the store contains deleted values, except values that the
/// history keeps on purpose (`.preserveValueOnDeletion`). In a store of more than 64 MiB, a copy of
/// a row that SQLite moved between pages may remain until the page is written again.
package struct StoreErasure: Sendable {
    /// The number of attempts to empty the log.
    private static let maximumLogAttempts = 1_000

    private let steps: [ErasureStep]
    private var step = 0
    private var calls = 0

    /// Whether the last call found a reader in the log; the next one should be made a moment later.
    package private(set) var isBlocked = false

    /// Creates an erasure that has not begun.
    package init() { steps = [.mergeIndexes, .overwriteRows, .removeBackup, .emptyLog] }

    /// Creates an erasure that also returns the free pages of the file to the file system,
    /// regardless of its size.
    ///
    /// The file is rewritten as a whole, which needs as much space again until the step is
    /// complete. Until then, other contexts can read, but not write.
    package static var compaction: StoreErasure {
        StoreErasure(steps: [.mergeIndexes, .rewriteFile, .removeBackup, .emptyLog])
    }

    private init(steps: [ErasureStep]) { self.steps = steps }

    /// Whether the next call rewrites the file.
    package var isCompacting: Bool { step < steps.count && steps[step] == .rewriteFile }
    /// The number of steps that are complete.
    package var done: Int { step }
    /// The number of all steps.
    package var total: Int { steps.count }

    /// Continues the erasure for a short time; returns true once it is complete.
    ///
    /// - Throws: `StoreError`, with the code `.locked` if a reader does not finish; the erasure can
    ///   be begun again.
    package mutating func advance(in container: ModelContainer) throws -> Bool {
        guard step < steps.count, let store = container.coordinator.stores.first?.store else {
            return true
        }
        calls += 1
        isBlocked = false
        guard try store.eraseDeletedContent(steps[step], isFirst: calls == 1) else {
            guard steps[step] != .emptyLog || calls < Self.maximumLogAttempts else {
                throw StoreError(
                    .locked,
                    "a reader of the store does not finish; its log could not be emptied"
                )
            }
            isBlocked = steps[step] == .emptyLog
            return false
        }
        step += 1
        calls = 0
        return step == steps.count
    }
}
