// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models of a to-many relationship while they are in memory.
struct RelatedModels<Target: PersistentModel> {
    /// From this many models on, a set tells whether one is among them.
    private static var setSize: Int { 32 }

    private(set) var models: [Target]
    /// Whether somebody gave the models or has read them.
    ///
    /// The others began as none and grew from the other end only. They needn't stay in memory once they
    /// are saved, which would hold every model that was ever added as long as the context lives.
    var wasAccessed: Bool
    /// The same models, as soon as there are many and one is added.
    private var members: Set<ObjectIdentifier> = []

    init(_ models: [Target]) {
        self.models = models
        wasAccessed = !models.isEmpty
    }

    /// Adds a model unless it is among them.
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

/// Storage of a relationship to any number of models.
protocol ToManyStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    /// The related models, or nil while they aren't in memory.
    var related: RelatedModels<Target>? { get set }
    init(models: [Target])

    // What every save does; in the types themselves, because code that is generic over them would look
    // their parts' types up at run time.

    /// The related models, or nil while they aren't in memory.
    var targets: [any PersistentModel]? { get }
    /// Adds a model to those in memory.
    mutating func insert(_ target: Target)
    /// Forgets models that nobody has given or read.
    mutating func releaseUnaccessed()
}

/// The storage of a to-many relationship.
public struct _ToManyStorage<Target: PersistentModel>: ToManyStorage {
    var related: RelatedModels<Target>?
    /// The related models, or nil until they have been asked for.
    public var loaded: [Target]? {
        guard let related, related.wasAccessed else { return nil }
        return related.models
    }

    /// Makes a place whose models aren't loaded.
    public init() {}
    /// Makes a place that refers to models.
    public init(value: [Target]) { related = RelatedModels(value) }
    init(models: [Target]) { related = RelatedModels(models) }
    var targets: [any PersistentModel]? { related?.models }
    mutating func insert(_ target: Target) { related?.insert(target) }
    mutating func releaseUnaccessed() { if related?.wasAccessed == false { related = nil } }
    /// References to any number of models.
    public static var kind: _PropertyKind { .toMany(Target.self, isOptional: false) }
    /// None.
    public static var placeholder: [Target]? { [] }
    /// Does nothing: the row doesn't know them.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {}
    /// Does nothing: the row doesn't know them.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {}
    /// Forgets them until they are asked for.
    public mutating func releaseModels() { related = nil }
    /// Access to the relationship.
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
    /// Whether nil was assigned, which lasts until a model is added.
    private var isNil = false
    /// The related models or none, or nil until they have been asked for.
    public var loaded: [Target]?? {
        guard let related, related.wasAccessed else { return nil }
        return .some(isNil && related.models.isEmpty ? nil : related.models)
    }

    /// Makes a place whose models aren't loaded.
    public init() {}
    /// Makes a place that refers to models or none.
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
    mutating func insert(_ target: Target) { related?.insert(target) }
    mutating func releaseUnaccessed() { if related?.wasAccessed == false { related = nil } }
    /// References to any number of models.
    public static var kind: _PropertyKind { .toMany(Target.self, isOptional: true) }
    /// None.
    public static var placeholder: [Target]?? { .some([]) }
    /// Does nothing: the row doesn't know them.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {}
    /// Does nothing: the row doesn't know them.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {}
    /// Forgets them until they are asked for.
    public mutating func releaseModels() { related = nil }
    /// Access to the relationship.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, [Target]?>,
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        ToManyAccess(keyPath: keyPath, storage: storage)
    }
}
