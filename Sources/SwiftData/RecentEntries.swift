// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A dictionary that keeps the entries in regular use and drops others.
///
/// It has two generations: used entries move to the recent one, and once that is full, it replaces
/// the earlier one. The number of entries is therefore at most twice the limit.
///
/// The entries that were found last are compared first, to avoid hashing a key.
struct RecentEntries<Key: Hashable, Value> {
    private static var latestLimit: Int { 4 }

    private let limit: Int
    private var recent: [Key: Value] = [:]
    private var earlier: [Key: Value] = [:]
    /// The keys of the entries that were inserted or found by their hash last, without duplicates.
    private var latestKeys: [Key] = []
    /// The values of these entries, apart from the keys, so that a comparison copies neither.
    private var latestValues: [Value] = []
    /// The position of the next one of these entries to replace.
    private var oldest = 0

    /// Creates a dictionary with at most `limit` entries in a generation.
    init(limit: Int) { self.limit = limit }

    /// Returns the value of an entry and marks it as recently used, or returns `nil`.
    mutating func value(for key: Key) -> Value? {
        if let position = latestPosition(of: key) { return latestValues[position] }
        if let value = recent[key] {
            keep(value, for: key)
            return value
        }
        guard let value = earlier.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    /// Returns the value of one of the entries that were found last, without making its key; nil if
    /// none of them meets a condition.
    func latestValue(where matches: (Key) -> Bool) -> Value? {
        latestKeys.withUnsafeBufferPointer { keys in
            for position in keys.indices where matches(keys[position]) {
                return latestValues[position]
            }
            return nil
        }
    }

    mutating func insert(_ value: Value, for key: Key) {
        if recent.count >= limit {
            earlier = recent
            recent.removeAll(keepingCapacity: true)
        }
        recent[key] = value
        keep(value, for: key)
    }

    mutating func removeAll() {
        recent = [:]
        earlier = [:]
        latestKeys = []
        latestValues = []
        oldest = 0
    }

    private mutating func keep(_ value: Value, for key: Key) {
        if let position = latestPosition(of: key) {
            latestValues[position] = value
        } else if latestKeys.count < Self.latestLimit {
            latestKeys.append(key)
            latestValues.append(value)
        } else {
            latestKeys[oldest] = key
            latestValues[oldest] = value
            oldest = (oldest + 1) % Self.latestLimit
        }
    }

    private func latestPosition(of key: Key) -> Int? {
        latestKeys.withUnsafeBufferPointer { keys in
            for position in keys.indices where keys[position] == key { return position }
            return nil
        }
    }
}
