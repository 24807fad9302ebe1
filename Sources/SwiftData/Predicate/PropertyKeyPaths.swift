// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The key paths of the persisted properties of a model type, by name.
struct PropertyKeyPaths: @unchecked Sendable {
    // Unchecked, because the key paths of stored properties capture nothing.

    private static let known = Mutex<[ObjectIdentifier: PropertyKeyPaths]>([:])

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

    subscript(name: String) -> AnyKeyPath? { keyPaths[name] }
}
