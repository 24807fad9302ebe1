// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The key paths of the persisted properties of a model type, by name.
struct PropertyKeyPaths: @unchecked Sendable {
    // Unchecked, because the key paths of stored properties capture nothing.

    private static let known = Mutex<[ObjectIdentifier: PropertyKeyPaths]>([:])
    /// The number of key paths in a generation.
    private static let limit = 256
    /// The objects of key paths that need no replacement in a predicate.
    ///
    /// A key path in code is one object, regardless of how often the code is executed. Finding it
    /// here avoids a search for the property.
    private static let resolvable = Mutex(
        RecentEntries<ObjectIdentifier, RetainedKeyPath>(limit: limit)
    )

    private let keyPaths: [String: AnyKeyPath]

    private init(_ model: any PersistentModel.Type) {
        let declared = model.schemaMetadata.map { ($0.name, $0.keyPath) }
        let inherited = model.inheritedProperties.map { ($0.name, $0.keyPath) }
        keyPaths = Dictionary(declared + inherited) { declared, _ in declared }
    }

    /// Returns the key paths of a type, which are collected once.
    static func of(_ model: any PersistentModel.Type) -> PropertyKeyPaths {
        let type = ObjectIdentifier(model)
        if let known = known.withLock({ $0[type] }) { return known }
        let keyPaths = PropertyKeyPaths(model)
        known.withLock { $0[type] = keyPaths }
        return keyPaths
    }

    static func isResolvable(_ keyPath: AnyKeyPath) -> Bool {
        resolvable.withLock { $0.value(for: ObjectIdentifier(keyPath)) != nil }
    }

    static func noteResolvable(_ keyPath: AnyKeyPath) {
        let retained = RetainedKeyPath(keyPath: keyPath)
        resolvable.withLock { $0.insert(retained, for: ObjectIdentifier(keyPath)) }
    }

    subscript(name: String) -> AnyKeyPath? { keyPaths[name] }
}

/// A key path that is retained, so that no other object can have its identity.
private struct RetainedKeyPath: @unchecked Sendable {
    // Unchecked, because the key path is not used.

    let keyPath: AnyKeyPath
}
