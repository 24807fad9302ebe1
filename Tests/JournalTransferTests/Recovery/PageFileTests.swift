// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

/// The integers in the pages of a database that may be damaged.
struct PageFileTests {
    @Test(
        arguments: [
            ([0x00], 0, 1), ([0x7F], 127, 1), ([0x81, 0x00], 128, 2), ([0x82, 0x2C], 300, 2),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -1, 9),
            ([0xC0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], .min, 9),
        ] as [([UInt8], Int64, Int)]
    )
    func integersOfVariableLengthAreRead(bytes: [UInt8], expected: Int64, length: Int) {
        var offset = 0
        #expect((bytes + [0xAA]).variableInteger(at: &offset) == expected)
        #expect(offset == length)
    }

    @Test(arguments: [[], [0x80], [0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func integerThatTheEndOfThePageCutsIsNil(bytes: [UInt8]) {
        var offset = 0
        #expect(bytes.variableInteger(at: &offset) == nil)
    }

    @Test(arguments: [(-1, 1), (3, 2), (4, 1), (.max - 1, 1)])
    func integerOutsideOfThePageIsNil(offset: Int, width: Int) {
        #expect(([1, 2, 3, 4] as [UInt8]).integer(at: offset, width: width) == nil)
        var end = offset
        #expect(offset == 3 || ([1, 2, 3, 4] as [UInt8]).variableInteger(at: &end) == nil)
    }

    @Test func mostSignificantByteIsFirst() {
        #expect(([0, 1, 2, 3] as [UInt8]).integer(at: 1, width: 3) == 0x01_0203)
    }
}
