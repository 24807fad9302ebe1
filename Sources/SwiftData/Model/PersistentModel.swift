// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Observation

/// A class with instances that are stored in a container.
///
/// `@Model` adds the conformance. Models are not `Sendable`; pass `persistentModelID` between
/// actors instead.
///
/// ## Topics
///
/// ### Identity
///
/// - ``persistentModelID``
/// - ``id``
/// - ``==(_:_:)``
/// - ``hash(into:)``
///
/// ### State
///
/// - ``snapshot()``
/// - ``modelContext``
/// - ``hasChanges``
/// - ``isDeleted``
///
/// ### Schema
///
/// - ``schemaMetadata``
/// - ``Root``
///
/// ### Values of transformable attributes
///
/// - ``getTransformableValue(forKey:)``
/// - ``setTransformableValue(forKey:to:)``
///
/// ### Backing data
///
/// - ``init(backingData:)``
/// - ``persistentBackingData``
/// - ``createBackingData()``
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The root class of the model's class hierarchy; the class itself if it has no superclass.
    associatedtype Root: PersistentModel = Self
    /// Creates a model from the values in backing data.
    init(backingData: any BackingData<Self>)
    /// The model's values, accessed by key path.
    var persistentBackingData: any BackingData<Self> { get set }
    /// The descriptions of the persisted properties, indexes and constraints that the class itself
    /// declares.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The superclass, if it is a model; `@Model` generates it.
    static var _$superclass: (any PersistentModel.Type)? { get }
    /// The key paths of the class to its inherited properties, starting with the root class;
    /// `@Model` generates them.
    static var _$inheritedKeyPaths: [AnyKeyPath] { get }
    /// The address of the model's state, which exists as long as the model; `@Model` generates it.
    var _$state: _ModelState.Pointer { get }
    /// Decodes the persisted properties from a row; `@Model` generates it.
    func _$decode(_ row: borrowing _RowDecoder) throws
    /// Encodes the persisted properties into a row; `@Model` generates it.
    func _$encode(_ row: inout _RowEncoder) throws
}

extension PersistentModel {
    /// The lifecycle state of the model.
    @inlinable public var _$model: _ModelState { _ModelState(of: self, at: _$state) }

    /// The context of the model; nil before its insertion, after its deletion is saved, and after
    /// the release of the context.
    public var modelContext: ModelContext? { _$model.context }
    /// The identifier of the model; it is temporary until the first save.
    public var persistentModelID: PersistentIdentifier {
        _$model.identifier(entityName: Self.entityName)
    }
    /// The persistent identifier of the model.
    public var id: PersistentIdentifier { persistentModelID }
    /// Whether the model has unsaved changes.
    public var hasChanges: Bool { _$model.hasChanges }
    /// Whether the next save deletes the model.
    public var isDeleted: Bool { _$model.lifecycle == .deleted }

    /// Returns whether two models are the same object or represent the same stored model.
    ///
    /// A model that was hashed before its insertion is equal to no object of another context,
    /// because their hashes differ.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs === rhs { return true }
        guard lhs._$model.isHashedByKey, rhs._$model.isHashedByKey else { return false }
        return lhs.persistentModelID == rhs.persistentModelID
    }

    /// Hashes the model; the hash never changes, even if the first save changes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_$model.hashSeed(of: ObjectIdentifier(self)))
    }

    /// Nil, unless the class has a model as superclass.
    public static var _$superclass: (any PersistentModel.Type)? { nil }
    /// No key paths, unless the class has a model as superclass.
    public static var _$inheritedKeyPaths: [AnyKeyPath] { [] }

    /// Creates backing data for a new model.
    public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
        _DetachedBackingData<P>(for: P.self)
    }
}

extension PersistentModel {
    /// Returns a model as an instance of this class, or `nil` if it is of another class.
    ///
    /// Avoids a cast of an existential for a model of this class itself.
    static func cast(_ model: any PersistentModel) -> Self? {
        guard type(of: model) == Self.self else { return model as? Self }
        return uncheckedCast(model, to: Self.self)
    }

    /// Returns the models of this class, without the models of other classes.
    ///
    /// - Complexity: O(*n*).
    static func cast(_ models: [any PersistentModel]) -> [Self] {
        guard models.allSatisfy({ type(of: $0) == Self.self }) else {
            return models.compactMap { cast($0) }
        }
        // An array of a generic type would look up several types at run time.
        return uncheckedCast(models.map { $0 as AnyObject }, to: Self.self)
    }

    /// Returns models of this class as objects.
    ///
    /// - Complexity: O(1).
    static func objects(_ models: [Self]) -> [AnyObject] { uncheckedObjects(models) }

    /// Returns models of this class as existentials.
    ///
    /// - Complexity: O(*n*). The conversion of an array of a generic type would look up the type of
    ///   each element.
    static func erased(_ models: [Self]) -> [any PersistentModel] {
        objects(models).map { uncheckedCast($0, to: Self.self) }
    }
}
