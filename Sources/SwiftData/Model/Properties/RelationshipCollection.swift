// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A collection type that can hold the models of a to-many relationship.
public protocol RelationshipCollection {
    /// The type of the models in the collection.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The type of the models in the collection.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The type of the models in the collection.
    public typealias PersistentElement = Wrapped.Element
}
