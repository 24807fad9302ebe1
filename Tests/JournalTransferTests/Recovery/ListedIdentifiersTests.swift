// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct ListedIdentifiersTests {
    private static let ids = [
        "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002",
        "ffffffff-ffff-4fff-bfff-ffffffffffff",
    ]

    @Test func thoseWithoutARowAreLost() {
        var listed = ListedIdentifiers()
        for id in Self.ids.reversed() + [Self.ids[2].uppercased(), "no id"] { listed.add(id) }
        #expect(listed.texts(notIn: []) == Self.ids)
        #expect(listed.texts(notIn: [Self.ids[1], "other"]) == [Self.ids[0], Self.ids[2]])
        #expect(listed.texts(notIn: Self.ids.reversed()) == [])
    }
}
