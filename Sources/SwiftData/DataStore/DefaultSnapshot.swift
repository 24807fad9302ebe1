// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of one model of any type, in a form that can be encoded.
///
/// The encoded form has a key for each property, with a value of the property's type. A
/// relationship is encoded as the identifiers of its models. A property that the encoded form lacks
/// has its default value.
///
/// To decode a snapshot, the schema of its model must be known: in a call of a ``DataStore``, or
/// while a container has the store open that the identifier names.
public struct DefaultSnapshot: DataStoreSnapshot {
    /// The identifier of the model.
    public let persistentIdentifier: PersistentIdentifier
    /// The values; nil for a snapshot of backing data without a known schema.
    let content: SnapshotContent?

    init(_ content: SnapshotContent, identifier: PersistentIdentifier) {
        self.content = content
        persistentIdentifier = identifier
    }

    /// Creates a snapshot of the values that a container passes to a store.
    ///
    /// Other backing data has no values for a snapshot.
    public init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        content = (backingData as? any SnapshotValues)?.content
        persistentIdentifier =
            backingData.persistentModelID
            ?? PersistentIdentifier(temporaryFor: content?.entity.name ?? "")
    }

    /// Decodes a snapshot.
    ///
    /// - Throws: `SwiftDataError.unknownDataStoreSchema` if no open store has the model's type;
    ///   `SwiftDataError.modelValidationFailure` if a value without a default is missing;
    ///   `DecodingError` for a value of another type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        persistentIdentifier = try container.decode(
            PersistentIdentifier.self,
            forKey: .persistentIdentifier
        )
        let name = persistentIdentifier.entityName
        guard let schema = SnapshotSchema.schema(for: persistentIdentifier),
            let entity = schema.schema.entity(ofClass: name)
        else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "no open store has models of the type '\(name)'; decode the snapshot in a call of "
                    + "its store, or while a container has the store open"
            )
        }
        content = try SnapshotContent(entity, className: name, in: schema, from: container)
    }

    /// Encodes the identifier, and a value for each property.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        try content?.encode(to: &container)
    }

    /// Returns a copy with another identifier, and with replaced identifiers in relationships.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        DefaultSnapshot(
            content: content?.replacing(remappedIdentifiers ?? [:]),
            persistentIdentifier: persistentIdentifier
        )
    }

    private init(content: SnapshotContent?, persistentIdentifier: PersistentIdentifier) {
        self.content = content
        self.persistentIdentifier = persistentIdentifier
    }
}
