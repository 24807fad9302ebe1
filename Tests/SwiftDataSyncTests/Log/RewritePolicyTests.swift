// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct RewritePolicyTests {
    @Test(arguments: [
        ([], 0), ([1], 0), ([1, 1], 0), ([1, 1, 1], 3), ([8, 1, 1], 2), ([8, 4, 1, 1, 1], 3),
        ([4, 4, 2, 1, 1], 5), ([1, 9, 1], 0), ([9, 4, 2, 1], 0),
    ])
    func objectsThatAreNotLargerThanTheYoungerOnesAreMerged(sizes: [Int], expected: Int) {
        #expect(RewritePolicy(maximumCount: 2).mergedCount(sizes: sizes) == expected)
    }

    /// The number of objects, and how often a byte is rewritten, grow like a logarithm.
    @Test(arguments: [10, 100, 1_000, 10_000])
    func objectsAndWorkGrowLikeALogarithm(count: Int) {
        let policy = RewritePolicy(maximumCount: 4)
        var sizes: [Int] = []
        var written = 0
        for _ in 0..<count {
            sizes.append(1)
            let merged = policy.mergedCount(sizes: sizes)
            guard merged > 1 else { continue }
            let size = sizes.suffix(merged).reduce(0, +)
            sizes = sizes.dropLast(merged) + [size]
            written += size
        }
        let logarithm = Int.bitWidth - count.leadingZeroBitCount
        #expect(sizes.reduce(0, +) == count)
        #expect(sizes.count <= max(4, logarithm))
        #expect(written <= count * logarithm)
    }
}
