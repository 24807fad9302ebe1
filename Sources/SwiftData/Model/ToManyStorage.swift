// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The loaded models of a to-many relationship.
///
/// Methods that drop models from memory return them. The caller releases them after its access to
/// the storage, because the deinitializers of models may read the relationship.
struct RelatedModels<Target: PersistentModel> {
    /// The number of models from which a set is used to find a model.
    private static var setSize: Int { 32 }

    /// The models in order, including those in `removed`.
    private var elements: [Target]
    /// The array of the last modification, equal to `elements`; nil if it was not kept.
    ///
    /// The next modification changes it in place, while `elements` keeps the former models, which
    /// can be read during the modification.
    private var copy: [Target]?
    /// The models removed from a large relationship since the last compaction.
    private var removed: Set<ObjectIdentifier> = []
    /// The models as a set, created by the first change of a large relationship.
    private var members: Set<ObjectIdentifier> = []
    /// Whether the models were assigned or read.
    ///
    /// A relationship that was neither assigned nor read contains only models added through its
    /// inverse. They are released after a save, because retaining them would keep every added model
    /// in memory for the lifetime of the context.
    var wasAccessed: Bool

    init(_ models: [Target], wasAccessed: Bool = true) {
        elements = models
        self.wasAccessed = wasAccessed
    }

    /// The models in order.
    ///
    /// - Complexity: O(1); O(*n*) between the removal of a model and the next compaction.
    var models: [Target] {
        removed.isEmpty
            ? elements : elements.filter { !removed.contains(ObjectIdentifier($0)) }
    }

    var isEmpty: Bool { elements.count == removed.count }

    /// The primary key of the last model; nil if there is none.
    var lastKey: Int64? { removed.isEmpty ? elements.last?._$model.key : models.last?._$model.key }

    /// Returns the models that an assignment appends; nil unless the assigned models begin with the
    /// current ones.
    ///
    /// Appending models one by one assigns all of them each time. The comparison of the models that
    /// stay is a comparison of memory.
    mutating func additions(in assigned: [Target]) -> [Target]? {
        guard removed.isEmpty, assigned.count > elements.count else { return nil }
        guard isPrefix(of: assigned) else { return nil }
        let rest = assigned[elements.count...]
        // Without a set for a single model, the most frequent case.
        if rest.count == 1, let target = rest.first { return contains(target) ? [] : [target] }
        var seen: Set<ObjectIdentifier> = []
        return rest.filter { target in
            !contains(target) && seen.insert(ObjectIdentifier(target)).inserted
        }
    }

    /// Returns whether an array that is not shorter begins with these models.
    private func isPrefix(of models: [Target]) -> Bool {
        let count = elements.count * MemoryLayout<Target>.stride
        return elements.withUnsafeBytes { old in
            models.withUnsafeBytes { new in
                guard count > 0, let old = old.baseAddress, let new = new.baseAddress else {
                    return true
                }
                return memcmp(old, new, count) == 0
            }
        }
    }

    /// Returns whether the relationship contains a model.
    ///
    /// - Complexity: O(1), amortized.
    mutating func contains(_ target: Target) -> Bool {
        guard elements.count >= Self.setSize else {
            return elements.contains { $0 === target }
        }
        makeMembers()
        return members.contains(ObjectIdentifier(target))
    }

    /// Adds a model unless the relationship already contains it.
    ///
    /// - Complexity: O(1), amortized; O(*n*) for a model that was removed since the last
    ///   compaction.
    @discardableResult mutating func insert(_ target: Target) -> [AnyObject] {
        copy = nil
        // First, because it can make the relationship small, and the set must not outlive that.
        let dropped =
            removed.contains(ObjectIdentifier(target)) ? Target.objects(compact()) : []
        if elements.count < Self.setSize {
            guard !elements.contains(where: { $0 === target }) else { return dropped }
        } else {
            makeMembers()
            guard members.insert(ObjectIdentifier(target)).inserted else { return dropped }
        }
        elements.append(target)
        return dropped
    }

    /// Inserts the additions of an assignment.
    ///
    /// - Parameters:
    ///   - additions: The models that `additions(in:)` returned.
    ///   - assigned: The assigned models, if they are kept for the next modification.
    /// - Returns: The models to release after the access.
    mutating func append(_ additions: [Target], keeping assigned: [Target]?) -> [AnyObject] {
        var dropped: [AnyObject] = []
        for target in additions { dropped += insert(target) }
        wasAccessed = true
        if let assigned { keepCopy(assigned, afterAdditions: true) }
        return dropped
    }

    /// Removes a model.
    ///
    /// - Complexity: O(1), amortized: removing many models one by one must not move the others each
    ///   time.
    @discardableResult mutating func remove(_ target: Target) -> [Target] {
        copy = nil
        guard elements.count >= Self.setSize else {
            elements.removeAll { $0 === target }
            return []
        }
        makeMembers()
        guard members.remove(ObjectIdentifier(target)) != nil else { return [] }
        removed.insert(ObjectIdentifier(target))
        return removed.count > elements.count / 2 ? compact() : []
    }

