// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Where a to-one reference stands between a row and a model object.
///
/// Models refer to each other strongly. A context lets go of the rings of its own models when it goes;
/// a ring of models that never came into a context is never freed, because nothing tells which of them
/// the program means to hold.
@usableFromInline
enum Reference<Target: PersistentModel> {
    /// The row that holds it hasn't been loaded.
    case unloaded
    /// The row has been loaded; the model with this key hasn't been looked up.
    case key(Int64)
    /// The model itself, or none.
    case model(Target?)

    /// The key the reference would have in a row; nil when nothing is referred to.
    var key: Int64? {
        switch self {
        case .unloaded: nil
        case .key(let key): key
        case .model(let model): model?._$model.key
        }
    }

    mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        self = row.isNull(column) ? .model(nil) : .key(try row.integer(column))
    }

    func encode(into row: inout _RowEncoder, at index: Int) {
        guard row.wants(index) else { return }
        if case .unloaded = self { return }
        row.set(key.map { .integer($0) } ?? .null, at: index)
    }

    mutating func releaseModel() {
        guard case .model(let model?) = self else { return }
        self = .key(model._$model.key)
    }
}

/// Storage of a relationship whose target's key is in a row.
protocol ToOneStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    var reference: Reference<Target> { get set }
}

/// The storage of an optional to-one relationship.
public struct _ToOneStorage<Target: PersistentModel>: ToOneStorage {
    var reference: Reference<Target>

    /// Makes a place whose target isn't known.
    public init() { reference = .unloaded }
    /// Makes a place that refers to a model or none.
    public init(value: Target?) { reference = .model(value) }
    /// The target, once it has been looked up.
    public var loaded: Target?? {
        guard case .model(let model) = reference else { return nil }
        return .some(model)
    }
    /// An optional reference.
    public static var kind: _PropertyKind { .toOne(Target.self, isOptional: true) }
    /// Nil.
    public static var placeholder: Target?? { .some(nil) }
    /// Takes the target's key.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        try reference.decode(row, at: index)
    }
    /// Gives the target's key.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        reference.encode(into: &row, at: index)
    }
    /// Keeps the target's key only.
    public mutating func releaseModels() { reference.releaseModel() }
    /// Access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Target?>,
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        ToOneAccess(keyPath: keyPath, storage: storage)
    }
}

/// The storage of a required to-one relationship.
public struct _RequiredToOneStorage<Target: PersistentModel>: ToOneStorage {
    var reference: Reference<Target>

    /// Makes a place whose target isn't known.
    public init() { reference = .unloaded }
    /// Makes a place that refers to a model.
    public init(value: Target) { reference = .model(value) }
    /// The target, once it has been looked up.
    public var loaded: Target? {
        guard case .model(let model) = reference else { return nil }
        return model
    }
    /// A required reference.
    public static var kind: _PropertyKind { .toOne(Target.self, isOptional: false) }
    /// A model that no store knows.
    public static var placeholder: Target? { Target(backingData: _EmptyBackingData<Target>()) }
    /// Takes the target's key.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        try reference.decode(row, at: index)
    }
    /// Gives the target's key.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        reference.encode(into: &row, at: index)
    }
    /// Keeps the target's key only.
    public mutating func releaseModels() { reference.releaseModel() }
    /// Access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Target>,
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        ToOneAccess(keyPath: keyPath, storage: storage)
    }
}
