// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct KeyRangesTests {
    @Test func consecutiveKeysAreOneRange() {
        #expect(Array(KeyRanges([3, 1, 2])) == [1...3])
    }

    @Test func gapsSeparateRanges() {
        #expect(Array(KeyRanges([9, 1, 5, 4, 7])) == [1...1, 4...5, 7...7, 9...9])
    }

    @Test func equalKeysCountOnce() {
        #expect(Array(KeyRanges([2, 2, 3, 3])) == [2...3])
    }

    @Test func noKeysHaveNoRange() {
        #expect(Array(KeyRanges([])).isEmpty)
    }

    @Test func singleRangeHasNoGaps() {
        #expect(KeyRanges.single([3, 1, 2, 2]) == 1...3)
        #expect(KeyRanges.single([7]) == 7...7)
        #expect(KeyRanges.single([1, 2, 4]) == nil)
        #expect(KeyRanges.single([1, 1, 3]) == nil)
        #expect(KeyRanges.single([.max, .min]) == nil)
        #expect(KeyRanges.single([]) == nil)
    }

    @Test func smallestAndLargestKeyAreApart() {
        #expect(Array(KeyRanges([.max, .min])) == [.min ... .min, .max ... .max])
    }
}
