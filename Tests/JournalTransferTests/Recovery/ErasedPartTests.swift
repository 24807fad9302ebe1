// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct ErasedPartTests {
    @Test(
        arguments: [
            ([], false), ([0], false), (Array("nul \0 x\0".utf8), false),
            ([1] + [UInt8](repeating: 0, count: 7) + [1, 0], false),
            ([1] + [UInt8](repeating: 0, count: 8) + [1], true),
            ([UInt8](repeating: 0, count: 4096), true),
        ] as [([UInt8], Bool)]
    )
    func onlyManyZerosInARowAreErased(bytes: [UInt8], isErased: Bool) {
        #expect(RecoveredEntry.hasErasedPart(bytes) == isErased)
    }
}
