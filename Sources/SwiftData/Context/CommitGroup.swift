// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Several commands of one context that share a transaction.
///
/// All commands share one sync to disk. A failed command is rolled back individually; the changes
/// of the other commands are committed at the end of the group.
package final class CommitGroup {
    let transaction: any StoreTransaction
    var outcomes: [SaveOutcome] = []
    private let context: ModelContext
    private let hasSavepoints: Bool

    init(_ transaction: any StoreTransaction, in context: ModelContext, hasSavepoints: Bool) {
        self.transaction = transaction
        self.context = context
        self.hasSavepoints = hasSavepoints
    }

    /// The number of the last transaction that a command of the group recorded; nil before the
    /// first.
    package var lastTransaction: Int64? {
        outcomes.last { !$0.transactions.isEmpty }?.transactions.last?.value
    }

    /// Runs a command and saves its changes as one history transaction.
    ///
    /// - Throws: The error of the command or of the save, after rolling back the command;
    ///   `PartialCommandError`, which `body` of the group has to throw, too, if that needs a
    ///   savepoint and the group has none.
    package func run<R>(_ command: () throws -> R) throws -> R {
        let known = outcomes.count
        func saved() throws -> R {
            let result = try command()
            try context.save()
            return result
        }
        do {
            return try hasSavepoints ? transaction.savepoint(saved) : transaction.attempt(saved)
        } catch {
            outcomes.removeLast(outcomes.count - known)
            context.rollback()
            throw error
        }
    }
}

extension ModelContext {
    /// Runs commands in one transaction, which is on disk on return.
    ///
    /// Other contexts see the changes, and `didSave` is posted for each command, only after the
    /// commit. If the commit fails, nothing is saved and the context no longer contains any model.
    ///
    /// With savepoints, SQLite copies each page before a command changes it for the first time.
    ///
    /// - Parameters:
    ///   - hasSavepoints: Whether a command that fails after it has written something can be rolled
    ///     back individually. Otherwise the group fails, and has to be repeated with savepoints.
    ///   - body: Runs the commands.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`, or the `StoreError` of the commit.
    package func commitGroup<R>(
        hasSavepoints: Bool = true,
        _ body: (CommitGroup) throws -> R
    ) throws -> R {
        guard let store = graph.stores.coordinator.stores.first?.store,
            graph.stores.coordinator.stores.count == 1, store.isTransactional
        else {
            throw StoreError(
                .failed,
                "a commit group requires a container with one store, which is not a custom store"
            )
        }
        graph.merger.mergeChanges()
        do {
            var outcomes: [SaveOutcome] = []
            let result = try graph.stores.write(to: store) { transaction in
                let group = CommitGroup(transaction, in: self, hasSavepoints: hasSavepoints)
                self.group = group
                defer { self.group = nil }
                let result = try body(group)
                outcomes = group.outcomes
                return result
            }
            graph.merger.publish(SaveOutcome(joining: outcomes))
            for outcome in outcomes { postDidSave(outcome) }
            graph.changes.observers.settle()
            return result
        } catch {
            reset()
            throw error
        }
    }

    /// Removes every model from the context; models that are still referenced keep their values.
    package func reset() {
        _ = graph.changes.takePending()
        graph.changes.recorder?.discardAll()
        graph.objects.removeAll()
        graph.changes.observers.send(.everything)
        graph.changes.observers.settle()
    }
}
