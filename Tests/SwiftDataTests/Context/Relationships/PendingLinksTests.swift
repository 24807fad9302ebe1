// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct PendingLinksTests {
    private var links = PendingLinks()
    private let left = Sticker(name: "left", score: 0, isOld: false)
    private let others = (0..<40).map { Specimen(serial: $0) }

    private func pair(_ index: Int) -> PendingLinks.Pair {
        PendingLinks.Pair(left: left, right: others[index])
    }

    @Test mutating func unlinkingCancelsAnUnsavedLink() {
        links.link(pair(0))
        links.unlink(pair(0))
        #expect(links.isEmpty)
        links.unlink(pair(0))
        #expect(links.removed == [pair(0)])
        links.link(pair(0))
        #expect(links.isEmpty)
    }

    /// Few pairs are scanned and many are looked up in an index; both must agree.
    @Test(arguments: [3, 40]) mutating func pairsOfAModelFollowEveryChange(count: Int) {
        for index in 0..<count { links.link(pair(index)) }
        #expect(links.pairs(of: left).added == (0..<count).map(pair))
        #expect(links.pairs(of: others[1]).added == [pair(1)])

        links.unlink(pair(1))
        #expect(links.pairs(of: others[1]).isEmpty)
        links.unlink(pair(1))
        #expect(links.pairs(of: others[1]).removed == [pair(1)])
        links.link(pair(1))
        links.link(pair(1))
        #expect(links.pairs(of: left).added.count == count)

        #expect(links.removeAll(of: others[0])?.added == [pair(0)])
        #expect(links.removeAll(of: others[0]) == nil)
        #expect(links.removeAll(of: left)?.added.count == count - 1)
        #expect(links.isEmpty)
    }

    /// Whether the store has the pair is unknown, so that the opposite change does not cancel it.
    @Test(arguments: [true, false]) mutating func ensuredChangeIsNotCancelled(isLinked: Bool) {
        links.ensure(pair(0), isLinked: isLinked)
        #expect(links.added == (isLinked ? [pair(0)] : []))
        #expect(links.removed == (isLinked ? [] : [pair(0)]))
        if isLinked { links.unlink(pair(0)) } else { links.link(pair(0)) }
        #expect(links.added == (isLinked ? [] : [pair(0)]))
        #expect(links.removed == (isLinked ? [pair(0)] : []))
        if isLinked { links.link(pair(0)) } else { links.unlink(pair(0)) }
        #expect(links.added == (isLinked ? [pair(0)] : []))
        #expect(links.removed == (isLinked ? [] : [pair(0)]))
    }

    @Test mutating func ensuredPairHidesTheSavedOne() throws {
        links.ensure(pair(0), isLinked: true)
        let pending = links.rows()
        let rows = try #require(pending)
        #expect(rows.removed == [pair(0).keys])
        #expect(!rows.added.isEmpty)
        links.unlink(pair(0))
        #expect(rows.removed == [pair(0).keys])
        #expect(rows.added.isEmpty)
    }
}