    /// Returns the models in order and those that the read drops from memory.
    ///
    /// - Complexity: As `models`.
    mutating func read() -> (models: [Target], dropped: [Target]) {
        wasAccessed = true
        let dropped = compact()
        return (elements, dropped)
    }

    // MARK: Modification

    /// Removes and returns the array of the last modification; nil if the models have changed since
    /// then.
    mutating func takeCopy() -> [Target]? {
        wasAccessed = true
        defer { copy = nil }
        return copy
    }

    /// Keeps the array of a modification, if these are the models.
    ///
    /// - Parameters:
    ///   - models: The modified array.
    ///   - isAppended: Whether `additions(in:)` compared the array, and its additions were
    ///     inserted. Then the arrays are equal unless one of the additions was a duplicate.
    mutating func keepCopy(_ models: [Target], afterAdditions isAppended: Bool = false) {
        guard models.count >= Self.setSize, removed.isEmpty, models.count == elements.count,
            isAppended || isPrefix(of: models)
        else { return }
        copy = models
    }

    /// The models in memory, including those in `removed`, as objects.
    fileprivate var objects: [AnyObject] { Target.objects(elements) }

    /// Releases the array of the last modification.
    mutating func releaseCopy() { copy = nil }

    // MARK: Order

    /// Arranges the models as in another relationship, and those that it lacks after them.
    @discardableResult mutating func reorder(like other: RelatedModels) -> [Target] {
        copy = nil
        let dropped = compact()
        var waiting = Set(elements.lazy.map { ObjectIdentifier($0) })
        let first = other.models.filter { waiting.remove(ObjectIdentifier($0)) != nil }
        elements = first + elements.filter { waiting.contains(ObjectIdentifier($0)) }
        return dropped
    }

    /// Moves the last model before the first one with a higher primary key, if the last two are not
    /// in order.
    ///
    /// - Complexity: O(log *n*) comparisons if the others are in the order of their keys.
    @discardableResult mutating func placeLast() -> [Target] {
        copy = nil
        let dropped = compact()
        guard elements.count > 1, let last = elements.last else { return dropped }
        let key = last._$model.key
        guard elements[elements.count - 2]._$model.key > key else { return dropped }
        var (low, high) = (0, elements.count - 2)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle]._$model.key > key { high = middle } else { low = middle + 1 }
        }
        elements.insert(elements.removeLast(), at: low)
        return dropped
    }

    /// Drops the removed models from memory.
    @discardableResult mutating func compact() -> [Target] {
        guard !removed.isEmpty else { return [] }
        let dropped = elements
        elements = models
        removed = []
        if elements.count < Self.setSize { members = [] }
        return dropped
    }

    private mutating func makeMembers() {
        if members.isEmpty { members = Set(elements.lazy.map { ObjectIdentifier($0) }) }
    }
}

/// Storage of a to-many relationship.
protocol ToManyStorage: _PropertyStorage {
    associatedtype Target: PersistentModel
    /// The related models; nil if they are not loaded.
    var related: RelatedModels<Target>? { get set }
    init(models: [Target], wasAccessed: Bool)

    // Every save uses these requirements. Each type implements them itself, because generic code
    // would look up the types of their members at run time.

    /// Whether the related models are loaded.
    var isLoaded: Bool { get }
    /// The related models; nil if they are not loaded.
    var targets: [any PersistentModel]? { get }
    /// Adds a model if the relationship is loaded; returns models to release after the access.
    mutating func insert(_ target: any PersistentModel) -> [AnyObject]
    /// Inserts the additions of an assignment if the relationship is loaded, as
    /// `RelatedModels.append(_:keeping:)`; returns models to release after the access.
    mutating func append(_ additions: [Target], keeping assigned: [Target]?) -> [AnyObject]
    /// Replaces the models; returns those to release after the access.
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

    /// Creates storage whose models are not loaded.
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
    var isLoaded: Bool { related != nil }
    var targets: [any PersistentModel]? {
        guard let related else { return nil }
        return Target.erased(related.models)
    }
    mutating func insert(_ target: any PersistentModel) -> [AnyObject] {
        guard let target = Target.cast(target) else { return [] }
        return related?.insert(target) ?? []
    }
    mutating func append(_ additions: [Target], keeping assigned: [Target]?) -> [AnyObject] {
        related?.append(additions, keeping: assigned) ?? []
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
        related = RelatedModels(value ?? [], wasAccessed: value?.isEmpty != true)
        isNil = value == nil
    }
    init(models: [Target], wasAccessed: Bool) {
        related = RelatedModels(models, wasAccessed: wasAccessed)
    }
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
    mutating func append(_ additions: [Target], keeping assigned: [Target]?) -> [AnyObject] {
        isNil = isNil && additions.isEmpty
        return related?.append(additions, keeping: assigned) ?? []
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
        ToManyAccess(keyPath: keyPath, storage: storage)
    }
}
