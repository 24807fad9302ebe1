// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The candidates that the scripts of `journal completion` request.
///
/// `contrib/completion-check/run` tests them in the shells.
struct CompletionTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Returns the candidates for an argument, as a script requests them.
    private func candidates(
        _ shell: String,
        _ request: [String],
        _ words: [String],
        in other: TestBed? = nil
    ) throws -> [String] {
        let bed = other ?? bed
        bed.environment["SAP_SHELL"] = shell
        let last = try #require(words.last)
        let place = [String(words.count - 1), String(last.count)]
        let line = [Built.journal, "---completion"] + request + place + words
        let result = try bed.run(line, input: "a piped text")
        #expect(result.status == 0, "\(result.errors)")
        return result.lines
    }

    @Test func candidatesHaveTheFormOfTheShell() throws {
        let id = try bed.journal("new", "-N", "a:b $(c)", "Rain: all day").line.prefix(8)
        let option = ["list", "--", "--notebook"]
        let words = ["journal", "list", "-N", ""]
        #expect(try candidates("bash", option, words) == [#"a\:b\ \$\(c\)"#, "journal"])
        #expect(try candidates("zsh", option, words) == [#"a\:b $(c)"#, "journal", " "])
        #expect(try candidates("fish", option, words) == ["a:b $(c)", "journal"])
        let show = ["show", "--", "positional@0"]
        let ids = ["journal", "show", ""]
        #expect(try candidates("bash", show, ids) == ["\(id)"])
        #expect(try candidates("zsh", show, ids) == ["\(id):Rain: all day", " "])
        #expect(try candidates("fish", show, ids) == ["\(id)\tRain: all day"])
    }

    @Test func idsOfTheTrashCompleteRestore() throws {
        let kept = try bed.journal("new", "Kept").line.prefix(8)
        let deleted = try bed.journal("new", "Deleted").line.prefix(8)
        try bed.journal("delete", "\(deleted)")
        let request = ["restore", "--", "positional@0"]
        #expect(try candidates("bash", request, ["journal", "restore", ""]) == ["\(deleted)"])
        let show = ["show", "--", "positional@0"]
        #expect(try candidates("bash", show, ["journal", "show", ""]) == ["\(kept)"])
        #expect(try candidates("bash", show, ["journal", "show", "\(deleted)"]) == ["\(deleted)"])
    }

    @Test func templatesAreCompletedWithoutADaemon() throws {
        let folder = bed.root + "/config/journal/templates"
        try FileSystem.makeDirectory(folder)
        try FileSystem.write([], to: folder + "/daily.md")
        let words = ["journal", "new", "-T", ""]
        #expect(try candidates("bash", ["new", "--", "--template"], words) == ["daily"])
        #expect(bed.daemons.isEmpty)
    }

    @Test func nothingIsStartedOrWritten() throws {
        let words = ["journal", "list", "-N", ""]
        #expect(try candidates("bash", ["list", "--", "--notebook"], words) == [])
        #expect(bed.daemons.isEmpty)
        #expect(try bed.journal("list", "--count").line == "0")
    }

    @Test func machinesAndConflictsCompleteSync() throws {
        let pair = try SyncPair()
        let id = try pair.disagree("mine", "other")
        try pair.meet()
        let lap = try pair.second.connect().call("sync.conflicts")["conflicts"]?.elements.first
        let text = try #require(lap?["version"]?["id"]?.stringValue).prefix(8)
        func candidates(_ request: [String], _ words: String...) throws -> [String] {
            let fields = try self.candidates("fish", request, words, in: pair.first)
            return fields.map { $0.replacing("\t", with: "|") }
        }
        let remove = ["sync", "remove", "--", "positional@0"]
        let machines = try candidates(remove, "journal", "sync", "remove", "")
        #expect(machines.count == 1)
        #expect(machines.first?.hasPrefix("lap|last seen ") == true, "\(machines)")
        let resolve = ["sync", "resolve", "--", "positional@0"]
        let entries = ["\(id.prefix(8))|other"]
        #expect(try candidates(resolve, "journal", "sync", "resolve", "") == entries)
        let digits = String(id.prefix(5))
        #expect(try candidates(resolve, "journal", "sync", "resolve", digits) == entries)
        let use = ["sync", "resolve", "--", "--use"]
        let beginnings = [
            ["--use", ""], [digits, "--use", ""], [digits, "--use", "\(text.prefix(5))"],
        ]
        for words in beginnings {
            let line = ["journal", "sync", "resolve"] + words
            let found = try self.candidates("bash", use, line, in: pair.first)
            #expect(found == ["\(text)"], "\(words)")
        }
        let other = ["journal", "sync", "resolve", "0000", "--use", ""]
        #expect(try self.candidates("bash", use, other, in: pair.first) == [])
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptIsPrinted(shell: String) throws {
        let result = try bed.journal("completion", shell, timeout: nil)
        #expect(result.status == 0)
        #expect(result.output.contains("---completion show -- positional@0"))
        #expect(result.output.contains("---completion new -- --template"))
        #expect(result.output.contains("---completion delete -- positional@0"))
        let alias = shell == "fish" ? "case 'tag' 'tags'" : "_journal_tags() {"
        #expect(result.output.contains(alias))
        let nested = shell == "fish" ? "case 'delete' 'rm'" : "list|rename|merge|delete|rm)"
        #expect(result.output.contains(nested))
        let help = shell == "bash" ? #"new\nlist\nshow"# : "new list show"
        #expect(result.output.contains(help))
        #expect(try bed.journal("completion", "tcsh", timeout: nil).status == 64)
    }
}
