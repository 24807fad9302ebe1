// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The ranges of consecutive keys that contain exactly the given ones, in ascending order.
struct KeyRanges: Sequence, IteratorProtocol {
    private let keys: [Int64]
    private var position = 0

    init(_ keys: [Int64]) { self.keys = keys.sorted() }

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
