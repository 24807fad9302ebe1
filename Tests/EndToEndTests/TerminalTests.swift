// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Output on a terminal, where text must not act as control sequences.
struct TerminalTests {
    private let bed: TestBed
    private let text = "roof \u{1B}[2J and \u{9B}31m"

    init() throws { bed = try TestBed() }

    /// Returns a command line that runs `journal` on a pseudoterminal.
    private func onTerminal(_ command: String) throws -> [String] {
        let terminal = try #require(Built.tool("script"))
        let line = "\(Built.journal) \(command) --color never --timeout 40"
        return [terminal, "-q", "-e", "-c", line, "/dev/null"]
    }

    private func containsControlCharacters(_ output: String) -> Bool {
        output.unicodeScalars.contains { $0 == "\u{1B}" || (0x80..<0xA0).contains($0.value) }
    }

    @Test func outputContainsNoControlCharacters() throws {
        let id = try bed.journal("new", text).line
        let commands = [
            "list", "list --full", "list --jsonl", "show \(id)", "show \(id) --json",
            "search roof", "search roof --json", "rpc entry.get '{\"id\":\"\(id)\"}'",
        ]
        for command in commands {
            let shown = try bed.run(onTerminal(command))
            #expect(shown.status == 0, "\(command): \(shown.output)")
            #expect(shown.output.contains("roof"), "\(command): \(shown.output)")
            #expect(!containsControlCharacters(shown.output), "\(command): \(shown.output)")
        }
        #expect(try bed.journal("show", id).output == text + "\n")
        #expect(try bed.journal("list").output.contains(text))
    }

    @Test(arguments: ["", " --jsonl"])
    func watchPrintsNoControlCharacters(format: String) throws {
        try bed.journal("new", text)
        let line = try onTerminal("watch --snapshot" + format)
        let watch = try bed.run(inBackground: line)
        let shown = try eventually("a change") {
            watch.output.contains("\n") ? watch.output : nil
        }
        #expect(shown.contains("roof"))
        #expect(!containsControlCharacters(shown))
    }
}
