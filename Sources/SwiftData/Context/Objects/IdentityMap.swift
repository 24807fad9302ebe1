// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The registered models of a context by row, without retaining them.
///
/// A model removes itself when it is deinitialized (`_ModelStateStorage`). Weak references would
/// move the reference counts of each model to a separate allocation (decision 0035). The lock is
/// for models that are released on another thread, against the rules of their isolation.
final class IdentityMap {
    private let lock = SpinLock()
    /// The tables by entity index, which are used with the lock only.
    ///
    /// Not an array, which would check for each model that it has one reference.
    private let tables: UnsafeMutableBufferPointer<IdentityTable>

    init(entityCount: Int) {
        tables = .allocate(capacity: entityCount)
        for index in tables.indices { tables.initializeElement(at: index, to: IdentityTable()) }
    }

    deinit {
        tables.deinitialize()
        tables.deallocate()
    }

    /// Returns the model of a row.
    ///
    /// - Complexity: O(1).
    func model(_ entity: Int, key: Int64) -> (any PersistentModel)? {
        lock.withLock { tables[entity].model(key) }
    }

    /// Adds the model of a row.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - entity: The index of its entity.
    ///   - key: The primary key of the row.
    /// - Complexity: O(1), amortized.
    func insert<M: PersistentModel>(_ model: M, entity: Int, key: Int64) {
        let state = model._$state
        lock.withLock {
            state.pointee.unretainedModel = UnretainedModel(model)
            tables[entity].insert(state, key: key)
        }
    }

    /// Returns whether no model of an entity is registered.
    func isEmpty(_ entity: Int) -> Bool { lock.withLock { tables[entity].isEmpty } }

    func remove(_ entity: Int, key: Int64) {
        lock.withLock { tables[entity].remove(key) }
    }

    /// Removes a model, unless another model is registered for its row.
    func remove(_ entity: Int, key: Int64, of model: UnretainedModel) {
        lock.withLock { tables[entity].remove(key, of: model) }
    }

    func removeAll() {
        lock.withLock { for index in tables.indices { tables[index] = IdentityTable() } }
    }

    /// Returns the models of an entity.
    func models(of entity: Int) -> [any PersistentModel] {
        lock.withLock { tables[entity].models }
    }

    /// The maximum number of blocks that a search for a model visits, for tests.
    var longestSearch: Int {
        lock.withLock { tables.indices.map { tables[$0].longestDistance }.max() ?? 0 }
    }

    /// All models.
    var models: [any PersistentModel] { tables.indices.flatMap { models(of: $0) } }
}

/// A hash table of unretained models by primary key.
///
/// Its elements are blocks of eight consecutive keys, which are usually fetched together, so that
/// most searches read memory that the search before has read. It uses linear probing.
private struct IdentityTable: ~Copyable {
    /// The state in a model, which exists until the model has been removed.
    typealias State = _ModelState.Pointer

    /// The models with keys that differ only in the last three bits.
    private struct Block {
        static let size = 8

        /// The key of each model, divided by the size of a block.
        var number: Int64 = 0
        /// The number of models; -1 for an element of the table that has not been used, at which
        /// a search ends.
        var count = -1
        var states = InlineArray<8, State?>(repeating: nil)

        var isUsed: Bool { count >= 0 }
    }

    private static let minimumCapacity = 4

    /// The blocks; their number is 0 or a power of two.
    private var blocks = UnsafeMutableBufferPointer<Block>(start: nil, count: 0)
    /// The number of blocks that have been used since the table got its size.
    private var usedBlocks = 0
    /// The number of blocks with models.
    private var filledBlocks = 0

    var isEmpty: Bool { filledBlocks == 0 }

    deinit { blocks.deallocate() }

    /// Returns the model of a row, or `nil` if none is registered or its deinitialization has
    /// begun.
    func model(_ key: Int64) -> (any PersistentModel)? {
        guard let position = position(of: Self.number(of: key)) else { return nil }
        return Self.retained(blocks[position].states[Self.offset(of: key)])
    }

    mutating func insert(_ state: State, key: Int64) {
        if 4 * (usedBlocks + 1) > 3 * blocks.count { resize() }
        let number = Self.number(of: key)
        var position = home(of: number)
        while blocks[position].isUsed, blocks[position].number != number {
            position = next(position)
        }
        if !blocks[position].isUsed {
            blocks[position].number = number
            blocks[position].count = 0
            usedBlocks += 1
        }
        if blocks[position].states[Self.offset(of: key)] == nil {
            if blocks[position].count == 0 { filledBlocks += 1 }
            blocks[position].count += 1
        }
        blocks[position].states[Self.offset(of: key)] = state
    }

    mutating func remove(_ key: Int64, of model: UnretainedModel) {
        guard let position = position(of: Self.number(of: key)),
            let found = blocks[position].states[Self.offset(of: key)]?.pointee.unretainedModel,
            found === model
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
        for position in blocks.indices where blocks[position].count > 0 {
            for offset in 0..<Block.size {
                if let model = Self.retained(blocks[position].states[offset]) {
                    models.append(model)
                }
            }
        }
        return models
    }

    private static func retained(_ state: State?) -> (any PersistentModel)? {
        state?.pointee.unretainedModel?.retained()
    }

    // MARK: Blocks

    private static func number(of key: Int64) -> Int64 { key >> 3 }

    /// Returns the index of a key in its block.
    private static func offset(of key: Int64) -> Int { Int(key & 7) }

    /// Removes a state; its block stays until the table is resized, so that a search passes it.
    private mutating func removeState(of key: Int64, at position: Int) {
        blocks[position].states[Self.offset(of: key)] = nil
        blocks[position].count -= 1
        guard blocks[position].count == 0 else { return }
        filledBlocks -= 1
        if blocks.count > Self.minimumCapacity, 8 * filledBlocks < blocks.count { resize() }
    }

    /// Moves the blocks with models to a table that is at most half full.
    private mutating func resize() {
        var capacity = Self.minimumCapacity
        while capacity < 2 * (filledBlocks + 1) { capacity *= 2 }
        let old = blocks
        defer { old.deallocate() }
        blocks = .allocate(capacity: capacity)
        blocks.initialize(repeating: Block())
        usedBlocks = filledBlocks
        for block in old where block.count > 0 {
            var position = home(of: block.number)
            while blocks[position].isUsed { position = next(position) }
            blocks[position] = block
        }
    }

    private func position(of number: Int64) -> Int? {
        guard !blocks.isEmpty else { return nil }
        var position = home(of: number)
        while blocks[position].isUsed {
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
        blocks.indices.map { blocks[$0].isUsed ? distance(at: $0) : 0 }.max() ?? 0
    }

    private func next(_ position: Int) -> Int { (position + 1) & (blocks.count - 1) }

    /// Returns the first position of a block, where its search begins.
    ///
    /// Four successive blocks are adjacent, so that a fetch finds most of them in cache lines that
    /// it has read. Multiplication by the golden ratio distributes successive runs of four evenly
    /// over the table, so that the runs of a range of keys hardly overlap.
    private func home(of number: Int64) -> Int {
        let hash = UInt64(bitPattern: number >> 2) &* 0x9E37_79B9_7F4A_7C15
        let run = hash >> (64 - UInt64(blocks.count.trailingZeroBitCount))
        return (Int(truncatingIfNeeded: run) & ~3 | Int(number & 3)) & (blocks.count - 1)
    }
}
