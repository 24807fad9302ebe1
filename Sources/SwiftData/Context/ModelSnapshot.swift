// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of a model at one time, which can be passed between actors.
///
/// The properties of the model are properties of the snapshot. A relationship has the identifiers
/// of its models instead of the models.
///
/// ```swift
/// let snapshot = try book.snapshot()
/// let title = await Task.detached { snapshot.title }.value
/// ```
///
/// Transient and ephemeral properties have their default values.
@dynamicMemberLookup
public struct ModelSnapshot<Model: PersistentModel>: Sendable, Identifiable {
    /// The identifier of the model.
    public let id: PersistentIdentifier
    private let content: SnapshotContent

    init(_ content: SnapshotContent, identifier: PersistentIdentifier) {
        self.content = content
        id = identifier
    }

    /// The value of an attribute.
    ///
    /// - Complexity: Decodes the value each time.
    public subscript<Value: Sendable>(dynamicMember keyPath: KeyPath<Model, Value>) -> Value {
        SnapshotBackingData<Model>(content, identifier: id).value(at: keyPath)
    }

    /// The identifier of the model of an optional to-one relationship.
    public subscript<Target: PersistentModel>(
        dynamicMember keyPath: KeyPath<Model, Target?>
    ) -> PersistentIdentifier? { identifiers(keyPath).first }

    /// The identifier of the model of a required to-one relationship; nil if it is missing.
    public subscript<Target: PersistentModel>(
        dynamicMember keyPath: KeyPath<Model, Target>
    ) -> PersistentIdentifier? { identifiers(keyPath).first }

    /// The identifiers of the models of a to-many relationship, in its order.
    public subscript<Target: PersistentModel>(
        dynamicMember keyPath: KeyPath<Model, [Target]>
    ) -> [PersistentIdentifier] { identifiers(keyPath) }

    /// The identifiers of the models of an optional to-many relationship, in its order.
    public subscript<Target: PersistentModel>(
        dynamicMember keyPath: KeyPath<Model, [Target]?>
    ) -> [PersistentIdentifier] { identifiers(keyPath) }

    private func identifiers(_ keyPath: AnyKeyPath) -> [PersistentIdentifier] {
        guard let property = content.entity.property(at: keyPath) else { return [] }
        return content.related[property.index] ?? []
    }
}

extension ModelSnapshot: Equatable {
    /// Returns whether both have the same identifier and equal stored values.
    public static func == (lhs: ModelSnapshot, rhs: ModelSnapshot) -> Bool {
        lhs.id == rhs.id && lhs.content.values == rhs.content.values
            && lhs.content.related == rhs.content.related
    }
}

extension PersistentModel {
    /// Returns the current values of the model, including unsaved changes.
    ///
    /// Values that are not in memory are loaded.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be stored, such as
    ///   NaN; `SwiftDataError.missingModelContext` for a model without a context; `StoreError` if a
    ///   relationship cannot be read.
    public func snapshot() throws -> ModelSnapshot<Self> {
        guard let graph = _$model.graph, let context = _$model.context else {
            throw SwiftDataError(
                .missingModelContext,
                "a \(Self.self) without a context has no snapshot; insert it into a context"
            )
        }
        return try withExtendedLifetime(context) {
            let content = try ModelReader(graph).content(of: self)
            return ModelSnapshot(content, identifier: persistentModelID)
        }
    }
}
