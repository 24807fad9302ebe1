// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A dictionary that iterates in insertion order and removes values in constant time.
///
/// `OrderedDictionary` moves all later elements on each removal, so that deleting many models one
/// by one would be quadratic.
struct InsertionOrderedDictionary<Key: Hashable, Value> {
    private var slots: [(key: Key, value: Value)?] = []
    private var slotOfKey: [Key: Int] = [:]

    var isEmpty: Bool { slotOfKey.isEmpty }
    var count: Int { slotOfKey.count }

    /// The values in insertion order.
    var values: some Sequence<Value> { slots.lazy.compactMap { $0?.value } }
    /// The keys in insertion order.
    var keys: some Sequence<Key> { slots.lazy.compactMap { $0?.key } }

    func contains(_ key: Key) -> Bool { slotOfKey[key] != nil }

    /// Accesses the value of a key; a new key is appended, an assignment of nil removes the key.
    ///
    /// - Complexity: O(1), amortized.
    subscript(key: Key) -> Value? {
        get { slotOfKey[key].flatMap { slots[$0]?.value } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if let slot = slotOfKey[key] {
                slots[slot] = (key, newValue)
            } else {
                slotOfKey[key] = slots.count
                slots.append((key, newValue))
            }
        }
    }

    /// Removes a key and returns its value.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = slotOfKey.removeValue(forKey: key) else { return nil }
        let value = slots[slot]?.value
        slots[slot] = nil
        compactIfSparse()
        return value
    }

    /// Removes the empty slots once they outnumber the others.
    private mutating func compactIfSparse() {
        guard slots.count > 32, slots.count > 2 * slotOfKey.count else { return }
        slots.removeAll { $0 == nil }
        for (slot, element) in slots.enumerated() {
            if let element { slotOfKey[element.key] = slot }
        }
    }
}
