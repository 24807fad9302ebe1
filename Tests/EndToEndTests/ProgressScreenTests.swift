// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import Testing

/// The progress of a request that takes long, on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct ProgressScreenTests {
    /// So many that a daemon made for release needs longer than the screen is read.
    private static let entryCount = 5_000
    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        let lines = (1...Self.entryCount).map { #"{"text":"entry \#($0)"}"# }
        let file = bed.root + "/entries.jsonl"
        try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: file)
        try #require(try bed.journal("import", file).status == 0)
        // The entries are moved into the trash.
        try #require(try bed.journal("undo").status == 0)
    }

    @Test func interruptEndsTheWaitCleanly() throws {
        // The shell, which the terminal interrupts too, goes on.
        let command = """
            trap : INT; journal trash empty -y; printf '[status %s]' $?
            journal list --trash --count
            """
        let screen = try Screen(bed, columns: 80, rows: 8, command)
        let shown = try screen.wait(for: " deleted")
        #expect(shown.contains("%"), "\(shown)")
        // The request does not end before the signal arrives.
        let daemon = try #require(bed.daemons.first)
        kill(daemon, SIGSTOP)
        try screen.type("C-c")
        kill(daemon, SIGCONT)
        let end = try screen.end()
        let lines = end.split(separator: "\n").map(String.init)
        let message = "journal: interrupted: some of the entries were deleted permanently"
        #expect(lines.contains(message), "\(end)")
        // The line of the progress is gone.
        #expect(!end.contains("%"), "\(end)")
        #expect(end.contains("[status 130]"), "\(end)")
        let left = try Int(bed.journal("list", "--trash", "--count").line) ?? 0
        #expect((1..<Self.entryCount).contains(left), "\(left)")
    }
}
