// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The objects of a log that are written again as one, so that few remain.
///
/// Once the objects outnumber a limit, the youngest are merged as long as each is not larger than
/// the younger ones together. If none is, each is larger than all younger ones together, so that
/// there are at most log₂ n: no merge is needed, and each byte is rewritten about log₂ n times.
/// Objects that would become too large together stay.
package struct RewritePolicy: Hashable, Sendable {
    /// The size that suits rows of SQL, synchronized folders, and transfers that are resumed.
    package static let maximumObjectSize = 512 * 1_024

    /// The number of objects that may be there without being merged.
    package let maximumCount: Int

    /// The size that a merged object does not exceed.
    package let maximumSize: Int

    /// Creates a policy.
    package init(maximumCount: Int = 32, maximumSize: Int = Self.maximumObjectSize) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    /// Returns the number of the youngest objects to merge.
    ///
    /// - Parameter sizes: The sizes of the objects, the oldest first.
    /// - Returns: The number; 0 if none are merged.
    package func mergedCount(sizes: [Int]) -> Int {
        guard sizes.count > maximumCount, let youngest = sizes.last else { return 0 }
        var count = 1
        var total = youngest
        for size in sizes.dropLast().reversed() {
            guard size <= total, total + size <= maximumSize else { break }
            total += size
            count += 1
        }
        return count > 1 ? count : 0
    }
}
