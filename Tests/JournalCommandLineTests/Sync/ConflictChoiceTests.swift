// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct ConflictChoiceTests {
    private static let entry = EntryID.random()

    private func conflict(_ version: String, of entry: EntryID = entry) throws -> SyncConflict {
        let id = try #require(EntryID(version + "-0000-4000-8000-000000000000"))
        let version = EntryVersion(id: id, replacedAt: .epoch, text: "\nother\nmore")
        return SyncConflict(entry: entry, text: "own\nmore", version: version)
    }

    @Test func aConflictIsFoundByTheFirstDigitsOfItsText() throws {
        let conflicts = try [conflict("8b21c7d0"), conflict("8b9000aa")]
        let choice = ConflictChoice(among: conflicts)
        let found = try choice.conflict(with: "8B2")
        #expect(found == conflicts[0])
        let several = #expect(throws: ClientError.self) {
            try choice.conflict(with: "8b")
        }
        #expect(several?.message == "several texts begin with 8b")
        for digits in ["9", ""] {
            let missing = #expect(throws: ClientError.self) {
                try choice.conflict(with: digits)
            }
            #expect(missing?.message == "the entry has no conflict with a text \(digits)")
        }
    }

    @Test func firstLinesAreShown() throws {
        let conflict = try conflict("8b21c7d0")
        #expect(conflict.firstLine == "own")
        #expect(conflict.otherFirstLine == "other")
        #expect(conflict.version.id.firstDigits == "8b21c7d0")
        #expect(conflict.notes == "")
        var trashed = conflict
        trashed.trashedAt = .epoch
        #expect(trashed.notes == "in the trash")
    }
}
