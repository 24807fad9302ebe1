// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct FirstAndRestTests {
    @Test func lastEqualElementIsFound() {
        var list = FirstAndRest<Int>()
        #expect(list.lastIndex(of: 7) == nil)
        for element in [7, 8, 7, 9] { list.append(element) }
        #expect(list.first == 7)
        #expect(list.lastIndex(of: 7) == 2)
        #expect(list.lastIndex(of: 8) == 1)
        #expect(list.lastIndex(of: 5) == nil)
    }

    @Test func listsWithOtherElementsDiffer() {
        var (one, other) = (FirstAndRest(1), FirstAndRest(1))
        #expect(one == other)
        other.append(2)
        #expect(one != other)
        one.append(3)
        #expect(one != other)
    }
}
