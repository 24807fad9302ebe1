// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
internal import OrderedCollections

extension ModelContext {
    /// Writes all pending changes; when this returns they are on disk.
    ///
    /// Posts `willSave` before and `didSave` after. When it throws, the changes stay pending.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` when a rule of the schema is broken;
    ///   `SwiftDataError.unknownSchema` once for models that couldn't be inserted, without which the
    ///   next save goes on; `StoreError` when the store can't be changed.
    public func save() throws {
        mergeChanges()
        guard hasChanges else { return }
        if let refusal = pending.refusals.first {
            pending.refusals = []
            throw refusal
        }
        if announcesSaves {
            NotificationCenter.default.post(name: ModelContext.willSave, object: self)
        }
        try validateRelationships()
        let operations = coordinator.stores.map { SaveOperation(self, $0) }
            .filter { !$0.isEmpty }
        let outcomes = try write(operations[...])
        let taken = operations.flatMap { $0.takenRows?.rows ?? [] }
        let saved = pending
        markSaved()
        follow(taken, savedWith: saved)
        var outcome = SaveOutcome(joining: outcomes)
        if announcesSaves { outcome.notice = notice(of: saved, taken, outcome) }
        lastTransaction = outcome.transactions.last?.value ?? lastTransaction
        if let group {
            group.outcomes.append(outcome)
        } else {
            publish(outcome.changes)
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

    /// Writes to several stores, to each inside of the transaction of the one before.
    ///
    /// Nothing is committed until everything has been written, so that what one store refuses isn't
    /// kept by another.
    private func write(_ operations: ArraySlice<SaveOperation>) throws -> [SaveOutcome] {
        guard let operation = operations.first else { return [] }
        return try write(to: operation.store.store) { transaction in
            let outcome = try operation.run(in: transaction)
            if operations.count > 1 { try transaction.completeWrites() }
            return try [outcome] + write(operations.dropFirst())
        }
    }

    /// Makes what was pending the saved state.
    private func markSaved() {
        let saved = pending
        pending = PendingChanges()
        for model in saved.inserted.values {
            model._$model.lifecycle = .stored
            model._$model.changes.removeAll()
            releaseUnaccessed(model)
        }
        for model in saved.changed.values {
            model._$model.changes.removeAll()
            model._$model.hasRelationshipChanges = false
            forgetOutdated(model)
            releaseUnaccessed(model)
        }
        var invalidated: [Int: Set<Int64>] = [:]
        for model in saved.deleted.values {
            guard let entity = model._$model.entity else { continue }
            invalidated[entity.index, default: []].insert(model._$model.key)
        }
        for (index, keys) in invalidated {
            clearReferences(to: coordinator.graph.entities[index], keys: keys, oneWay: true)
        }
        for model in saved.deleted.values { markGone(model) }
    }

    /// The user info of `didSave`.
    private func notice(
        of saved: PendingChanges,
        _ taken: [UpsertResolver.Row],
        _ outcome: SaveOutcome
    ) -> [AnyHashable: Any] {
        var inserted = saved.inserted.values.map(\.persistentModelID)
        var updated = saved.changed.values.map(\.persistentModelID)
        if !taken.isEmpty {
            // A row that was taken over is an updated one, unless it is new itself.
            let takers = Set(taken.map { ObjectIdentifier($0.model) })
            inserted = saved.inserted.values.filter { !takers.contains(ObjectIdentifier($0)) }
                .map(\.persistentModelID)
            let all = OrderedSet(updated + taken.map(\.model.persistentModelID))
            updated = Array(all.subtracting(inserted))
        }
        return [
            NotificationKey.insertedIdentifiers.rawValue: inserted,
            NotificationKey.updatedIdentifiers.rawValue: updated,
            NotificationKey.deletedIdentifiers.rawValue: saved.deleted.values.map(
                \.persistentModelID
            ),
            NotificationKey.historyTokens.rawValue: outcome.historyTokens,
        ]
    }
}

extension ModelContext {
    /// Posted before a save is attempted; the object is the context.
    public static let willSave = Notification.Name("ModelContextWillSave")
    /// Posted after a save; the object is the context, the user info has identifiers by the raw values
    /// of `NotificationKey`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of the user info of `didSave`.
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

/// What a save did, for other contexts.
struct SaveOutcome {
    var changes = ContextChanges()
    /// What `didSave` tells.
    var notice: [AnyHashable: Any] = [:]
    /// The recorded transactions by store identifier.
    var transactions: [(store: String, value: Int64)] = []
    /// The places in the history just after the save, by store identifier.
    var historyTokens: [String: any HistoryToken] {
        Dictionary(
            transactions.map { ($0.store, DefaultHistoryToken([$0.store: $0.value])) }
        ) { _, last in last }
    }

    init() {}

    init(joining outcomes: [SaveOutcome]) {
        self = outcomes.first ?? SaveOutcome()
        for outcome in outcomes.dropFirst() {
            changes.formUnion(outcome.changes)
            transactions += outcome.transactions
        }
    }
}
