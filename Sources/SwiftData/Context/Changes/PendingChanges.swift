// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved changes of a context, in chronological order.
///
/// The type is a class, because its parts are read for each query and each changed model: copying a
/// struct would retain and release all of them.
final class PendingChanges {
    /// The new models, which only the context retains.
    var inserted = PendingModels()
    /// The stored models with changed properties or relationships.
    var changed = PendingModels()
    /// Whether new or changed models have relationships, which a save then checks.
    private(set) var hasRelationships = false
    /// The stored models to delete.
    private(set) var deleted = PendingModels()
    /// The number of models in `deleted` by entity index.
    private var deletionCounts: [Int] = []
    /// The rows to delete that have no model.
    var deletedRows = DeletedRows()
    /// The effects of each explicit deletion, by the deleted model.
    var deletions: [ObjectIdentifier: Deletion] = [:]
    /// The pairs of models to link or unlink, by join table index.
    var links: [Int: PendingLinks] = [:]
    /// The models with a changed foreign key, by the model that they now refer to.
    var referrers = PendingReferrers()
    /// The models with ordered relationships that are saved in their order in memory.
    private(set) var arranged = InsertionOrderedDictionary<
        ObjectIdentifier, (owner: any PersistentModel, properties: PropertySet)
    >()

    /// The changes that the next save checks before it writes.
    var checks = Checks()

    /// The changes that a save checks before it writes.
    struct Checks {
        /// The models of other contexts that were added to to-many relationships.
        var foreignTargets:
            [(
                owner: any PersistentModel, property: PropertyDescription,
                target: any PersistentModel
            )] = []
        /// The references to stored models that were assigned before their deletion, which the
        /// save clears.
        var referencesToDeletions: [OneWayReference] = []
        /// The errors of failed insertions, which the save throws.
        var insertionErrors: [any Error] = []
    }

    var isEmpty: Bool {
        inserted.isEmpty && changed.isEmpty && deleted.isEmpty && deletedRows.isEmpty
            && checks.insertionErrors.isEmpty && links.values.allSatisfy(\.isEmpty)
    }

    /// Returns whether rows of an entity, given its index, will be deleted.
    func hasDeletions(ofEntity index: Int) -> Bool {
        index < deletionCounts.count && deletionCounts[index] > 0
            || !deletedRows.keys(ofEntity: index).isEmpty
    }

    /// Records a new model.
    func insert(_ model: any PersistentModel) {
        let state = model._$model
        inserted.insert(model, state: state)
        noteRelationships(of: state)
    }

    /// Records that a stored model changed.
    func change(_ model: any PersistentModel) {
        let state = model._$model
        changed.insert(model, state: state)
        noteRelationships(of: state)
    }

    private func noteRelationships(of state: _ModelState) {
        guard !hasRelationships, let entity = state.entity else { return }
        hasRelationships = !entity.relationshipIndexes.isEmpty
    }

    /// Records the deletion of a stored model.
    func delete(_ model: any PersistentModel) {
        let state = model._$model
        guard let entity = state.entity, deleted.insert(model, state: state) else { return }
        while deletionCounts.count <= entity.index { deletionCounts.append(0) }
        deletionCounts[entity.index] += 1
    }

    /// Discards the deletion of a stored model.
    func discardDeletion(of model: any PersistentModel) {
        guard deleted.remove(model), let entity = model._$model.entity else { return }
        deletionCounts[entity.index] -= 1
    }

    /// Records that a relationship lost a deleted model, so that the insertion of that model
    /// returns it.
    func noteRemoval(
        of removed: any PersistentModel,
        from owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        deletions[ObjectIdentifier(removed)]?.removals
            .append(Deletion.Removal(owner: owner, property: property, removed: removed))
    }

    /// Records that a pair was not added because of a deleted model, so that the insertion of that
    /// model adds it; returns whether there is such a deletion.
    func noteAddition(of pair: PendingLinks.Pair, inTable table: Int) -> Bool {
        for end in [ObjectIdentifier(pair.left), ObjectIdentifier(pair.right)]
        where deletions[end] != nil {
            deletions[end]?.links[table, default: .init()].added.append(pair)
            return true
        }
        return false
    }

    /// Records that the loaded models of an ordered relationship have another order than the store.
    func arrange(_ owner: any PersistentModel, by property: PropertyDescription) {
        var properties = arranged[ObjectIdentifier(owner)]?.properties ?? PropertySet()
        properties.insert(property.index)
        arranged[ObjectIdentifier(owner)] = (owner, properties)
    }

    /// Returns the unsaved pairs of a join table as rows for queries; nil if it has none.
    func pairs(inTable index: Int) -> PendingPairs? { links[index]?.rows() }

    /// Adds a pair, or cancels its removal; returns whether it was to be removed.
    @discardableResult
    func link(_ pair: PendingLinks.Pair, in table: Int) -> Bool {
        links[table, default: PendingLinks()].link(pair)
    }

