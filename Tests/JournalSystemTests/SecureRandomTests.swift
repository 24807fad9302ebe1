// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalSystem
import Testing

struct SecureRandomTests {
    @Test func valuesDifferAndAreNeverAllZero() {
        var generator = SecureRandom()
        let values = (0..<1000).map { _ in generator.next() }
        #expect(Set(values).count == 1000)
        #expect(!values.contains(0))
        // Every bit is set in some value and clear in another.
        #expect(values.reduce(0, |) == .max)
        #expect(values.reduce(.max, &) == 0)
    }
}
