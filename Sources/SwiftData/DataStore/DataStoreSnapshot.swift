// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The requirements of the values in a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one model at one time, as a custom store saves and returns them.
///
/// ``DefaultSnapshot`` holds the values of any model. A type of one's own is encoded to read its
/// values: its coding keys must be the names of the model's properties, with a value of the
/// property's type for each attribute, and a `PersistentIdentifier`, an optional one, or an array
/// of them for each relationship. An optional property without a key is nil, any other one has its
/// default value. The identifier has the name of the model's class; one with the name of the root
/// class describes a model of the root class.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
    /// The identifier of the model.
    var persistentIdentifier: PersistentIdentifier { get }
    /// Creates a snapshot of the values in backing data.
    ///
    /// The models in relationships have no values except their identifiers.
    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    )
    /// Returns a copy with another identifier, and with replaced identifiers in relationships.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// A key in the encoded form of a snapshot.
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The key of the model's identifier.
    case persistentIdentifier
    /// The key of a property, given its name.
    case modeledProperty(String)

    /// The name of the property, or `persistentIdentifier`.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }
    /// Always nil, because the keys are names.
    public var intValue: Int? { nil }

    /// Creates the key with a name.
    public init?(stringValue: String) {
        self =
            stringValue == "persistentIdentifier"
            ? .persistentIdentifier : .modeledProperty(stringValue)
    }
    /// Returns nil, because the keys are names.
    public init?(intValue: Int) { nil }
}
