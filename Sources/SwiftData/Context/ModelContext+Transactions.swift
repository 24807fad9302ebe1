// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Runs `body` in the store's open transaction or in a new one, which is on disk when this returns.
    ///
    /// Whatever the context reads meanwhile sees what the transaction wrote.
    func write<R>(
        to store: any ContextStore,
        _ body: (any StoreTransaction) throws -> R
    ) throws -> R {
        if let open = transactions[store.identifier] { return try body(open) }
        return try store.write { transaction in
            transactions[store.identifier] = transaction
            defer { transactions[store.identifier] = nil }
            return try body(transaction)
        }
    }

    /// The store's open transaction, which sees what it wrote, or the store.
    func reader(of store: any ContextStore) -> any StoreReading {
        transactions[store.identifier] ?? store.reader(until: readInterruption)
    }

    /// Reads the store of an entity.
    func reader(of entity: EntityDescription) throws -> any StoreReading {
        reader(of: try coordinator.store(of: entity).store)
    }

    /// Runs `body`, whose reads nobody ends: for reading that can't say that it came to nothing.
    func uninterrupted<R>(_ body: () throws -> R) rethrows -> R {
        let interruption = readInterruption
        readInterruption = nil
        defer { readInterruption = interruption }
        return try body()
    }
}
