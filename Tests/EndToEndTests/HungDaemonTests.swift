// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The client's distinction between an unresponsive daemon and an absent one.
struct HungDaemonTests {
    @Test func hungDaemonIsReportedWithinTheTimeout() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        daemon.send(SIGSTOP)
        let begin = ContinuousClock.now
        let client = try bed.journal("new", "while it hangs", timeout: 1)
        #expect(client.status == 75, "\(client.errors)")
        #expect(ContinuousClock.now - begin < .seconds(20))
        #expect(client.errors.contains("does not respond"), "\(client.errors)")
        #expect(client.errors.contains("/undelivered/"))
        // The client did not start a second daemon.
        #expect(bed.daemons == [daemon.pid])
        daemon.send(SIGCONT)
        #expect(try bed.journal("new", "afterwards").status == 0)
        // The text may have been stored after all; delivering it again is idempotent.
        #expect(try bed.journal("new", "--deliver").status == 0)
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func absentDaemonIsReported() throws {
        let bed = try TestBed()
        let option = try bed.journal("list", "--no-start")
        #expect(option.status == 69)
        #expect(option.errors.contains("no daemon is running"), "\(option.errors)")
        bed.environment["JOURNAL_NO_SPAWN"] = "1"
        let variable = try bed.journal("daemon", "start")
        #expect(variable.status == 69)
        // The advice is no command that fails in the same way.
        #expect(variable.errors.contains("env -u JOURNAL_NO_SPAWN"), "\(variable.errors)")
        #expect(bed.daemons == [])
    }
}
