// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of a to-one relationship in memory.
///
/// Models refer to each other strongly. A context breaks the reference cycles among its models when
/// it is released. Models without a context form no cycles: a `DetachedGraph` has the references.
@usableFromInline
enum Reference<Target: PersistentModel> {
    /// The row with the foreign key is not loaded.
    case unloaded
    /// The row is loaded; the model with this primary key is not resolved.
    case key(Int64)
    /// The resolved model, or nil for an empty relationship.
    case model(Target?)
    /// The resolved model, if it needs an owner.
    case owned(OwnedModel)

    /// Creates a resolved reference to a model, or to none.
    static func resolved(to target: Target?) -> Self {
        guard let target, OwnedModel.isRequired(for: target) else { return .model(target) }
        return .owned(OwnedModel(target))
    }

    /// The resolved model, or nil for an empty relationship; nil for one that is not resolved.
    var resolved: Target?? {
        switch self {
        case .unloaded, .key: nil
        case .model(let model): .some(model)
        // Only models of the class have been assigned.
        case .owned(let owner): .some(uncheckedCast(owner.model, to: Target.self))
        }
    }

    /// The foreign key, or `nil` without a model.
    var key: Int64? {
        switch self {
        case .unloaded: nil
        case .key(let key): key
        case .model, .owned: target?._$model.key
        }
    }

    mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        self = row.isNull(column) ? .model(nil) : .key(try row.integer(column))
    }

    func encode(into row: inout _RowEncoder, at index: Int) {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        if case .unloaded = self { return }
        row.set(key.map { .integer($0) } ?? .null, column)
    }

    mutating func releaseModel() {
        guard let target else { return }
        self = .key(target._$model.key)
    }

    var isResolved: Bool {
        switch self {
        case .unloaded, .key: false
        case .model, .owned: true
        }
    }

    /// The resolved model, or `nil`.
    var target: (any PersistentModel)? {
        guard let resolved else { return nil }
        return resolved
    }

    /// Sets the target and returns the previous one; a model of another class sets no target.
    mutating func set(_ target: (any PersistentModel)?) -> (any PersistentModel)? {
        let former = self.target
        if let target, let model = Target.cast(target) {
            self = .resolved(to: model)
        } else {
            self = .model(nil)
        }
        return former
    }
}

/// Storage of a relationship with a foreign key in a row.
protocol ToOneStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    var reference: Reference<Target> { get set }

    // Each type implements these requirements itself, because generic code would look up the types
    // of its members at run time.

    /// Whether the related model is resolved, or there is none.
    var isLoaded: Bool { get }
    /// The foreign key, or `nil` without a model.
    var key: Int64? { get }
    /// The resolved model, or `nil`.
    var target: (any PersistentModel)? { get }
    /// Sets the target and returns the previous one, to be released after the access.
    mutating func set(_ target: (any PersistentModel)?) -> (any PersistentModel)?
}

/// The storage of an optional to-one relationship.
public struct _ToOneStorage<Target: PersistentModel>: ToOneStorage {
    var reference: Reference<Target>

    /// Creates storage without a loaded row.
    public init() { reference = .unloaded }
    /// Creates storage that refers to a model, or to none.
    public init(value: Target?) { reference = .resolved(to: value) }
    /// The related model, or nil until it is resolved.
    public var loaded: Target?? { reference.resolved }
    /// An optional to-one relationship.
    public static var kind: _PropertyKind { .toOne(Target.self, isOptional: true) }
    /// The placeholder of an optional relationship; always nil.
    public static var placeholder: Target?? { .some(nil) }
    /// Decodes the foreign key.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        try reference.decode(row, at: index)
    }
    /// Encodes the foreign key.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        reference.encode(into: &row, at: index)
    }
    /// Replaces the strong reference to the model with its primary key.
    public mutating func releaseModels() { reference.releaseModel() }
    var isLoaded: Bool { reference.isResolved }
    var key: Int64? { reference.key }
    var target: (any PersistentModel)? { reference.target }
    mutating func set(_ target: (any PersistentModel)?) -> (any PersistentModel)? {
        reference.set(target)
    }
    /// Creates type-erased access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Target?>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(toOne: ToOneAccess(keyPath: keyPath, storage: storage))
    }
}

/// The storage of a required to-one relationship.
public struct _RequiredToOneStorage<Target: PersistentModel>: ToOneStorage {
    var reference: Reference<Target>

    /// Creates storage without a loaded row.
    public init() { reference = .unloaded }
    /// Creates storage that refers to a model.
    public init(value: Target) { reference = .resolved(to: value) }
    /// The related model, or nil until it is resolved.
    public var loaded: Target? { reference.resolved ?? nil }
    /// A required to-one relationship.
    public static var kind: _PropertyKind { .toOne(Target.self, isOptional: false) }
    /// A new model without values.
    public static var placeholder: Target? { Target(backingData: _EmptyBackingData<Target>()) }
    /// Decodes the foreign key.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        try reference.decode(row, at: index)
    }
    /// Encodes the foreign key.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        reference.encode(into: &row, at: index)
    }
    /// Replaces the strong reference to the model with its primary key.
    public mutating func releaseModels() { reference.releaseModel() }
    var isLoaded: Bool { reference.isResolved }
    var key: Int64? { reference.key }
    var target: (any PersistentModel)? { reference.target }
    mutating func set(_ target: (any PersistentModel)?) -> (any PersistentModel)? {
        reference.set(target)
    }
    /// Creates type-erased access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Target>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(toOne: ToOneAccess(keyPath: keyPath, storage: storage))
    }
}

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
