// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Observation

/// A class whose objects a container stores.
///
/// `@Model` makes a class conform.
/// Models aren't `Sendable`: pass `persistentModelID` between actors instead.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The class at the root of the model's inheritance; the class itself when it has no super class.
    associatedtype Root: PersistentModel = Self
    /// Makes a model from values that a store or another model holds.
    init(backingData: any BackingData<Self>)
    /// The model's values by key path.
    var persistentBackingData: any BackingData<Self> { get set }
    /// The table of the model's persisted properties, indexes and constraints.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// Where the model stands towards its context; made by `@Model`.
    var _$model: _ModelState { get }
    /// Takes the values of the persisted properties from a row; made by `@Model`.
    func _$decode(_ row: borrowing _RowDecoder) throws
    /// Gives the values of the persisted properties to a row; made by `@Model`.
    func _$encode(_ row: inout _RowEncoder) throws
}

extension PersistentModel {
    /// The context that keeps the model; nil before it is inserted and after its deletion is saved.
    public var modelContext: ModelContext? { _$model.context }
    /// The identifier, temporary until the model is first saved.
    public var persistentModelID: PersistentIdentifier {
        _$model.identifier(entityName: Schema.entityName(for: Self.self))
    }
    /// The persistent identifier.
    public var id: PersistentIdentifier { persistentModelID }
    /// Whether the model has changes that aren't saved.
    public var hasChanges: Bool { _$model.hasChanges }
    /// Whether the model is to be deleted by the next save.
    public var isDeleted: Bool { _$model.lifecycle == .deleted }

    /// Whether both stand for the same stored model, or are the same object.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
    }

    /// Hashes the identifier, which changes when a new model is first saved.
    public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }

    /// Makes values for a model that no store knows.
    public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
        _DetachedBackingData<P>(for: P.self)
    }
}
