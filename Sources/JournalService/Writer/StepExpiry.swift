// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Removes the steps that end before the history begins.
struct StepExpiry: WriteStep {
    /// The number of commits after which a step is removed, as from the history.
    static let commitLimit = 100_000
    private static let stepLength = 64

    /// The last commit of the steps to remove; nil before the first transaction.
    private var last: Int?
    private let limit: Int

    /// Creates a removal of steps that are older than a number of commits.
    init(limit: Int = Self.commitLimit) { self.limit = limit }

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let last = last ?? context.modelRevision - 1 - limit
        let parts = try StepLookup.expired(
            through: last,
            limit: Self.stepLength,
            in: context.models
        )
        guard !parts.isEmpty else { return .finished(.null) }
        for part in parts { context.models.delete(part) }
        context.touch()
        var next = self
        next.last = last
        return .unfinished(next)
    }
}
