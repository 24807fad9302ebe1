// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The registered models of a context by row, without retaining them.
///
/// A model removes itself when it is deinitialized (`_ModelLifetime`). Weak references would double
/// the cost of each model, because the reference counts of an object with weak references are in
/// a separate allocation. The lock is for models that are released on another thread, against the
/// rules of their isolation.
final class IdentityMap {
    private let mutex = Mutex<Void>(())
    // Unchecked, because the lock excludes overlapping accesses.
    @exclusivity(unchecked) private var tables: [IdentityTable]

    init(entityCount: Int) {
        tables = Array(repeating: IdentityTable(), count: entityCount)
    }

    /// Returns the model of a row.
    ///
    /// - Complexity: O(1).
    func model(_ entity: Int, _ key: Int64) -> (any PersistentModel)? {
        var model: (any PersistentModel)?
        mutex.withLock { _ in model = tables[entity].model(key) }
        return model
    }

    /// Adds the model of a row.
    ///
    /// - Complexity: O(1), amortized.
    func insert(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
        mutex.withLock { _ in tables[entity].insert(model, key) }
    }

    /// Returns whether no model of an entity is registered.
    func isEmpty(_ entity: Int) -> Bool { mutex.withLock { _ in tables[entity].isEmpty } }

    func remove(_ entity: Int, _ key: Int64) {
        mutex.withLock { _ in tables[entity].remove(key) }
    }

    /// Removes the model with a state, unless another model is registered for its row.
    func remove(_ entity: Int, _ key: Int64, with state: _ModelState) {
        mutex.withLock { _ in tables[entity].remove(key, with: state) }
    }

    func removeAll() {
        mutex.withLock { _ in
            tables = Array(repeating: IdentityTable(), count: tables.count)
        }
    }

    /// Returns the models of an entity.
    func models(of entity: Int) -> [any PersistentModel] {
        var models: [any PersistentModel] = []
        mutex.withLock { _ in models = tables[entity].models }
        return models
    }

    /// The greatest number of slots that a search for a model passes, for tests.
    var longestSearch: Int { mutex.withLock { _ in tables.map(\.longestDistance).max() ?? 0 } }

    /// All models.
    var models: [any PersistentModel] { tables.indices.flatMap { models(of: $0) } }
}

/// A hash table of unretained models by primary key.
///
/// It uses linear probing, with the keys in the order of their first positions (Robin Hood
/// hashing), so that a search ends in a run of consecutive keys as soon as it has passed its own
/// position.
private struct IdentityTable {
    /// Small, because the table is zeroed, filled and searched for each model.
    private struct Slot {
        /// The primary key, or 0 for an empty slot.
        var key: Int64 = 0
        /// The state of the model, which exists until the model has been removed.
        var state: Unmanaged<_ModelState>?

        /// Returns the model, or nil if its deinitialization has begun.
        func retained() -> (any PersistentModel)? {
            state?._withUnsafeGuaranteedRef { $0.unretainedModel?.retained() }
        }

        func contains(_ state: _ModelState) -> Bool {
            self.state?.toOpaque() == Unmanaged.passUnretained(state).toOpaque()
        }
    }

    private static let minimumCapacity = 16

    private var slots: [Slot] = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    func model(_ key: Int64) -> (any PersistentModel)? {
        guard let position = position(of: key) else { return nil }
        return slots[position].retained()
    }

    mutating func insert(_ model: any PersistentModel, _ key: Int64) {
        if 4 * (count + 1) > 3 * slots.count {
            resize(to: max(Self.minimumCapacity, 2 * slots.count))
        }
        let state = model._$model
        state.unretainedModel = UnretainedModel(model)
        if place(Slot(key: key, state: .passUnretained(state))) { count += 1 }
    }

    mutating func remove(_ key: Int64, with state: _ModelState) {
        guard let position = position(of: key), slots[position].contains(state) else { return }
        remove(at: position)
    }

    mutating func remove(_ key: Int64) {
        if let position = position(of: key) { remove(at: position) }
    }

    var models: [any PersistentModel] {
        slots.indices.compactMap { slots[$0].key == 0 ? nil : slots[$0].retained() }
    }

    private mutating func remove(at position: Int) {
        var (empty, candidate) = (position, next(position))
        // The keys behind it that are not in their first position move up.
        while slots[candidate].key != 0, distance(at: candidate) > 0 {
            slots[empty] = slots[candidate]
            (empty, candidate) = (candidate, next(candidate))
        }
        slots[empty] = Slot()
        count -= 1
        if slots.count > Self.minimumCapacity, 8 * count < slots.count {
            resize(to: slots.count / 2)
        }
    }

    private mutating func resize(to capacity: Int) {
        let old = slots
        slots = Array(repeating: Slot(), count: capacity)
        for position in old.indices where old[position].key != 0 { _ = place(old[position]) }
    }

    /// Places a slot, which replaces the slot with the same key.
    ///
    /// - Returns: Whether the key is new.
    private mutating func place(_ slot: Slot) -> Bool {
        var (slot, position, distance) = (slot, home(of: slot.key), 0)
        while slots[position].key != 0 {
            if slots[position].key == slot.key {
                slots[position] = slot
                return false
            }
            let other = self.distance(at: position)
            if other < distance {
                // From here on, the slot is one from the table, whose key occurs only once.
                swap(&slots[position], &slot)
                distance = other
            }
            position = next(position)
            distance += 1
        }
        slots[position] = slot
        return true
    }

    private func position(of key: Int64) -> Int? {
        guard !slots.isEmpty, key != 0 else { return nil }
        var (position, distance) = (home(of: key), 0)
        while slots[position].key != key {
            guard slots[position].key != 0, self.distance(at: position) >= distance else {
                return nil
            }
            position = next(position)
            distance += 1
        }
        return position
    }

    /// Returns the distance of the key in a slot from its first position.
    private func distance(at position: Int) -> Int {
        (position - home(of: slots[position].key)) & (slots.count - 1)
    }

    var longestDistance: Int {
        slots.indices.lazy.filter { slots[$0].key != 0 }.map(distance).max() ?? 0
    }

    private func next(_ position: Int) -> Int { (position + 1) & (slots.count - 1) }

    /// Returns the first position of a key, where its search begins.
    ///
    /// Blocks of eight consecutive keys, which are usually fetched together, have consecutive
    /// positions. Multiplication by the golden ratio distributes successive blocks evenly over the
    /// table, so that those of a range of keys hardly overlap.
    private func home(of key: Int64) -> Int {
        let hash = UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15
        let block = hash >> (64 - UInt64(slots.count.trailingZeroBitCount - 3))
        return Int(truncatingIfNeeded: block << 3) | Int(key & 7)
    }
}
