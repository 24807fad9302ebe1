// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelContext {
    /// Saves all pending changes, which are on disk on return.
    ///
    /// Posts ``willSave`` before the save, and ``didSave`` after it if it changed something. After
    /// an error, the changes remain pending.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if a model violates a rule of the schema;
    ///   `SwiftDataError.unknownSchema`, once, for models that could not be inserted, which the
    ///   next save omits; `StoreError` if the store cannot be changed.
    public func save() throws {
        graph.merger.mergeChanges()
        try graph.changes.throwReadFailure()
        guard hasChanges else {
            // Releases the models of changes that canceled each other out.
            _ = graph.changes.takePending()
            graph.changes.recorder?.didSave()
            graph.changes.recorder?.endGroup()
            graph.changes.observers.settle()
            return
        }
        try graph.changes.throwInsertionError()
        if postsSaveNotifications {
            NotificationCenter.default.post(name: ModelContext.willSave, object: self)
        }
        let outcome = try SaveTransaction(
            graph: graph,
            author: author,
            includesUserInfo: postsSaveNotifications
        ).run()
        lastTransaction = outcome.transactions.last?.value ?? lastTransaction
        graph.changes.recorder?.endGroup()
        if let group {
            group.outcomes.append(outcome)
        } else {
            graph.merger.publish(outcome)
            postDidSave(outcome)
            graph.changes.observers.settle()
        }
    }

    func postDidSave(_ outcome: SaveOutcome) {
        guard postsSaveNotifications, !outcome.isEmpty else { return }
        NotificationCenter.default.post(
            name: ModelContext.didSave,
            object: self,
            userInfo: outcome.userInfo
        )
    }
}

extension ModelContext {
    /// Posted before a save is attempted; the object is the context.
    public static let willSave = Notification.Name("ModelContextWillSave")
    /// Posted after a save that changed something; the object is the context, the keys of the user
    /// info are the raw values of ``NotificationKey``.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys in the user info of ``didSave``.
    ///
    /// Programs also read the user info with the words `"inserted"`, `"updated"` and `"deleted"`,
    /// which are the raw values of the keys of identifiers.
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
        /// The query generation after the save; never present.
        case queryGeneration
        /// A marker that all identifiers may have changed; never present.
        case invalidatedAllIdentifiers
        /// An array with the identifiers of inserted models.
        case insertedIdentifiers = "inserted"
        /// An array with the identifiers of updated models.
        case updatedIdentifiers = "updated"
        /// An array with the identifiers of deleted models.
        case deletedIdentifiers = "deleted"
    }
}
