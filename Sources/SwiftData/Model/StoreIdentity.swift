// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The identity of an open store, which converts between the keys of rows and their persistent
/// identifiers.
///
/// A row has an integer key in every store. The default store makes the key part of the identifier.
/// A custom store chooses its own identifiers; keys are then assigned to them when they are first
/// seen, and are valid until the store is closed.
final class StoreIdentity: Sendable {
    /// The permanent identifier of the store, which survives moves and restarts.
    let identifier: String
    /// Whether the store chooses the identifiers of its rows.
    private let assignsKeys: Bool
    /// The names of entities by the names of their subclasses, which a custom store may use in
    /// identifiers.
    private let entityNames: [String: String]
    /// The keys of a custom store.
    private let assigned = Mutex(AssignedKeys())

    /// Creates the identity of a store.
    ///
    /// - Parameters:
    ///   - identifier: The permanent identifier of the store.
    ///   - assignsKeys: Whether the store chooses the identifiers of its rows.
    ///   - entityNames: The names of entities by the names of their subclasses, if it does.
    init(
        _ identifier: String,
        assignsKeys: Bool = false,
        entityNames: [String: String] = [:]
    ) {
        self.identifier = identifier
        self.assignsKeys = assignsKeys
        self.entityNames = entityNames
    }

    /// Returns the name of the entity of an identifier, which may have the name of a subclass.
    func entityName(of identifier: PersistentIdentifier) -> String {
        entityNames[identifier.entityName] ?? identifier.entityName
    }

    /// Returns the identifier of a stored row.
    ///
    /// - Complexity: O(1).
    func identifier(of key: Int64, in entityName: String) -> PersistentIdentifier {
        assignedIdentifier(of: key, in: entityName)
            ?? PersistentIdentifier(
                entityName: entityName,
                storeIdentifier: identifier,
                key: key
            )
    }

    /// Returns the identifier that a custom store chose for a row; nil for a row that is not saved.
    func assignedIdentifier(of key: Int64, in entityName: String) -> PersistentIdentifier? {
        assignsKeys ? assigned.withLock { $0.identifiers[entityName]?[key] } : nil
    }

    /// Returns the key of a row of a custom store; nil if its identifier was not seen yet.
    func assignedKey(of identifier: PersistentIdentifier) -> Int64? {
        assigned.withLock { $0.keys[identifier] }
    }

    /// Returns the key of a row, or nil for an identifier of another entity or store.
    ///
    /// - Complexity: O(1).
    func key(of identifier: PersistentIdentifier, in entityName: String) -> Int64? {
        guard identifier.storeIdentifier == self.identifier,
            self.entityName(of: identifier) == entityName
        else { return nil }
        guard assignsKeys else { return identifier.integerKey }
        return assigned.withLock { $0.key(of: identifier, in: entityName) }
    }

    /// Assigns the identifier that a custom store chose for a new row.
    func assign(_ identifier: PersistentIdentifier, to key: Int64) {
        assigned.withLock { $0.assign(identifier, to: key, in: entityName(of: identifier)) }
    }

    /// Returns a key that no row of a custom store has.
    func nextKey() -> Int64 { assigned.withLock { $0.nextKey() } }
}

/// The keys of the rows of a custom store that were seen since it was opened.
private struct AssignedKeys {
    /// The identifiers of each entity by key.
    private(set) var identifiers: [String: [Int64: PersistentIdentifier]] = [:]
    private(set) var keys: [PersistentIdentifier: Int64] = [:]
    private var lastKey: Int64 = 0

    mutating func nextKey() -> Int64 {
        lastKey += 1
        return lastKey
    }

    mutating func key(of identifier: PersistentIdentifier, in entityName: String) -> Int64 {
        if let known = keys[identifier] { return known }
        let key = nextKey()
        assign(identifier, to: key, in: entityName)
        return key
    }

    mutating func assign(
        _ identifier: PersistentIdentifier,
        to key: Int64,
        in entityName: String
    ) {
        keys[identifier] = key
        identifiers[entityName, default: [:]][key] = identifier
    }
}

extension StoreIdentity: Equatable {
    static func == (lhs: StoreIdentity, rhs: StoreIdentity) -> Bool {
        lhs.identifier == rhs.identifier
    }
}
