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

    @Test(arguments: [
        ("replaced-20261123T001500Z-journal.store", Finding.State.ok),
        ("journal.store.recovered", .warning), ("journal.store.recovered-2", .warning),
        ("journal.store.restoring", .warning), (".journal.store.backup-12.tmp", .warning),
        (".copy.partial", .warning),
    ])
    func leftoversOfInterruptedWorkAreFound(file: String, state: Finding.State) {
        let finding = Doctor.leftover(file, at: "/j/\(file)", ofStore: "journal.store")
        #expect(finding?.state == state)
        #expect(finding?.area == "files")
    }

    @Test(arguments: [
        "journal.store", "journal.store-wal", "journal.store.lock", "replaced-other.store",
        "notes.tmp", ".hidden", "other.store.recovered",
    ])
    func otherFilesInTheFolderAreNotMentioned(file: String) {
        #expect(Doctor.leftover(file, at: "/j/\(file)", ofStore: "journal.store") == nil)
    }

    @Test(arguments: [
        (0, "0 MiB free"), (1 << 20, "1 MiB free"), (10_239 << 20, "10239 MiB free"),
        (10 << 30, "10 GiB free"),
    ])
    func freeSpaceHasAFewDigits(bytes: Int, expected: String) {
        #expect(Doctor.freeSpace(bytes) == expected)
    }
}
