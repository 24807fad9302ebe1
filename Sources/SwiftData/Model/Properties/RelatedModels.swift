// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The loaded models of a to-many relationship.
///
/// Methods that drop models from memory return them. The caller releases them after its access to
/// the storage, because the deinitializers of models may read the relationship.
struct RelatedModels<Target: PersistentModel> {
    /// The number of models from which a set is used to find a model.
    private static var setSize: Int { 32 }

    /// The array of the last modification, equal to `elements`; nil if it was not kept.
    ///
    /// The next modification changes it in place, while `elements` keeps the previous models, which
    /// can be read during the modification. It precedes `owner`, so that it is released first.
    private var copy: [Target]?
    /// The models in order, including those in `removed`; nil if there are none.
    private var owner: OwnedModels?
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
        owner = Self.owner(of: models)
        self.wasAccessed = wasAccessed
    }

    /// The models in order, including those in `removed`.
    private var elements: [Target] {
        get { Self.models(of: owner) }
        set { owner = Self.owner(of: newValue) }
        _modify {
            if !isKnownUniquelyReferenced(&owner) { owner = OwnedModels(owner?.models ?? []) }
            // Moved out, so that it is changed in place.
            var models = Self.models(of: owner)
            owner?.models = []
            defer { owner?.models = Target.objects(models) }
            yield &models
        }
    }

    private static func owner(of models: [Target]) -> OwnedModels? {
        models.count > 0 ? OwnedModels(Target.objects(models)) : nil
    }

    private static func models(of owner: OwnedModels?) -> [Target] {
        // Only models of the class are added.
        owner.map { uncheckedCast($0.models, to: Target.self) } ?? []
    }

    /// The models in order.
    ///
    /// - Complexity: O(1); O(*n*) between the removal of a model and the next compaction.
    var models: [Target] {
        removed.isEmpty
            ? elements : elements.filter { !removed.contains(ObjectIdentifier($0)) }
    }

    var isEmpty: Bool { elements.count == removed.count }

    /// The primary key of the last model, or `nil`.
    var lastKey: Int64? { removed.isEmpty ? elements.last?._$model.key : models.last?._$model.key }

    /// Returns the change that an assignment makes; `nil` if the models between the common
    /// beginning and end do not determine it.
    ///
    /// Changing models one by one assigns all of them each time. Remaining models are compared by
    /// comparing memory.
    ///
    /// - Complexity: O(*k*), amortized, for *k* models in between.
    mutating func splice(to assigned: [Target]) -> RelatedModelsSplice<Target>? {
        guard removed.isEmpty, assigned.count > 0 else { return nil }
        let ends = CommonEnds(elements, assigned)
        let range = ends.prefix..<elements.count - ends.suffix
        let replacement = assigned[ends.prefix..<assigned.count - ends.suffix]
        // Without sets for models that are only appended or only removed, the most frequent cases.
        if range.isEmpty, ends.suffix == 0 {
            let added = additions(replacement)
            return splice(range, replacement: added, added: added)
        }
        if replacement.isEmpty {
            return splice(range, replacement: [], removed: Array(elements[range]))
        }
        let former = Set(elements[range].lazy.map { ObjectIdentifier($0) })
        var seen: Set<ObjectIdentifier> = []
        var added: [Target] = []
        for target in replacement {
            guard seen.insert(ObjectIdentifier(target)).inserted else { return nil }
            guard !former.contains(ObjectIdentifier(target)) else { continue }
            guard !contains(target) else { return nil }
            added.append(target)
        }
        let kept = elements[range].filter { seen.contains(ObjectIdentifier($0)) }
        return splice(
            range,
            replacement: Array(replacement),
            removed: elements[range].filter { !seen.contains(ObjectIdentifier($0)) },
            added: added,
            isRearranged: (ends.suffix > 0 && !added.isEmpty)
                || !zip(kept, replacement).allSatisfy { $0 === $1 }
        )
    }

    private func splice(
        _ range: Range<Int>,
        replacement: [Target],
        removed: [Target] = [],
        added: [Target] = [],
        isRearranged: Bool = false
    ) -> RelatedModelsSplice<Target> {
        RelatedModelsSplice(
            range: range,
            replacement: replacement,
            removed: removed,
            added: added,
            isRearranged: isRearranged,
            formerCount: elements.count
        )
    }

    /// Returns the new models among the assigned ones, each once.
    private mutating func additions(_ assigned: ArraySlice<Target>) -> [Target] {
        if assigned.count == 1, let target = assigned.first {
            return contains(target) ? [] : [target]
        }
        var seen: Set<ObjectIdentifier> = []
        return assigned.filter { target in
            !contains(target) && seen.insert(ObjectIdentifier(target)).inserted
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
        // First, because it can make the relationship small, and a small relationship must not keep
        // its set.
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

    /// Makes the change of an assignment.
    ///
    /// - Parameters:
    ///   - splice: The change, which the caller retains until the access has ended, together with
    ///     the removed models.
    ///   - assigned: The assigned models.
    ///   - keepsCopy: Whether the array is kept for the next modification.
    /// - Returns: Other models to release after the access.
    /// - Complexity: O(*k*) for *k* replaced models, and the memory of the others is moved.
    mutating func apply(
        _ splice: RelatedModelsSplice<Target>,
        to assigned: [Target],
        keepsCopy: Bool
    ) -> [AnyObject] {
        copy = nil
        wasAccessed = true
        guard removed.isEmpty, elements.count == splice.formerCount else {
            // An observer has changed the models before the assignment.
            let dropped = objects
            var seen: Set<ObjectIdentifier> = []
            elements = assigned.filter { seen.insert(ObjectIdentifier($0)).inserted }
            (removed, members) = ([], [])
            return dropped
        }
        elements.replaceSubrange(splice.range, with: splice.replacement)
        if elements.count < Self.setSize {
            members = []
        } else if !members.isEmpty {
            for target in splice.removed { members.remove(ObjectIdentifier(target)) }
            for target in splice.added { members.insert(ObjectIdentifier(target)) }
        }
        if keepsCopy { keepCopy(assigned, wasCompared: true) }
        return []
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

    /// Returns the models in order, and the models that the read drops from memory.
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
    ///   - wasCompared: Whether `splice(to:)` compared the array, and its change was made. Then the
    ///     arrays are equal unless one of the additions was a duplicate.
    mutating func keepCopy(_ models: [Target], wasCompared: Bool = false) {
        guard models.count >= Self.setSize, removed.isEmpty, models.count == elements.count
        else { return }
        guard wasCompared || CommonEnds(elements, models).prefix == models.count else { return }
        copy = models
    }

    /// The models in memory, including those in `removed`, as objects.
    var objects: [AnyObject] { Target.objects(elements) }

    /// Releases the array of the last modification.
    mutating func releaseCopy() { copy = nil }

    // MARK: Order

    /// Arranges the models as in another relationship, followed by the models that it lacks.
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
        let dropped: [Target]
        if removed.count == 1, let only = removed.first,
            let place = elements.firstIndex(where: { ObjectIdentifier($0) == only })
        {
            // In place, because models may be removed one by one, each before the next read.
            dropped = [elements.remove(at: place)]
        } else {
            dropped = elements
            elements = models
        }
        removed = []
        if elements.count < Self.setSize { members = [] }
        return dropped
    }

    private mutating func makeMembers() {
        if members.isEmpty { members = Set(elements.lazy.map { ObjectIdentifier($0) }) }
    }
}
