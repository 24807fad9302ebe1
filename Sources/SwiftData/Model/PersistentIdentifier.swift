// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// An identifier of a model that is valid across contexts and processes.
///
/// A new model has a temporary identifier, unique in this process. The first save replaces it with
/// a permanent identifier.
///
/// ## Topics
///
/// ### Parts
///
/// - ``entityName``
/// - ``storeIdentifier``
/// - ``isTemporary``
/// - ``id``
/// - ``ID``
///
/// ### Creating identifiers
///
/// - ``identifier(for:entityName:primaryKey:)``
///
/// ### Order and coding
///
/// - ``<(_:_:)``
/// - ``init(from:)``
/// - ``encode(to:)``
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
    /// An opaque value that is equal for equal identifiers.
    public struct ID: Hashable, Sendable {
        let entityName: String
        let origin: Origin
    }

    enum Origin: Hashable, Sendable {
        case temporary(UInt64)
        case stored(storeIdentifier: String, key: Key)
    }

    /// A primary key in a store.
    enum Key: Hashable, Comparable, Sendable {
        case integer(Int64)
        case text(String)
    }

    private static let lastTemporary = Atomic<UInt64>(0)

    /// An opaque value that is equal for equal identifiers.
    public let id: ID
    /// The name of the model's entity.
    public var entityName: String { id.entityName }
    /// The identifier of the model's store; nil for a temporary identifier.
    public var storeIdentifier: String? {
        guard case .stored(let identifier, _) = id.origin else { return nil }
        return identifier
    }
    /// Whether the identifier is temporary because the model has not been saved.
    public var isTemporary: Bool {
        guard case .temporary = id.origin else { return false }
        return true
    }
    /// The integer primary key; nil for temporary identifiers and for text keys.
    package var integerKey: Int64? {
        guard case .stored(_, .integer(let key)) = id.origin else { return nil }
        return key
    }

    init(entityName: String, storeIdentifier: String, key: Int64) {
        id = ID(
            entityName: entityName,
            origin: .stored(storeIdentifier: storeIdentifier, key: .integer(key))
        )
    }

    init(temporaryFor entityName: String) {
        let serial = Self.lastTemporary.wrappingAdd(1, ordering: .relaxed).newValue
        id = ID(entityName: entityName, origin: .temporary(serial))
    }

    private init(id: ID) { self.id = id }

    /// Creates an identifier from the primary key of a model in a custom store.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store.
    ///   - entityName: The name of the model's entity.
    ///   - primaryKey: The key of the model: an integer, or a value with a description.
    /// - Returns: The permanent identifier.
    /// - Throws: Nothing currently; a store may reject unsupported keys in the future.
    public static func identifier<T>(
        for storeIdentifier: String,
        entityName: String,
        primaryKey: T
    ) throws -> PersistentIdentifier
    where T: Comparable & CustomStringConvertible & Codable & Hashable {
        let key: Key =
            if let integer = primaryKey as? any FixedWidthInteger,
                let exact = Int64(exactly: integer)
            {
                .integer(exact)
            } else {
                .text(primaryKey.description)
            }
        return PersistentIdentifier(
            id: ID(
                entityName: entityName,
                origin: .stored(storeIdentifier: storeIdentifier, key: key)
            )
        )
    }

    /// Orders temporary before permanent identifiers, then by store, entity and key.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        switch (lhs.id.origin, rhs.id.origin) {
        case (.temporary(let left), .temporary(let right)): left < right
        case (.temporary, .stored): true
        case (.stored, .temporary): false
        case (.stored(let leftStore, let leftKey), .stored(let rightStore, let rightKey)):
            (leftStore, lhs.entityName, leftKey) < (rightStore, rhs.entityName, rightKey)
        }
    }
}

// The encoded form is compatible with programs that use Apple's framework.
extension PersistentIdentifier {
    private enum CodingKeys: String, CodingKey { case implementation }
    private enum ImplementationKeys: String, CodingKey {
        case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
    }

    /// Creates an identifier from its encoded form.
    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: CodingKeys.self)
        let container = try outer.nestedContainer(
            keyedBy: ImplementationKeys.self,
            forKey: .implementation
        )
        let entityName = try container.decode(String.self, forKey: .entityName)
        let primaryKey = try container.decode(String.self, forKey: .primaryKey)
        guard let store = try container.decodeIfPresent(String.self, forKey: .storeIdentifier)
        else {
            guard let serial = UInt64(primaryKey.dropFirst()) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .primaryKey,
                    in: container,
                    debugDescription: "invalid primary key '\(primaryKey)'"
                )
            }
            id = ID(entityName: entityName, origin: .temporary(serial))
            return
        }
        let key: Key =
            if primaryKey.hasPrefix("p"), let integer = Int64(primaryKey.dropFirst()) {
                .integer(integer)
            } else {
                .text(String(primaryKey.dropFirst()))
            }
        id = ID(entityName: entityName, origin: .stored(storeIdentifier: store, key: key))
    }

    /// Encodes the identifier; a temporary identifier is valid only in this process.
    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: CodingKeys.self)
        var container = outer.nestedContainer(
            keyedBy: ImplementationKeys.self,
            forKey: .implementation
        )
        let primaryKey =
            switch id.origin {
            case .temporary(let serial): "t\(serial)"
            case .stored(_, .integer(let key)): "p\(key)"
            case .stored(_, .text(let key)): "t\(key)"
            }
        let host = storeIdentifier ?? ""
        try container.encode(entityName, forKey: .entityName)
        try container.encode(isTemporary, forKey: .isTemporary)
        try container.encode(primaryKey, forKey: .primaryKey)
        try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(
            "x-coredata://\(host)/\(entityName)/\(primaryKey)",
            forKey: .uriRepresentation
        )
    }
}
