// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A dictionary that iterates in insertion order and removes values in constant time.
///
/// `OrderedDictionary` moves all later elements on each removal, so that deleting many models one
/// by one would be quadratic.
struct InsertionOrderedDictionary<Key: Hashable, Value> {
    /// The number of slots up to which a scan beats the index, and none is kept.
    private static var scanLimit: Int { 16 }

    private var slots: [(key: Key, value: Value)?] = []
    /// The slots by key; empty while there are few.
    private var index: [Key: Int] = [:]
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    /// The elements in insertion order.
    var elements: some Sequence<(key: Key, value: Value)> { slots.lazy.compactMap { $0 } }
    /// The values in insertion order.
    var values: some Sequence<Value> { slots.lazy.compactMap { $0?.value } }
    /// The keys in insertion order.
    var keys: some Sequence<Key> { slots.lazy.compactMap { $0?.key } }

    /// Calls `body` with each element in insertion order, without the copies of a sequence.
    func forEach(_ body: (Key, Value) throws -> Void) rethrows {
        for slot in slots.indices {
            guard let (key, value) = slots[slot] else { continue }
            try body(key, value)
        }
    }

    /// Removes all elements, but keeps the memory.
    mutating func removeAll() {
        slots.removeAll(keepingCapacity: true)
        if !index.isEmpty { index = [:] }
        count = 0
    }

    func contains(_ key: Key) -> Bool { slot(of: key) != nil }

    /// The value of a key; a new key is appended, an assignment of nil removes the key.
    ///
    /// - Complexity: O(1), amortized.
    subscript(key: Key) -> Value? {
        get { slot(of: key).flatMap { slots[$0]?.value } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if let slot = slot(of: key) {
                slots[slot] = (key, newValue)
            } else {
                append(newValue, for: key)
            }
        }
    }

    /// Adds a value unless its key has one; returns whether it was added.
    ///
    /// - Complexity: O(1), amortized.
    mutating func insert(_ value: Value, for key: Key) -> Bool {
        guard slots.count > Self.scanLimit else {
            guard slot(of: key) == nil else { return false }
            append(value, for: key)
            return true
        }
        // One search finds the slot of the key or adds the next one.
        let next = slots.count
        func found(_ slot: inout Int) -> Int { slot }
        guard found(&index[key, default: next]) == next else { return false }
        slots.append((key, value))
        count += 1
        return true
    }

    /// Removes a key and returns its value.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = slot(of: key) else { return nil }
        count -= 1
        guard slots.count > Self.scanLimit else { return slots.remove(at: slot)?.value }
        let value = slots[slot]?.value
        slots[slot] = nil
        index[key] = nil
        // Once the empty slots outnumber the others.
        if slots.count > 2 * count { compact() }
        return value
    }

    private func slot(of key: Key) -> Int? {
        slots.count > Self.scanLimit ? index[key] : slots.firstIndex { $0?.key == key }
    }

    private mutating func append(_ value: Value, for key: Key) {
        slots.append((key, value))
        count += 1
        if slots.count == Self.scanLimit + 1 {
            makeIndex()
        } else if slots.count > Self.scanLimit {
            index[key] = slots.count - 1
        }
    }

    private mutating func compact() {
        slots.removeAll { $0 == nil }
        makeIndex()
    }

    private mutating func makeIndex() {
        index = [:]
        guard slots.count > Self.scanLimit else { return }
        for (slot, element) in slots.enumerated() {
            if let element { index[element.key] = slot }
        }
    }
}
