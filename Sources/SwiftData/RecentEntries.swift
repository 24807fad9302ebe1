// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A dictionary that keeps the entries in regular use and drops others.
///
/// It has two generations: used entries move to the recent one, and once that is full, it replaces
/// the earlier one. The number of entries is therefore at most twice the limit.
struct RecentEntries<Key: Hashable, Value> {
    private let limit: Int
    private var recent: [Key: Value] = [:]
    private var earlier: [Key: Value] = [:]

    /// Creates a dictionary with at most `limit` entries in a generation.
    init(limit: Int) { self.limit = limit }

    /// Returns the value of an entry, which thereby is in use; nil if there is none.
    mutating func value(for key: Key) -> Value? {
        if let value = recent[key] { return value }
        guard let value = earlier.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    mutating func insert(_ value: Value, for key: Key) {
        if recent.count >= limit {
            earlier = recent
            recent.removeAll(keepingCapacity: true)
        }
        recent[key] = value
    }

    mutating func removeAll() {
        recent = [:]
        earlier = [:]
    }
}
