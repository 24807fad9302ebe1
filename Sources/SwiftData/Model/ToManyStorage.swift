// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The loaded models of a to-many relationship.
struct RelatedModels<Target: PersistentModel> {
    /// The number of models from which a set is used to find duplicates.
    private static var setSize: Int { 32 }

    private(set) var models: [Target]
    /// Whether the models were assigned or read.
    ///
    /// A relationship that was neither assigned nor read contains only models added through its
    /// inverse. They are released after a save, because retaining them would keep every added model
    /// in memory for the lifetime of the context.
    var wasAccessed: Bool
    /// The models as a set, created when a model is added to a large relationship.
    private var members: Set<ObjectIdentifier> = []

    init(_ models: [Target]) {
        self.models = models
        wasAccessed = !models.isEmpty
    }

    /// Adds a model unless the relationship already contains it.
    ///
    /// - Complexity: O(1), amortized.
    mutating func insert(_ target: Target) {
        if models.count < Self.setSize {
            guard !models.contains(where: { $0 === target }) else { return }
        } else {
            if members.isEmpty { members = Set(models.lazy.map { ObjectIdentifier($0) }) }
            guard members.insert(ObjectIdentifier(target)).inserted else { return }
        }
        models.append(target)
    }

    mutating func remove(_ target: Target) {
        guard let position = models.firstIndex(where: { $0 === target }) else { return }
        models.remove(at: position)
        members = []
    }
}

/// Storage of a to-many relationship.
protocol ToManyStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    /// The related models; nil if they are not loaded.
    var related: RelatedModels<Target>? { get set }
    init(models: [Target])

    // Every save uses these requirements. Each type implements them itself, because generic code
    // would look up the types of their members at run time.

    /// The related models; nil if they are not loaded.
    var targets: [any PersistentModel]? { get }
    /// Adds a model if the relationship is loaded.
    mutating func insert(_ target: Target)
    /// Discards models that were neither assigned nor read.
    mutating func releaseUnaccessed()
}

/// The storage of a to-many relationship.
public struct _ToManyStorage<Target: PersistentModel>: ToManyStorage {
    var related: RelatedModels<Target>?
    /// The related models, or nil until they are read or assigned.
    public var loaded: [Target]? {
        guard let related, related.wasAccessed else { return nil }
        return related.models
    }

    /// Creates storage whose models are not loaded.
    public init() {}
    /// Creates storage that refers to models.
    public init(value: [Target]) { related = RelatedModels(value) }
    init(models: [Target]) { related = RelatedModels(models) }
    var targets: [any PersistentModel]? { related?.models }
    mutating func insert(_ target: Target) { related?.insert(target) }
    mutating func releaseUnaccessed() { if related?.wasAccessed == false { related = nil } }
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
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        ToManyAccess(keyPath: keyPath, storage: storage)
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

    /// Creates storage whose models are not loaded.
    public init() {}
    /// Creates storage that refers to models, or holds nil.
    public init(value: [Target]?) {
        var related = RelatedModels(value ?? [])
        if value == nil {
            related.wasAccessed = true
            isNil = true
        }
        self.related = related
    }
    init(models: [Target]) { related = RelatedModels(models) }
    var targets: [any PersistentModel]? { related?.models }
    mutating func insert(_ target: Target) {
        isNil = false
        related?.insert(target)
    }
    mutating func releaseUnaccessed() { if related?.wasAccessed == false { related = nil } }
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
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        ToManyAccess(keyPath: keyPath, storage: storage)
    }
}
