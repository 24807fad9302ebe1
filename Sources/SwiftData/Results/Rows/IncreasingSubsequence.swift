// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A longest strictly increasing subsequence of numbers.
///
/// After rows changed their order, the rows of the subsequence kept their places, and the others
/// moved past them.
struct IncreasingSubsequence {
    /// The indices of the numbers in the subsequence, in ascending order.
    let indices: [Int]

    /// Finds a subsequence of distinct numbers.
    ///
    /// - Complexity: O(*n* log *n*); O(*n*) if the numbers are increasing.
    init(of numbers: [Int]) {
        /// The index of the smallest last number of a subsequence, by length - 1.
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var length = ends.count
            if let last = ends.last, numbers[last] > number {
                length = ends.partitioningIndex { numbers[$0] > number }
            }
            if length > 0 { previous[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var indices: [Int] = []
        var next = ends.last ?? -1
        while next >= 0 {
            indices.append(next)
            next = previous[next]
        }
        self.indices = indices.reversed()
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first index from which on all elements satisfy a predicate.
    ///
    /// - Complexity: O(log *n*) calls of `belongs`.
    func partitioningIndex(where belongs: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if try belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
