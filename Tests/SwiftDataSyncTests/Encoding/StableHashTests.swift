// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct StableHashTests {
    /// Values of the reference implementation of SipHash-2-4 with 128 bits.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
        (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
    func hashesEqualTheReference(count: Int, expected: String) throws {
        let hash = StableHash.hash((0..<count).map { UInt8($0) })
        #expect(hash.high == (try #require(UInt64(expected.prefix(16), radix: 16))))
        #expect(hash.low == (try #require(UInt64(expected.suffix(16), radix: 16))))
    }
}
