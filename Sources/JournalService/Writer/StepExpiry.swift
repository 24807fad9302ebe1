// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Removes the steps whose last commit is older than the history.
struct StepExpiry: WriteStep {
    /// The number of commits after which a step is removed, that of the history.
    static let commitLimit = 100_000
    private static let stepLength = 64

    /// The number of commits after which a step is removed.
    var limit = Self.commitLimit

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let parts = try StepLookup.expired(
            through: context.modelRevision - 1 - limit,
            limit: Self.stepLength,
            in: context.models
        )
        guard !parts.isEmpty else { return .finished(.null) }
        for part in parts { context.models.delete(part) }
        context.touch()
        return .unfinished(self)
    }
}
