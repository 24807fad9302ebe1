// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import Logging
internal import Synchronization

/// The connections and the key that pass from one service of this process to the next.
///
/// A process has several services in succession: one for a locked store and one for the unlocked
/// store, or one before, one during and one after a change of the store's file by another program.
final class Passage: Sendable {
    private struct State {
        var stores: [any DescriptorStore]
        var lastNumber = 0
        var key: JournalKey?
        var passphrase: Secret?
        var isUsed = false
    }

    private let state: Mutex<State>

    /// Begins with the connections and the key of the previous daemon, if any.
    init(from former: (any DescriptorStore)?) {
        state = Mutex(State(stores: former.map { [$0] } ?? []))
    }

    /// Adds a store for the connections of a service that ends.
    func makeStore() -> ProcessDescriptorStore {
        let store = ProcessDescriptorStore()
        state.withLock { $0.stores.append(store) }
        return store
    }

    /// Returns the stores with connections, in the order of the services, and removes them.
    func takeStores() -> [any DescriptorStore] {
        state.withLock { state in
            defer { state.stores = [] }
            return state.stores
        }
    }

    /// Moves the connections and the key to a store for the next daemon.
    ///
    /// Each service has left a state of its connections; numbers after its name distinguish them.
    func handOver(to next: any DescriptorStore, logger: Logger) {
        if let key = state.withLock({ $0.key }) {
            do {
                try KeyHandover.keep(key, in: next)
            } catch {
                logger.error("cannot hand over the key", metadata: ["error": "\(error)"])
            }
        }
        for (number, store) in takeStores().enumerated() {
            let descriptors = store.take()
            next.keep(
                descriptors.map { name, descriptor in
                    (DescriptorName.isState(name) ? "\(name).\(number)" : name, descriptor)
                }
            )
            for descriptor in descriptors.values { close(descriptor) }
            logger.info(
                "handed over connections that wait",
                metadata: ["count": "\(descriptors.count)"]
            )
        }
    }

    /// Returns whether no service was prepared before.
    func isFirst() -> Bool {
        state.withLock { state in
            defer { state.isUsed = true }
            return !state.isUsed
        }
    }

    /// The last number that a connection of this process has.
    var lastNumber: Int { state.withLock { $0.lastNumber } }

    /// Records the last number that a service assigned.
    func note(lastNumber: Int) {
        state.withLock { $0.lastNumber = max($0.lastNumber, lastNumber) }
    }

    /// Keeps the key of a service that ends; nil removes it.
    func keep(_ key: JournalKey?) { state.withLock { $0.key = key } }

    /// Keeps a passphrase for the next look at the store.
    func keep(passphrase: Secret) { state.withLock { $0.passphrase = passphrase } }

    /// Returns the key if it belongs to an envelope.
    func key(of envelope: String) -> JournalKey? {
        state.withLock { state in
            if let key = state.key, key.envelope == envelope { return key }
            return state.stores.lazy.compactMap { KeyHandover.key(in: $0, of: envelope) }.first
        }
    }

    /// Returns the passphrase and removes it.
    func takePassphrase() -> Secret? {
        state.withLock { state in
            defer { state.passphrase = nil }
            return state.passphrase
        }
    }
}
