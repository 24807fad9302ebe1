// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

@Suite struct LimitTests {
    @Test func rulesOfTheModelEqualTheLimitsOfTheProtocol() {
        #expect(EntryRules.maximumTextLength == Limits.entryText)
        #expect(EntryRules.maximumTagCount == Limits.tags)
        #expect(Name.maximumLength == Limits.name)
    }

    @Test func pageCursorsRoundTripPositions() throws {
        for _ in 0..<100 {
            let position = EntryListing.Position(
                milliseconds: .random(in: -1000...1000),
                uuid: UUID()
            )
            #expect(EntryListing.Position(numbers: position.numbers) == position)
        }
        #expect(EntryListing.Position(numbers: [1, 2]) == nil)
    }
}

@Suite struct StoredIdentityTests {
    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "8c5f0f2e-0123-4567-89ab-0123456789ab",
        "FEDCBA98-7654-4321-8FED-CBA987654321",
    ])
    func storedIDsRoundTripThroughText(text: String) throws {
        let uuid = try #require(UUID(uuidString: text))
        #expect(EntryID(text)?.uuid == uuid)
        #expect(EntryID(uuid) == EntryID(text))
    }
}
