// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct DerivedIdentityTests {
    private let coffee = TransferEntry(text: "coffee", createdAt: Timestamp("2026-11-21T09:00:00Z"))

    @Test func repeatedImportsGiveTheSameIdentities() {
        var first = DerivedIdentity()
        var second = DerivedIdentity()
        let ids = [first.id(of: coffee), first.id(of: coffee)]
        #expect([second.id(of: coffee), second.id(of: coffee)] == ids)
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.text.dropFirst(14).first == "8" })
    }

    @Test func equalEntriesOfSeveralFilesAreTheSame() {
        var together = DerivedIdentity()
        let first = [together.id(of: coffee), together.id(of: coffee)]
        together.beginFile()
        #expect(together.id(of: coffee) == first[0])
        var alone = DerivedIdentity()
        #expect(alone.id(of: coffee) == first[0])
    }

    @Test func identityDependsOnTimeAndText() {
        var identities = DerivedIdentity()
        var later = coffee
        later.createdAt = Timestamp("2026-11-21T09:01:00Z")
        var tea = coffee
        tea.text = "tea"
        #expect(Set([coffee, later, tea].map { identities.id(of: $0) }).count == 3)
    }

    @Test func identityDoesNotDependOnTheZoneOfTheReader() {
        var identities = DerivedIdentity()
        var others = DerivedIdentity()
        var elsewhere = coffee
        elsewhere.createdAt = Timestamp("2026-11-21T09:00:00-05:00")
        #expect(others.id(of: elsewhere) == identities.id(of: coffee))
    }

    @Test func identityOfTheFileIsKept() {
        var identities = DerivedIdentity()
        var entry = coffee
        entry.id = EntryID(high: 1, low: 2)
        #expect(identities.id(of: entry) == entry.id)
        #expect(identities.id(of: entry) == entry.id)
    }

    @Test func attachmentsOfAnEntryDiffer() {
        let entry = EntryID(high: 1, low: 2)
        let file = TransferAttachment(name: "a.jpg")
        let ids = (0..<2).map { DerivedIdentity.id(of: file, at: $0, in: entry) }
        #expect(ids[0] != ids[1])
        #expect(DerivedIdentity.id(of: file, at: 0, in: entry) == ids[0])
    }
}
