// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The ends that two arrays of objects have in common.
///
/// - Complexity: The ends are found by comparisons of memory, in total of at most twice its size.
struct CommonEnds {
    /// The number of equal elements at the beginning.
    private(set) var prefix = 0
    /// The number of equal elements at the end that are not in the prefix.
    private(set) var suffix = 0

    init<Element: AnyObject>(_ left: [Element], _ right: [Element]) {
        let size = MemoryLayout<Element>.stride
        let shorter = min(left.count, right.count)
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                /// Returns whether elements are equal, given their positions and number.
                func areEqual(_ leftStart: Int, rightStart: Int, count: Int) -> Bool {
                    guard count > 0, let left = left.baseAddress, let right = right.baseAddress
                    else { return true }
                    return memcmp(
                        left + leftStart * size,
                        right + rightStart * size,
                        count * size
                    ) == 0
                }
                prefix = Self.length(upTo: shorter) { start, count in
                    areEqual(start, rightStart: start, count: count)
                }
                let (leftEnd, rightEnd) = (left.count / size, right.count / size)
                suffix = Self.length(upTo: shorter - prefix) { start, count in
                    areEqual(
                        leftEnd - start - count,
                        rightStart: rightEnd - start - count,
                        count: count
                    )
                }
            }
        }
    }

    /// Returns the number of elements before the first difference, up to a limit.
    ///
    /// `areEqual` compares a number of elements after a number of others.
    private static func length(
        upTo limit: Int,
        _ areEqual: (_ start: Int, _ count: Int) -> Bool
    ) -> Int {
        guard !areEqual(0, limit) else { return limit }
        // The elements before `low` are equal, and some between `low` and `high` differ.
        var (low, high) = (0, limit)
        while high - low > 1 {
            let half = (high - low) / 2
            if areEqual(low, half) { low += half } else { high = low + half }
        }
        return low
    }
}
