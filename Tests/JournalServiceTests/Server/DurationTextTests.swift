// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("0", 0), ("600", 600), ("90s", 90), ("10min", 600), ("10 min", 600), ("2h", 7200),
        ("1d", 86_400),
    ])
    func durationsAreParsed(text: String, seconds: Int) {
        #expect(DurationText.duration(text) == .seconds(seconds))
    }

    @Test(arguments: ["", "s", "-1", "1.5h", "5 parsecs", "99999999999999999999", "9000000d"])
    func otherTextIsRejected(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}
