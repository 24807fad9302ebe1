// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changed entries of a map; a source has all others.
struct Overlay<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The changed entries; a value of nil is an entry that was removed.
    private(set) var entries: [Key: Value?] = [:]

    /// Returns whether an entry was changed, so that the source is not asked for it.
    func hasChanged(_ key: Key) -> Bool { entries[key] != nil }

    /// Returns the changed value, or the one of the source.
    func value(for key: Key, source: @autoclosure () -> Value?) -> Value? {
        if let entry = entries[key] { entry } else { source() }
    }

    /// Changes an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value; nil to remove the entry.
    ///   - hasSource: Whether there is a source, from which removed entries must be hidden.
    mutating func set(_ key: Key, to value: Value?, hasSource: Bool) {
        if value == nil, !hasSource {
            entries.removeValue(forKey: key)
        } else {
            entries.updateValue(value, forKey: key)
        }
    }

    /// The keys of the entries that were not removed.
    var presentKeys: [Key] { entries.compactMap { key, value in value == nil ? nil : key } }
}
