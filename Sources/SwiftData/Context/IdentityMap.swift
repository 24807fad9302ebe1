// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The registered models of a context by row, without retaining them.
///
/// A model removes itself when it is deinitialized (`_ModelLifetime`). Weak references would double
/// the cost of each model, because the reference counts of an object with weak references are in
/// a separate allocation. The lock is for models that are released on another thread, against the
/// rules of their isolation.
final class IdentityMap {
    private let lock = SpinLock()
    // Unchecked, because the lock excludes overlapping accesses.
    @exclusivity(unchecked) private var tables: [IdentityTable]

    init(entityCount: Int) {
        tables = Array(repeating: IdentityTable(), count: entityCount)
    }

    /// Returns the model of a row.
    ///
    /// - Complexity: O(1).
    func model(_ entity: Int, _ key: Int64) -> (any PersistentModel)? {
        lock.withLock { tables[entity].model(key) }
    }

    /// Adds the model of a row.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - state: The state of the model.
    ///   - entity: The index of its entity.
    ///   - key: The primary key of the row.
    /// - Complexity: O(1), amortized.
    func insert<M: PersistentModel>(
        _ model: M,
        _ state: _ModelState,
        _ entity: Int,
        _ key: Int64
    ) {
        lock.withLock {
            state.unretainedModel = UnretainedModel(model)
            tables[entity].insert(.passUnretained(state), key)
        }
    }

    /// Returns whether no model of an entity is registered.
    func isEmpty(_ entity: Int) -> Bool { lock.withLock { tables[entity].isEmpty } }

    func remove(_ entity: Int, _ key: Int64) {
        lock.withLock { tables[entity].remove(key) }
    }

    /// Removes the model with a state, unless another model is registered for its row.
    func remove(_ entity: Int, _ key: Int64, with state: _ModelState) {
        lock.withLock { tables[entity].remove(key, with: state) }
    }

    func removeAll() {
        lock.withLock { tables = Array(repeating: IdentityTable(), count: tables.count) }
    }

    /// Returns the models of an entity.
    func models(of entity: Int) -> [any PersistentModel] {
        lock.withLock { tables[entity].models }
    }

    /// The greatest number of blocks that a search for a model passes, for tests.
    var longestSearch: Int { lock.withLock { tables.map(\.longestDistance).max() ?? 0 } }

    /// All models.
    var models: [any PersistentModel] { tables.indices.flatMap { models(of: $0) } }
}

/// A hash table of unretained models by primary key.
///
/// Its elements are blocks of eight consecutive keys, which are usually fetched together, so that
/// most searches read memory that the search before has read. It uses linear probing.
private struct IdentityTable {
    /// The state of a model, which exists until the model has been removed.
    typealias State = Unmanaged<_ModelState>

    /// The models whose keys differ only in the last three bits.
    private struct Block {
        static let size = 8

        /// The key of each model, divided by the size of a block.
        var number: Int64 = 0
        /// The number of models; 0 for an element of the table that is not in use.
        var count = 0
        var states = InlineArray<8, State?>(repeating: nil)

        var isEmpty: Bool { count == 0 }
    }

    private static let minimumCapacity = 4

    private var blocks: [Block] = []
    /// The number of blocks in use.
    private var usedBlocks = 0

    var isEmpty: Bool { usedBlocks == 0 }

    /// Returns the model of a row, or nil if there is none, or its deinitialization has begun.
    func model(_ key: Int64) -> (any PersistentModel)? {
        guard let position = position(of: Self.number(of: key)) else { return nil }
        return Self.retained(blocks[position].states[Self.offset(of: key)])
    }

    mutating func insert(_ state: State, _ key: Int64) {
        if 4 * (usedBlocks + 1) > 3 * blocks.count {
            resize(to: max(Self.minimumCapacity, 2 * blocks.count))
        }
        let number = Self.number(of: key)
        var position = home(of: number)
        while !blocks[position].isEmpty, blocks[position].number != number {
            position = next(position)
        }
        if blocks[position].isEmpty {
            blocks[position].number = number
            usedBlocks += 1
        }
        if blocks[position].states[Self.offset(of: key)] == nil { blocks[position].count += 1 }
        blocks[position].states[Self.offset(of: key)] = state
    }

    mutating func remove(_ key: Int64, with state: _ModelState) {
        guard let position = position(of: Self.number(of: key)),
            let found = blocks[position].states[Self.offset(of: key)],
            found.toOpaque() == State.passUnretained(state).toOpaque()
        else { return }
        removeState(of: key, at: position)
    }

    mutating func remove(_ key: Int64) {
        guard let position = position(of: Self.number(of: key)),
            blocks[position].states[Self.offset(of: key)] != nil
        else { return }
        removeState(of: key, at: position)
    }

    var models: [any PersistentModel] {
        var models: [any PersistentModel] = []
        for position in blocks.indices where !blocks[position].isEmpty {
            for offset in 0..<Block.size {
                if let model = Self.retained(blocks[position].states[offset]) {
                    models.append(model)
                }
            }
        }
        return models
    }

    private static func retained(_ state: State?) -> (any PersistentModel)? {
        state?._withUnsafeGuaranteedRef { $0.unretainedModel?.retained() }
    }

    // MARK: Blocks

    private static func number(of key: Int64) -> Int64 { key >> 3 }

    /// Returns the index of a key in its block.
    private static func offset(of key: Int64) -> Int { Int(key & 7) }

    private mutating func removeState(of key: Int64, at position: Int) {
        blocks[position].states[Self.offset(of: key)] = nil
        blocks[position].count -= 1
        if blocks[position].isEmpty { removeBlock(at: position) }
    }

    /// Moves the blocks behind a position up, so that a search needs no trace of the removed block.
    private mutating func removeBlock(at position: Int) {
        var (empty, candidate) = (position, next(position))
        while !blocks[candidate].isEmpty {
            // A block stays behind the position where the search for it begins.
            if distance(at: candidate) >= (candidate - empty) & (blocks.count - 1) {
                blocks[empty] = blocks[candidate]
                blocks[candidate] = Block()
                empty = candidate
            }
            candidate = next(candidate)
        }
        usedBlocks -= 1
        if blocks.count > Self.minimumCapacity, 8 * usedBlocks < blocks.count {
            resize(to: blocks.count / 2)
        }
    }

    private mutating func resize(to capacity: Int) {
        let old = blocks
        blocks = Array(repeating: Block(), count: capacity)
        for block in old where !block.isEmpty {
            var position = home(of: block.number)
            while !blocks[position].isEmpty { position = next(position) }
            blocks[position] = block
        }
    }

    private func position(of number: Int64) -> Int? {
        guard !blocks.isEmpty else { return nil }
        var position = home(of: number)
        while !blocks[position].isEmpty {
            if blocks[position].number == number { return position }
            position = next(position)
        }
        return nil
    }

    /// Returns the distance of a block from its first position.
    private func distance(at position: Int) -> Int {
        (position - home(of: blocks[position].number)) & (blocks.count - 1)
    }

    var longestDistance: Int {
        blocks.indices.lazy.filter { !blocks[$0].isEmpty }.map(distance).max() ?? 0
    }

    private func next(_ position: Int) -> Int { (position + 1) & (blocks.count - 1) }

    /// Returns the first position of a block, where its search begins.
    ///
    /// Multiplication by the golden ratio distributes successive blocks evenly over the table, so
    /// that those of a range of keys hardly overlap.
    private func home(of number: Int64) -> Int {
        let hash = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> (64 - UInt64(blocks.count.trailingZeroBitCount)))
    }
}
