// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The ranges of consecutive keys that contain exactly the given ones, in ascending order.
struct KeyRanges: Sequence, IteratorProtocol {
    private let keys: [Int64]
    private var position = 0

    init(_ keys: [Int64]) { self.keys = keys.sorted() }

    /// Returns the range that contains exactly the given keys; nil if there are gaps between them.
    static func single(_ keys: [Int64]) -> ClosedRange<Int64>? {
        guard let least = keys.min(), let greatest = keys.max(),
            // Modulo 2⁶⁴, because keys can be further apart than the largest number.
            UInt64(bitPattern: greatest &- least) < UInt64(keys.count)
        else { return nil }
        var ranges = KeyRanges(keys)
        guard let range = ranges.next(), ranges.next() == nil else { return nil }
        return range
    }

    /// Returns the next range; nil after the last one.
    mutating func next() -> ClosedRange<Int64>? {
        guard position < keys.count else { return nil }
        let first = keys[position]
        var last = first
        position += 1
        while position < keys.count, keys[position] == last || keys[position] - 1 == last {
            last = keys[position]
            position += 1
        }
        return first...last
    }
}
