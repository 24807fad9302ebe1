// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The entries that a dictionary of entries in regular use keeps.
@Suite struct RecentEntriesTests {
    private var entries = RecentEntries<Int, String>(limit: 10)

    init() { for number in 0..<10 { entries.insert("\(number)", for: number) } }

    @Test mutating func entriesAreFoundInAnyOrder() {
        for number in [3, 3, 9, 0, 5, 3, 7, 1, 2, 9, 0] {
            #expect(entries.value(for: number) == "\(number)")
        }
        #expect(entries.value(for: 10) == nil)
    }

    @Test mutating func insertingReplacesAnEntryThatWasFoundLast() {
        for number in [3, 5, 3] {
            _ = entries.value(for: number)
            entries.insert("new \(number)", for: number)
            #expect(entries.value(for: number) == "new \(number)")
        }
        for number in [1, 2, 4, 6, 8] { _ = entries.value(for: number) }
        #expect(entries.value(for: 3) == "new 3")
    }

    @Test mutating func entriesThatWereFoundLastAreFoundByACondition() {
        _ = entries.value(for: 3)
        #expect(entries.latestValue { $0 == 3 } == "3")
        #expect(entries.latestValue { $0 == 100 } == nil)
    }

    @Test mutating func usedEntriesOutliveOthers() {
        for number in 100..<1_000 {
            entries.insert("\(number)", for: number)
            if number.isMultiple(of: 5) { #expect(entries.value(for: 1) == "1") }
        }
        #expect(entries.value(for: 2) == nil)
        #expect(entries.value(for: 500) == nil)
    }

    @Test mutating func nothingIsFoundAfterRemoval() {
        _ = entries.value(for: 9)
        entries.removeAll()
        #expect(entries.value(for: 9) == nil)
        #expect(entries.value(for: 1) == nil)
    }
}
