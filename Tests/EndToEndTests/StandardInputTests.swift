// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Standard input and output as other programs leave them: slow, not blocking, without an end.
struct StandardInputTests {
    private let bed: TestBed
    private var drafts: String { bed.state + "/drafts" }

    init() throws { bed = try TestBed() }

    private func feed(_ parts: String..., to arguments: String...) throws -> ChildProcess.Result {
        let input = try SlowPipe(.toProgram)
        let process = try input.start(arguments, in: bed)
        for part in parts { try input.write(part) }
        input.end()
        return try process.wait()
    }

    @Test func inputThatDoesNotBlockIsWaitedFor() throws {
        let new = try feed("written in ", "two parts\n", to: "new")
        #expect(new.status == 0, "\(new.errors)")
        let edited = try feed("edited in ", "two parts\n", to: "edit", new.line)
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try bed.journal("show", new.line).output == "edited in two parts\n")
        // The first byte alone could also be that of a JSON file.
        let imported = try feed("[", "2020-01-01 10:00] jrnl\n", to: "import", "-")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func serversWaitForInputThatDoesNotBlock() throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let mcp = try feed(" ", ping + "\n", to: "mcp")
        #expect(mcp.status == 0, "\(mcp.errors)")
        #expect(try JSON.parse(mcp.line)["result"] == [:])
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
        let rpc = try feed(" ", hello + "\n", to: "rpc", "--stdin")
        #expect(rpc.status == 0, "\(rpc.errors)")
        #expect(try JSON.parse(rpc.line)["result"]?["protocol"] == 1)
    }

    @Test func passphraseOfTheDaemonsProgramIsWaitedFor() throws {
        try bed.journal("new", "one")
        try bed.journal("daemon", "stop")
        let input = try SlowPipe(.toProgram)
        let arguments = ["encrypt", "--cost", "10", bed.store]
        let program = try input.start(Built.daemon, arguments, in: bed)
        for part in ["first five ", "words of mine\n"] { try input.write(part) }
        let result = try program.wait()
        #expect(result.line == #"{"encrypted":true}"#, "\(result.output) \(result.errors)")
        let unlocked = try bed.journal("unlock", input: "first five words of mine\n")
        #expect(unlocked.status == 0, "\(unlocked.errors)")
    }

    @Test func outputThatDoesNotBlockIsComplete() throws {
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let id = try bed.journal("new", input: text).line
        let output = try SlowPipe(.fromProgram)
        let process = try output.start(["show", id], in: bed)
        let bytes = try output.read(after: 65_536)
        #expect(String(decoding: bytes, as: UTF8.self) == text + "\n")
        let result = try process.wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func nameOfStandardOutputMeansStandardOutput() throws {
        try bed.journal("new", "first")
        let export = #"echo before; "$0" export -o /dev/stdout --format jsonl; echo after"#
        let result = try bed.run(["/bin/sh", "-c", export, Built.journal])
        #expect(result.lines.count == 3, "\(result.errors)")
        #expect(result.lines.first == "before" && result.lines.last == "after")
        let picture = try bed.journal("stats", "--svg", "/dev/stdout")
        #expect(picture.line.hasPrefix("<?xml") && picture.line.hasSuffix("</svg>"))
    }

    @Test func endlessInputIsRefusedAndKept() throws {
        let script = #"yes line | exec "$0" new -N sea"#
        let result = try bed.run(["/bin/sh", "-c", script, Built.journal])
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("more than 16777216 bytes"), "\(result.errors)")
        #expect(result.errors.contains("saved unchanged: \(drafts)/input.md"), "\(result.errors)")
        #expect(try FileSystem.read(drafts + "/input.md").starts(with: Array("line\nline\n".utf8)))
        let encrypt = #"yes | exec "$0" encrypt --timeout 40"#
        let passphrase = try bed.run(["/bin/sh", "-c", encrypt, Built.journal])
        #expect(passphrase.status == 65, "\(passphrase.errors)")
        #expect(passphrase.errors.contains("more than 65536 bytes"), "\(passphrase.errors)")
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil))
    func entryWithoutAnEndIsRefused() throws {
        let script = #"exec "$0" import --format jrnl --dry-run - </dev/zero"#
        let result = try bed.run(["/bin/sh", "-c", script, Built.journal])
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.hasPrefix("journal: standard input has an entry of more than"))
    }

    @Test func interruptedInputIsKept() throws {
        let input = try SlowPipe(.toProgram)
        let process = try input.start(["new", "-t", "a"], in: bed)
        try input.write("half of the words")
        process.send(SIGTERM)
        let result = try process.wait()
        #expect(result.status == 128 + SIGTERM, "\(result.errors)")
        #expect(result.errors.hasPrefix("journal: interrupted: nothing was written\n"))
        #expect(try FileSystem.read(drafts + "/input.md") == Array("half of the words".utf8))
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(try bed.journal("show", used.line, "--json").output.contains(#""tags":["a"]"#))
    }

    @Test func interruptedImportLeavesNoFolder() throws {
        let archive = bed.root + "/export.zip"
        bed.environment["TMPDIR"] = bed.root + "/tmp"
        try FileSystem.makeDirectory(bed.root + "/tmp")
        try bed.journal("new", "first")
        #expect(try bed.journal("export", "-o", archive).status == 0)
        kill(try #require(bed.daemons.first), SIGSTOP)
        let process = try bed.start(["import", archive])
        try eventually("a folder") { FileSystem.names(in: bed.root + "/tmp").first }
        process.send(SIGTERM)
        kill(try #require(bed.daemons.first), SIGCONT)
        let result = try process.wait()
        #expect(result.status == 128 + SIGTERM, "\(result.errors)")
        #expect(FileSystem.names(in: bed.root + "/tmp") == [])
    }

    @Test func interruptedExportLeavesNoFile() throws {
        try bed.journal("new", "first")
        let daemon = try #require(bed.daemons.first)
        let folder = bed.root + "/exports"
        try FileSystem.makeDirectory(folder)
        kill(daemon, SIGSTOP)
        let export = try bed.start(["export", "-o", folder + "/journal.json"])
        try eventually("a temporary file") { FileSystem.names(in: folder).first }
        export.send(SIGTERM)
        kill(daemon, SIGCONT)
        let result = try export.wait()
        #expect(result.status == 128 + SIGTERM, "\(result.errors)")
        #expect(FileSystem.names(in: folder) == [])
    }
}
