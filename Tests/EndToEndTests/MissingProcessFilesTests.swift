// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// Programs on a system where nothing is mounted at `/proc`.
struct MissingProcessFilesTests {
    /// Runs a program with an empty `/proc`, in a mount namespace of its own.
    private func run(_ arguments: [String], in bed: TestBed) throws -> ChildProcess.Result {
        let unshare = try #require(Built.tool("unshare"))
        let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
        return try bed.run([unshare, "-m", "/bin/sh", "-c", script] + arguments)
    }

    @Test(.enabled(if: Root.canMount && Built.tool("unshare") != nil, "only root can hide /proc"))
    func programsReadTheirArguments() throws {
        let bed = try TestBed()
        for program in [Built.journal, Built.daemon] {
            let version = try run([program, "--version"], in: bed)
            #expect(version.line.hasPrefix("0."), "\(version.status) \(version.errors)")
        }
        let unwritten = try run([Built.journal, "new", "kept words"], in: bed)
        #expect(unwritten.errors.contains("nothing is mounted at /proc"), "\(unwritten.errors)")
        #expect(unwritten.errors.contains("The text was saved: "), "\(unwritten.errors)")
        let daemon = try bed.serve()
        let written = try run([Built.journal, "new", "two words"], in: bed)
        #expect(written.status == 0, "\(written.errors)")
        #expect(try bed.journal("show", written.line).output == "two words\n")
        #expect(daemon.poll() == nil)
    }
}
