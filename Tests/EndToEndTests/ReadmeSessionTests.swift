// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// The sessions in the section *Usage* of the README, replayed on a terminal.
///
/// Ids, dates, times, numbers and places differ; everything else must be as the README shows it.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct ReadmeSessionTests {
    private let bed: TestBed
    /// The lines of each session: commands after `$`, and what they print.
    private let sessions: [[String]]

    init() throws {
        bed = try TestBed()
        let path = Built.project.appending(path: "README.md").path(percentEncoded: false)
        let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
        let usage = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Usage") } ?? ""
        sessions = usage.components(separatedBy: "```console\n").dropFirst().map { block in
            (block.components(separatedBy: "\n```").first ?? "").components(separatedBy: "\n")
        }
    }

    /// Starts a session, with the home folder as the working folder.
    private func start(_ session: [String]) throws -> Screen {
        let commands = session.filter { $0.hasPrefix("$ ") }.map { line in
            let quoted = line.replacing("'", with: #"'\''"#)
            return "printf '%s\\n' '\(quoted)'\n" + line.dropFirst(2)
        }
        let script = ["cd \"$HOME\""] + commands
        return try Screen(bed, columns: 100, rows: 40, script.joined(separator: "\n"))
    }

    /// Replaces what differs from run to run.
    private func normalized(_ lines: [String]) -> [String] {
        lines.map { line in
            line.replacing(bed.root + "/home", with: "/home/me")
                .replacing(bed.root + "/data", with: "/home/me/.local/share")
                .replacing(bed.root + "/run", with: "/run/user/1000")
                .replacing(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
                .replacing(/\b[0-9a-f]{8}(?=  )/, with: "id")
                .replacing(/Today, [A-Z][a-z]+, [0-9]+ [A-Z][a-z]+ [0-9]+/, with: "DAY")
                .replacing(/[0-9]+/, with: "N")
        }
    }

    private func expect(_ screen: String, shows session: [String]) {
        let lines = screen.components(separatedBy: "\n")
        #expect(normalized(lines) == normalized(session))
    }

    /// Replays a session to its end; `answers` are typed at its questions.
    private func replay(_ session: [String], answers: Int = 0) throws {
        let screen = try start(session)
        for _ in 0..<answers {
            try screen.wait(for: "[y/N]")
            try screen.type("y", "Enter")
        }
        // Typed characters are not on the screen.
        expect(try screen.end(), shows: session.filter { $0 != "y" } + ["[exit 0]"])
    }

    @Test func sessionsShowWhatHappens() throws {
        #expect(sessions.count == 5)
        try writeAndWatch(sessions[0])
        try replay(sessions[1], answers: 1)
        try backUp(sessions[2])
        try transfer(sessions[3])
        try replay(sessions[4])
    }

    /// Another terminal edits the entry of the third command and deletes it, while the last one
    /// watches.
    private func writeAndWatch(_ session: [String]) throws {
        let screen = try start(session)
        let last = try #require(session.last { $0.hasPrefix("$ ") })
        try screen.wait(for: last)
        let status = try eventually("a subscription") {
            let status = try bed.journal("status", "--json").output
            return status.contains("\"subscriptions\":1") ? status : nil
        }
        #expect(status.contains("\"entries\":3"))
        let found = try bed.journal("search", "312", "--format", "{id}")
        let edited = try bed.journal("edit", found.line, "2 of 312 tests failed, both flaky")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try bed.journal("delete", found.line).status == 0)
        expect(try screen.wait(for: "\ndelete"), shows: session)
        #expect(try bed.journal("undo").status == 0)
    }

    /// A daemon that was killed leaves its socket, and there are more entries than in the backup.
    private func backUp(_ session: [String]) throws {
        let steps = session.split { $0.hasPrefix("$ journal doctor") }
        #expect(steps.count == 2)
        let count = steps.first?.count ?? 0
        try replay(Array(session.prefix(count)))
        try bed.journal("new", "after the backup")
        for daemon in bed.daemons { kill(daemon, SIGKILL) }
        _ = try eventually("the end of the daemon") { bed.daemons.isEmpty ? true : nil }
        let folder = bed.root + "/home/backups/"
        let name = try #require(FileSystem.names(in: folder).first)
        let rest = session.dropFirst(count).map {
            $0.replacing(/~\/backups\/\S+/, with: "~/backups/" + name)
        }
        let screen = try start(rest)
        let shown = try screen.wait(for: "[y/N]").components(separatedBy: "\n")
        // Long lines are wrapped, depending on the lengths of paths.
        let text = normalized(shown).joined(separator: " ")
        #expect(text == normalized(rest).joined(separator: " "))
    }

    private func transfer(_ session: [String]) throws {
        let other = try TestBed()
        for number in 1...2 {
            let file = "\(other.root)/home/\(number).jpg"
            try FileSystem.write([UInt8(number)], to: file)
            let id = try other.journal("new", "A photo of day \(number)").line
            #expect(try other.journal("attach", id, file).status == 0)
        }
        let archive = "\(bed.root)/home/DayOne.zip"
        let exported = try other.journal("export", "-o", archive, "--format", "dayone")
        #expect(exported.status == 0, "\(exported.errors)")
        let text = "[2020-01-02 11:00] One @a\n\n[2020-01-03 11:00] Two @b\n"
        try FileSystem.write(Array(text.utf8), to: "\(bed.root)/home/journal.txt")
        try replay(session)
        #expect(FileSystem.names(in: bed.root + "/home/notes").contains("2020-01-02"))
    }
}
