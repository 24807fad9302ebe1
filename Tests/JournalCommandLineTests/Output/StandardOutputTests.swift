// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct StandardOutputTests {
    private static let long = String(repeating: "x", count: 100_000)

    /// Prints to a file that is closed afterwards.
    private func print(
        on path: String,
        isTerminal: Bool = false,
        _ work: (StandardOutput) throws -> Void
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try work(StandardOutput(descriptor: descriptor, isTerminal: isTerminal))
    }

    @Test func controlCharactersAreReplacedOnATerminal() throws {
        let text = "a\u{1B}[2Jb\u{9B}31mc\u{7F}\r\td"
        let harmless = "a␛[2Jb\u{FFFD}31mc␡␍\td"
        let directory = try TemporaryDirectory()
        let path = directory.path + "/out"
        try print(on: path, isTerminal: true) { output in
            output.line(text)
            output.line(["text": .string("\u{9B}2J\u{7F}")])
            output.line(Array(text.utf8))
            output.line(styled: "\u{1B}[1mbold\u{1B}[0m")
            try output.flush()
        }
        #expect(
            String(decoding: try FileSystem.read(path), as: UTF8.self) == """
                \(harmless)
                {"text":"\u{FFFD}2J␡"}
                \(harmless)
                \u{1B}[1mbold\u{1B}[0m

                """
        )
    }

    @Test func pipeReceivesEveryByte() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/out"
        let text = "a\u{1B}[2Jb\u{9B}31mc\u{7F}\r\td"
        try print(on: path) { output in
            output.line(text)
            try output.flush()
        }
        #expect(try FileSystem.read(path) == Array((text + "\n").utf8))
    }

    @Test func longOutputIsWrittenCompletely() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/out"
        try print(on: path) { output in
            output.line("first")
            output.line(Self.long)
            output.line("last")
            try output.flush()
        }
        #expect(try FileSystem.read(path) == Array("first\n\(Self.long)\nlast\n".utf8))
    }

    @Test(arguments: ["short", long])
    func everyFlushAfterAFailureFails(text: String) throws {
        try print(on: "/dev/full") { output in
            output.line(text)
            let first = #expect(throws: ClientError.self) { try output.flush() }
            #expect(first?.exitStatus == 73)
            let second = #expect(throws: ClientError.self) { try output.flush() }
            #expect(second == first)
        }
    }
}
