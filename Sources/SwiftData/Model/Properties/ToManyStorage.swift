// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Storage of a to-many relationship.
protocol ToManyStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    /// The related models; nil if they are not loaded.
    var related: RelatedModels<Target>? { get set }
    /// Whether nil was assigned and no model has been added since.
    var hasNoValue: Bool { get }
    init(models: [Target], wasAccessed: Bool)

    // Every save uses these requirements. Each type implements them itself, because generic code
    // would look up the types of their members at run time.

    /// Whether the related models are loaded.
    var isLoaded: Bool { get }
    /// The related models; nil if they are not loaded.
    var targets: [any PersistentModel]? { get }
    /// Adds a model if the relationship is loaded; returns models to release after the access.
    mutating func insert(_ target: any PersistentModel) -> [AnyObject]
    /// Makes the change of an assignment if the relationship is loaded, as
    /// `RelatedModels.apply(_:to:keepsCopy:)`; returns models to release after the access.
    mutating func apply(
        _ splice: RelatedModelsSplice<Target>,
        to assigned: [Target],
        keepsCopy: Bool
    ) -> [AnyObject]
    /// Replaces the models; returns the models to release after the access.
    mutating func set(_ models: [any PersistentModel], wasAccessed: Bool) -> [AnyObject]
    /// Discards models that were neither assigned nor read, and copies for modification; returns
    /// models to release after the access.
    mutating func releaseUnaccessed() -> [AnyObject]
}

/// The storage of a to-many relationship.
public struct _ToManyStorage<Target: PersistentModel>: ToManyStorage {
    var related: RelatedModels<Target>?
    /// The related models, or nil until they are read or assigned.
    public var loaded: [Target]? {
        guard let related, related.wasAccessed else { return nil }
        return related.models
    }

    /// Creates storage without loaded models.
    public init() {}
    /// Creates storage that refers to models.
    public init(value: [Target]) {
        // Not `isEmpty`, a member of `Collection` that looks up two types at run time, for each
        // relationship of each fetched model.
        related = RelatedModels(value, wasAccessed: value.count > 0)
    }
    init(models: [Target], wasAccessed: Bool) {
        related = RelatedModels(models, wasAccessed: wasAccessed)
    }
    var hasNoValue: Bool { false }
    var isLoaded: Bool { related != nil }
    var targets: [any PersistentModel]? {
        guard let related else { return nil }
        return Target.erased(related.models)
    }
    mutating func insert(_ target: any PersistentModel) -> [AnyObject] {
        guard let target = Target.cast(target) else { return [] }
        return related?.insert(target) ?? []
    }
    mutating func apply(
        _ splice: RelatedModelsSplice<Target>,
        to assigned: [Target],
        keepsCopy: Bool
    ) -> [AnyObject] {
        related?.apply(splice, to: assigned, keepsCopy: keepsCopy) ?? []
    }
    mutating func set(_ models: [any PersistentModel], wasAccessed: Bool) -> [AnyObject] {
        let former = related
        related = RelatedModels(Target.cast(models), wasAccessed: wasAccessed)
        return former?.objects ?? []
    }
    mutating func releaseUnaccessed() -> [AnyObject] {
        related?.releaseCopy()
        guard let models = related, !models.wasAccessed else { return [] }
        related = nil
        return models.objects
    }
    /// A to-many relationship.
    public static var kind: _PropertyKind { .toMany(Target.self, isOptional: false) }
    /// The placeholder of a to-many relationship; always empty.
    public static var placeholder: [Target]? { [] }
    /// Does nothing, because the row has no column for the relationship.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {}
    /// Does nothing, because the row has no column for the relationship.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {}
    /// Discards the models, so that the next access loads them.
    public mutating func releaseModels() { related = nil }
    /// Creates type-erased access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, [Target]>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(toMany: ToManyAccess(keyPath: keyPath, storage: storage))
    }
}

/// The storage of an optional to-many relationship.
public struct _OptionalToManyStorage<Target: PersistentModel>: ToManyStorage {
    var related: RelatedModels<Target>?
    /// Whether nil was assigned and no model has been added since.
    private var isNil = false
    /// The related models or an assigned nil; nil until they are read or assigned.
    public var loaded: [Target]?? {
        guard let related, related.wasAccessed else { return nil }
        return .some(isNil && related.models.isEmpty ? nil : related.models)
    }

    /// Creates storage without loaded models.
    public init() {}
    /// Creates storage that refers to models, or holds nil.
    public init(value: [Target]?) {
        related = RelatedModels(value ?? [], wasAccessed: value?.isEmpty != true)
        isNil = value == nil
    }
    init(models: [Target], wasAccessed: Bool) {
        related = RelatedModels(models, wasAccessed: wasAccessed)
    }
    var hasNoValue: Bool { isNil && related?.isEmpty == true }
    var isLoaded: Bool { related != nil }
    var targets: [any PersistentModel]? {
        guard let related else { return nil }
        return Target.erased(related.models)
    }
    mutating func insert(_ target: any PersistentModel) -> [AnyObject] {
        guard let target = Target.cast(target) else { return [] }
        isNil = false
        return related?.insert(target) ?? []
    }
    mutating func apply(
        _ splice: RelatedModelsSplice<Target>,
        to assigned: [Target],
        keepsCopy: Bool
    ) -> [AnyObject] {
        isNil = false
        return related?.apply(splice, to: assigned, keepsCopy: keepsCopy) ?? []
    }
    mutating func set(_ models: [any PersistentModel], wasAccessed: Bool) -> [AnyObject] {
        let former = related
        isNil = false
        related = RelatedModels(Target.cast(models), wasAccessed: wasAccessed)
        return former?.objects ?? []
    }
    mutating func releaseUnaccessed() -> [AnyObject] {
        related?.releaseCopy()
        guard let models = related, !models.wasAccessed else { return [] }
        related = nil
        return models.objects
    }
    /// An optional to-many relationship.
    public static var kind: _PropertyKind { .toMany(Target.self, isOptional: true) }
    /// The placeholder of an optional to-many relationship; always empty.
    public static var placeholder: [Target]?? { .some([]) }
    /// Does nothing, because the row has no column for the relationship.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {}
    /// Does nothing, because the row has no column for the relationship.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {}
    /// Discards the models, so that the next access loads them.
    public mutating func releaseModels() { related = nil }
    /// Creates type-erased access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, [Target]?>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(toMany: ToManyAccess(keyPath: keyPath, storage: storage))
    }
}
