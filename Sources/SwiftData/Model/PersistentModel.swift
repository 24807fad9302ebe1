// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Observation

/// A class whose instances are stored in a container.
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
    /// The descriptions of the model's persisted properties, indexes and constraints.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The lifecycle state of the model; `@Model` generates it.
    var _$model: _ModelState { get }
    /// Decodes the persisted properties from a row; `@Model` generates it.
    func _$decode(_ row: borrowing _RowDecoder) throws
    /// Encodes the persisted properties into a row; `@Model` generates it.
    func _$encode(_ row: inout _RowEncoder) throws
}

extension PersistentModel {
    /// The context of the model; nil before its insertion and after its deletion is saved.
    public var modelContext: ModelContext? { _$model.context }
    /// The identifier of the model; it is temporary until the first save.
    public var persistentModelID: PersistentIdentifier {
        _$model.identifier(entityName: Schema.entityName(for: Self.self))
    }
    /// The persistent identifier of the model.
    public var id: PersistentIdentifier { persistentModelID }
    /// Whether the model has unsaved changes.
    public var hasChanges: Bool { _$model.hasChanges }
    /// Whether the next save deletes the model.
    public var isDeleted: Bool { _$model.lifecycle == .deleted }

    /// Returns whether two models represent the same stored model or are the same object.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
    }

    /// Hashes the identifier, which changes with the first save of a new model.
    public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }

    /// Creates backing data for a new model.
    public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
        _DetachedBackingData<P>(for: P.self)
    }
}
