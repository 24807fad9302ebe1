// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The options of `journal edit`, as the request and as the attributes of a draft.
struct ChangeOptionsTests {
    private func change(
        _ format: CommandContext.Format = .text,
        _ adjust: (inout ChangeOptions) -> Void
    ) throws -> (update: EntryUpdate, problem: ClientError?) {
        var options = ChangeOptions()
        adjust(&options)
        let run = try CommandRun(format: format) { _ in .close }
        return options.change(in: run.context)
    }

    @Test func optionsAreTheRequest() throws {
        let (update, problem) = try change {
            $0.starred = false
            $0.notebook = "work"
            $0.createsNotebook = true
            $0.tags = ["+a", "-b", "+c"]
            $0.removedTags = ["e"]
            $0.date = "2026-11-20T18:30:00Z"
        }
        #expect(problem == nil)
        #expect(update.starred == false)
        #expect((update.notebook, update.createNotebook) == ("work", true))
        #expect(update.tags == nil || update.tags == ["d"])
        #expect(update.removeTags == ["e", "b"])
        #expect(update.createdAt?.description == "2026-11-20T18:30:00Z")
        #expect(update.zone?.isEmpty == false)
        #expect(update.text == nil)
    }

    @Test(
        arguments: [
            (CommandContext.Format.text, Include.summary), (.json, .full), (.jsonLines, .full),
        ] as [(CommandContext.Format, Include)]
    )
    func resultIsAsLongAsItIsShown(format: CommandContext.Format, include: Include) throws {
        #expect(try change(format) { _ in }.update.include == include)
    }

    /// The valid options are kept with the text of a command that fails.
    @Test func firstProblemLeavesTheOtherOptions() throws {
        let (update, problem) = try change {
            $0.date = "soon"
            $0.tags = ["--x"]
            $0.notebook = "work"
        }
        #expect(problem?.message.contains("\"soon\"") == true)
        #expect(update.notebook == "work")
        #expect(update.createdAt == nil)
        let (tagged, other) = try change {
            $0.date = "2026-11-20"
            $0.tags = ["a"]
            $0.addedTags = ["b"]
        }
        #expect(other?.message == "-t a replaces all tags and cannot be combined with single ones")
        #expect(tagged.createdAt != nil)
        #expect(tagged.tags == nil && tagged.addTags == [])
    }

    @Test func tagsAreRemovedAltogether() throws {
        #expect(try change { $0.removesAllTags = true }.update.tags == [])
        let (_, problem) = try change {
            $0.removesAllTags = true
            $0.addedTags = ["a"]
        }
        #expect(problem?.message == "--no-tags cannot be combined with single tags")
    }

    @Test func onlyAttributesMakeOptionsNotEmpty() {
        var options = ChangeOptions()
        options.hasTextTags = false
        #expect(options.isEmpty)
        for adjust in [
            { $0.starred = false }, { $0.notebook = "" }, { $0.removesAllTags = true },
            { $0.tags = ["a"] }, { $0.date = "" }, { $0.createsNotebook = true },
            { $0.addedTags = ["a"] }, { $0.removedTags = ["a"] },
        ] as [(inout ChangeOptions) -> Void] {
            var options = ChangeOptions()
            adjust(&options)
            #expect(!options.isEmpty)
        }
    }

    @Test func draftHasTheOptionsAndTheArgument() throws {
        var options = ChangeOptions()
        options.hasTextTags = false
        let update = EntryUpdate(id: EntryReference(.random()), starred: true, addTags: ["a"])
        let draft = options.draft(of: update, entry: "8c5f")
        #expect(draft.entry == "8c5f")
        #expect(draft.textTags == false)
        #expect(draft.starred == true)
        #expect(draft.addTags == ["a"])
        #expect(try DraftAttributes(json: draft.json) == draft)
        #expect(options.draft(of: update).entry == nil)
    }

    // MARK: The list of drafts

    private static let id = CommandRun.entry(1).id

    private static func texts(in folder: String) throws -> [SavedText] {
        try FileSystem.makeDirectory(folder)
        let files = [("new", SavedText.Kind.draft), ("\(id)-7", .conflict)]
        return try files.map { name, kind in
            let path = "\(folder)/\(name).md"
            try FileSystem.write(Array("about \(kind)\nmore".utf8), to: path)
            return SavedText(path: path, kind: kind, modifiedAt: .epoch)
        }
    }

    @Test func draftsAreListedForAProgram() throws {
        let run = try CommandRun { _ in .close }
        let texts = try Self.texts(in: run.folder + "/d")
        DraftList(run.context).show(texts)
        #expect(
            try run.printed == """
                1\tdraft\t1970-01-01T00:00:00Z\t\(texts[0].path)\tabout draft
                2\tconflict\t1970-01-01T00:00:00Z\t\(texts[1].path)\tabout conflict

                """
        )
        let lines = try CommandRun(format: .jsonLines) { _ in .close }
        DraftList(lines.context).show(texts)
        let objects = try lines.printed.split(separator: "\n").map {
            try JSON.parse(Array($0.utf8))
        }
        #expect(objects.map { $0["number"] } == [1, 2])
        #expect(objects.map { $0["entry"] } == [nil, Self.id.json])
        #expect(objects.map { $0["rev"] } == [nil, 7])
        #expect(objects.map { $0["firstLine"] } == ["about draft", "about conflict"])
        let whole = try CommandRun(format: .json) { _ in .close }
        DraftList(whole.context).show(texts)
        #expect(try JSON.parse(Array(whole.printed.utf8)) == ["drafts": .array(objects)])
    }

    @Test func terminalShowsTheEntryOfADraft() throws {
        let run = try CommandRun(isInteractive: true) { _ in .close }
        DraftList(run.context).show(try Self.texts(in: run.folder + "/d"))
        let lines = try run.printed.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("about draft") == true)
        #expect(lines.last?.hasSuffix("entry 00000001: about conflict") == true)
    }
}
