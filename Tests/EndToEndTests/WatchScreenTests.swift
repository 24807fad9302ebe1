// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The list of `watch` on a terminal, which is redrawn in place.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct WatchScreenTests {
    private static let state = "q quit  ↑ ↓ PgUp PgDn Home End scroll"

    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        try bed.write(1, "First of all", at: "2026-11-16T18:30:00+01:00", tags: ["garden"])
    }

    @Test(arguments: [40, 80, 120]) func listFollowsChangesInPlace(columns: Int) throws {
        let screen = try Screen(bed, columns: columns, rows: 8, "echo before; journal watch")
        let first = try screen.wait(for: "First of all")
        let expected = """
            journal: 1 entry
            Monday, 16 November 2026
            11111111  18:30  First of all  #garden




            \(Self.state)
            """
        #expect(first == expected)
        try bed.write(2, "Second", at: "2026-11-17T08:00:00+01:00", starred: true)
        let second = try screen.wait(for: "Second")
        let followed = """
            journal: 2 entries
            Tuesday, 17 November 2026
            22222222  08:00  ★ Second

            Monday, 16 November 2026
            11111111  18:30  First of all  #garden

            \(Self.state)
            """
        #expect(second == followed)
        try bed.journal("delete", "1111")
        let third = try screen.wait(for: "journal: 1 entry")
        #expect(!third.contains("First"))
        try screen.type("q")
        #expect(try screen.end() == "before\n[exit 0]")
    }

    @Test func filtersRestrictTheList() throws {
        try bed.write(2, "Second", at: "2026-11-17T08:00:00+01:00", notebook: "work", tags: ["a"])
        let command = "journal watch -N work -t a --search second"
        let screen = try Screen(bed, columns: 80, rows: 8, command)
        let first = try screen.wait(for: "Second")
        #expect(first.hasPrefix("journal work #a second: 1 entry\n"))
        #expect(!first.contains("First"))
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
        let missing = try Screen(bed, columns: 80, rows: 8, "journal watch -N none")
        let end = try missing.end()
        #expect(end.contains("notebook \"none\" does not exist"), "\(end)")
        #expect(end.contains("[exit 66]"), "\(end)")
    }

    @Test(arguments: ["C-c", "q"]) func leavingRestoresTheTerminal(key: String) throws {
        let command = """
            trap true INT; stty echo; stty -g >\(bed.root)/mode; echo before; journal watch
            echo "status $?"; stty -g | cmp - \(bed.root)/mode
            """
        let screen = try Screen(bed, columns: 80, rows: 8, command)
        try screen.wait(for: "First of all")
        try screen.type(key)
        #expect(try screen.end() == "before\nstatus 0\n[exit 0]")
    }

    @Test(arguments: ["watch", "tui"], ["TERM", "HUP"])
    func terminationRestoresTheTerminal(command: String, signal: String) throws {
        let script = """
            stty echo; stty -g >\(bed.root)/mode; echo before
            sh -c 'echo $$ >\(bed.root)/pid; exec "$0" "$@"' \(Built.journal) \(command)
            echo "status $?"; stty -g | cmp - \(bed.root)/mode
            """
        let screen = try Screen(bed, columns: 80, rows: 8, script)
        try screen.wait(for: "First of all")
        try bed.run(["/bin/sh", "-c", "kill -\(signal) $(cat \(bed.root)/pid)"])
        let end = try screen.end()
        let status = signal == "TERM" ? 143 : 129
        #expect(end.hasPrefix("before\n"))
        #expect(end.contains("status \(status)\n[exit 0]"), "\(end)")
    }

    /// Returns the process that runs a command in this environment.
    private func process(running command: String) throws -> pid_t {
        let found = FileSystem.names(in: "/proc").compactMap { pid_t($0) }.first { pid in
            guard let line = try? FileSystem.read("/proc/\(pid)/cmdline"),
                let variables = try? FileSystem.read("/proc/\(pid)/environ")
            else { return false }
            return line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                == [Built.journal, command]
                && String(decoding: variables, as: UTF8.self).contains(bed.root)
        }
        guard let found else { throw Stuck("no process runs \(command)") }
        return found
    }

    @Test(arguments: ["watch", "tui"], ["TSTP", "STOP"])
    func stoppedListIsShownAgain(command: String, signal: String) throws {
        guard let bash = Built.tool("bash") else { throw Stuck("bash is not installed") }
        // A shell with job control, without the prompt and files of the user.
        let script = "echo before; PS1='$ ' \(bash) --norc --noprofile -i"
        let screen = try Screen(bed, columns: 80, rows: 12, script)
        try screen.wait(for: "$")
        try screen.type("stty -g >\(bed.root)/mode; \(Built.journal) \(command)", "Enter")
        try screen.wait(for: "journal: 1 entry")
        if signal == "TSTP" {
            try screen.type("C-z")
            let stopped = try screen.wait(forEnd: "\n$")
            #expect(stopped.contains("Stopped") && stopped.contains("before"), "\(stopped)")
            try screen.type("stty -g | cmp - \(bed.root)/mode && echo same", "Enter")
            try screen.wait(for: "\nsame\n")
        } else {
            kill(try process(running: command), SIGSTOP)
            try screen.wait(forEnd: "\n$")
            #expect(try screen.text().contains("Stopped"))
        }
        try screen.resize(columns: 60, rows: 6)
        try screen.type("fg", "Enter")
        try screen.wait(for: "journal: 1 entry")
        #expect(try !screen.text().contains("Stopped"))
        try screen.resize(columns: 70, rows: 9)
        try bed.write(2, "Second", at: "2026-11-17T08:00:00+01:00")
        try screen.wait(for: "journal: 2 entries")
        try screen.type("q")
        // Until the prompt, the program may read what is typed, together with the key.
        try screen.wait(forEnd: "\n$")
        try screen.type("stty -g | cmp - \(bed.root)/mode && echo restored", "Enter")
        try screen.wait(for: "\nrestored\n")
    }

    @Test func otherSizesAreDrawn() throws {
        for number in 10..<30 {
            try bed.write(number, "Entry \(number)", at: "2026-11-10T12:00:\(number)+01:00")
        }
        let screen = try Screen(bed, columns: 80, rows: 10, "journal watch")
        try screen.wait(for: Self.state)
        try screen.resize(columns: 40, rows: 6)
        let small = try eventually("a smaller screen") {
            let text = try screen.text()
            return text.split(separator: "\n", omittingEmptySubsequences: false).count == 6
                && text.hasSuffix(Self.state) ? text : nil
        }
        #expect(small.hasPrefix("journal: 21 entries\nMonday, 16 November 2026\n11111111"))
        try screen.type("End")
        try screen.wait(for: "Entry 10")
        try screen.type("g")
        try screen.wait(for: "First of all")
        try screen.resize(columns: 80, rows: 30)
        try screen.wait(for: "Entry 10")
    }

    @Test func listReconnectsWhenTheDaemonRestarts() throws {
        let screen = try Screen(bed, columns: 80, rows: 10, "journal watch")
        try screen.wait(for: "First of all")
        try bed.killDaemon()
        try bed.write(2, "After the restart", at: "2026-11-17T08:00:00+01:00")
        let end = try screen.wait(for: "After the restart")
        #expect(end.hasPrefix("journal: 2 entries"))
        try screen.wait(for: Self.state)
    }
}