    func unlink(_ pair: PendingLinks.Pair, in table: Int) {
        links[table, default: PendingLinks()].unlink(pair)
    }

    /// Adds or removes a pair, whether the store has it or not.
    func ensure(_ pair: PendingLinks.Pair, isLinked: Bool, in table: Int) {
        links[table, default: PendingLinks()].ensure(pair, isLinked: isLinked)
    }

    /// Removes and returns the pairs of a model, which are deleted with its row, by join table
    /// index.
    ///
    /// - Complexity: O(*k*) for the *k* pairs of the model.
    @discardableResult
    func removeLinks(of model: any PersistentModel) -> [Int: PendingLinks.Pairs] {
        var removed: [Int: PendingLinks.Pairs] = [:]
        guard !links.isEmpty else { return removed }
        for table in Array(links.keys) {
            guard let pairs = links[table]?.removeAll(of: model) else { continue }
            removed[table] = pairs
        }
        return removed
    }
}

/// The models of a context with one kind of unsaved change, in chronological order.
///
/// Each model has its own position, so that it is found without hashing. It is in one list at a
/// time: it moves from one kind of change to another, or is removed, before it is added again.
struct PendingModels {
    /// The number of slots up to which empty ones are kept.
    private static let compactionLimit = 16

    private var slots: [(any PersistentModel)?] = []
    private(set) var count = 0
    /// The numbers of slots before the marks.
    private var marks: [Int] = []

    var isEmpty: Bool { count == 0 }
    /// The models in chronological order.
    var values: some Sequence<any PersistentModel> { slots.lazy.compactMap { $0 } }

    /// Adds a model with a state unless the list contains it; returns whether it was added.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func insert(_ model: any PersistentModel, state: _ModelState) -> Bool {
        guard !contains(model, at: state.pendingPosition) else { return false }
        state.pendingPosition = slots.count
        slots.append(model)
        count += 1
        return true
    }

    /// Removes a model; returns whether the list contained it.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func remove(_ model: any PersistentModel) -> Bool {
        guard !isEmpty else { return false }
        let position = model._$model.pendingPosition
        guard contains(model, at: position) else { return false }
        slots[position] = nil
        count -= 1
        // Once the empty slots outnumber the others.
        if slots.count > max(2 * count, Self.compactionLimit) { compact() }
        return true
    }

    /// Marks the end of the list.
    mutating func mark() { marks.append(slots.count) }

    /// Removes the last mark.
    ///
    /// - Returns: The models that were added since; all of them if the list has no mark, because
    ///   it then replaced the marked one.
    /// - Complexity: O(*k*) for *k* models.
    mutating func removeMark() -> [any PersistentModel] {
        slots[(marks.popLast() ?? 0)...].compactMap { $0 }
    }

    private func contains(_ model: any PersistentModel, at position: Int) -> Bool {
        position < slots.count && slots[position] === model
    }

    private mutating func compact() {
        marks = marks.map { mark in slots[..<mark].count { $0 != nil } }
        slots.removeAll { $0 == nil }
        for (position, model) in slots.enumerated() { model?._$model.pendingPosition = position }
    }
}

/// The rows that a context will delete and that have no model in it, because a deletion cascaded to
/// them.
///
/// When a model of such a row is created, the row is removed here, and the model is marked as
/// deleted.
struct DeletedRows {
    private var keysByEntity: [Int: Set<Int64>] = [:]

    var isEmpty: Bool { keysByEntity.isEmpty }
    var count: Int { keysByEntity.values.reduce(0) { $0 + $1.count } }
    /// The indexes of the entities with such rows, in ascending order.
    var entities: [Int] { keysByEntity.keys.sorted() }

    /// Returns the primary keys of an entity's rows.
    func keys(ofEntity index: Int) -> Set<Int64> { isEmpty ? [] : keysByEntity[index] ?? [] }

    func contains(_ key: Int64, ofEntity index: Int) -> Bool {
        !isEmpty && keysByEntity[index]?.contains(key) == true
    }

    /// Adds rows.
    ///
    /// - Returns: The keys of the rows that were not among them.
    mutating func insert(_ keys: [Int64], ofEntity index: Int) -> [Int64] {
        func insert(into known: inout Set<Int64>) -> [Int64] {
            keys.filter { known.insert($0).inserted }
        }
        return keys.isEmpty ? [] : insert(into: &keysByEntity[index, default: []])
    }

    /// Removes a row; returns whether it was one of them.
    mutating func remove(_ key: Int64, ofEntity index: Int) -> Bool {
        guard keysByEntity[index]?.remove(key) != nil else { return false }
        if keysByEntity[index]?.isEmpty == true { keysByEntity[index] = nil }
        return true
    }
}
