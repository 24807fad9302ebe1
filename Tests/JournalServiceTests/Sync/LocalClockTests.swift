// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

/// When the clock of a machine decides which entries leave the trash.
struct LocalClockTests {
    @Test(arguments: [
        (LocalClock.alone, true),
        (.unknown, false),
        (.ahead(0), true),
        (.ahead(3599), true),
        (.ahead(3600), false),
        (.ahead(-3599), true),
        (.ahead(-63_072_000), false),
        (.ahead(.nan), false),
    ])
    func wrongClockEmptiesNoTrash(clock: LocalClock, permitsExpiry: Bool) {
        #expect(clock.permitsExpiry == permitsExpiry)
    }
}
