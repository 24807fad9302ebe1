// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A range of the keys of sync records, which are ordered by their bytes.
package struct SyncRecordRange: Equatable, Sendable {
    /// The first key that the range can contain.
    let lowerBound: [UInt8]
    /// The key before which the range ends; nil for no bound.
    let upperBound: [UInt8]?

    /// Creates the range of the keys from one on, up to but not including another.
    package init(from lowerBound: [UInt8] = [], to upperBound: [UInt8]? = nil) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// Creates the range of the keys with a prefix.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the keys.
    ///   - last: The key after which the range begins, such as the last one of a page; nil for all
    ///     keys with the prefix.
    package init(prefix: [UInt8], after last: [UInt8]? = nil) {
        // The next key after one has a zero more.
        let next = last.map { $0 + [0] } ?? prefix
        lowerBound = next.lexicographicallyPrecedes(prefix) ? prefix : next
        upperBound = Self.end(of: prefix)
    }

    /// Returns the first key after all keys with a prefix, or `nil` if no key follows.
    private static func end(of prefix: [UInt8]) -> [UInt8]? {
        guard let last = prefix.lastIndex(where: { $0 < .max }) else { return nil }
        return prefix[..<last] + [prefix[last] + 1]
    }
}
