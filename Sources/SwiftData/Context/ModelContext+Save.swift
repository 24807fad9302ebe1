// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelContext {
    /// Writes all pending changes; when this returns they are on disk.
    ///
    /// Posts `willSave` before and `didSave` after. When it throws, the changes stay pending.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` when a rule of the schema is broken;
    ///   `SwiftDataError.unknownSchema` once for models that couldn't be inserted, without which the
    ///   next save goes on; `StoreError` when the store can't be changed.
    public func save() throws {
        graph.merger.mergeChanges()
        try graph.changes.throwReadFailure()
        guard hasChanges else { return }
        try graph.changes.throwRefusal()
        if announcesSaves {
            NotificationCenter.default.post(name: ModelContext.willSave, object: self)
        }
        let outcome = try SaveTransaction(
            graph: graph,
            author: author,
            makesNotice: announcesSaves
        ).run()
        lastTransaction = outcome.transactions.last?.value ?? lastTransaction
        if let group {
            group.outcomes.append(outcome)
        } else {
            graph.merger.publish(outcome.changes)
            postDidSave(outcome)
        }
    }

    func postDidSave(_ outcome: SaveOutcome) {
        guard announcesSaves else { return }
        NotificationCenter.default.post(
            name: ModelContext.didSave,
            object: self,
            userInfo: outcome.notice
        )
    }
}

extension ModelContext {
    /// Posted before a save is attempted; the object is the context.
    public static let willSave = Notification.Name("ModelContextWillSave")
    /// Posted after a save; the object is the context, the user info has identifiers by the raw values
    /// of `NotificationKey`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of the user info of `didSave`.
    ///
    /// ## Topics
    ///
    /// ### Identifiers
    ///
    /// - ``insertedIdentifiers``
    /// - ``updatedIdentifiers``
    /// - ``deletedIdentifiers``
    ///
    /// ### History
    ///
    /// - ``historyTokens``
    ///
    /// ### Keys that are not used
    ///
    /// - ``invalidatedAllIdentifiers``
    /// - ``queryGeneration``
    public enum NotificationKey: String {
        /// The history tokens after the save, by store identifier.
        case historyTokens
        /// Not sent.
        case queryGeneration
        /// Every identifier may have changed.
        case invalidatedAllIdentifiers
        /// An array of the identifiers of new models.
        case insertedIdentifiers
        /// An array of the identifiers of changed models.
        case updatedIdentifiers
        /// An array of the identifiers of deleted models.
        case deletedIdentifiers
    }
}
