// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct DoctorTests {
    private let failed = Finding("index", .error, "the disk is full")

    @Test func errorsAreCountedAfterTheRepairs() {
        let healthy = Finding("index", "intact")
        #expect(Doctor.errorCount([healthy], after: [Finding("index", "made again")]) == 0)
        #expect(Doctor.errorCount([failed, healthy], after: []) == 1)
    }

    @Test func failedRepairIsCountedOnce() {
        let broken = Finding("index", .error, "rows are missing")
        #expect(Doctor.errorCount([broken], after: [failed]) == 1)
        // The finding was a warning, or was not found again.
        let warning = Finding("index", .warning, "rows are missing")
        #expect(Doctor.errorCount([warning], after: [failed]) == 1)
    }
}
