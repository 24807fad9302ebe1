// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalProtocol
import JournalTransfer
import Testing

@testable import JournalCommandLine

/// Imports that read files, but need no daemon.
struct EntryImportTests {
    private let folder: TemporaryFolder
    private let context = CommandContext(CommandContext.Options(), environment: Environment([:]))

    init() throws { folder = try TemporaryFolder(environment: Environment([:])) }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileSystem.write(Array(text.utf8), to: path)
        return path
    }

    /// Creates an archive of a folder with a file.
    private func archive(_ text: String) throws -> String {
        let content = "\(folder.path)/content"
        try FileSystem.makeDirectory("\(content)/photos")
        _ = try write(text, to: "content/Journal.json")
        _ = try write("photo", to: "content/photos/a.jpeg")
        let path = "\(folder.path)/export.zip"
        let progress = ProgressLine(isShown: false)
        try ZipFile(path: path).pack(content, mayReplace: true, progress: progress)
        return path
    }

    private func dryRun(
        _ paths: String...,
        keepsGoing: Bool = false
    ) throws -> ImportSummary {
        var options = EntryImport.Options()
        options.isDryRun = true
        options.keepsGoing = keepsGoing
        var work = EntryImport(context, options: options)
        return try work.run(paths)
    }

    @Test func filesWithAnotherExtensionAreCheckedLikeOthers() throws {
        let file = try ImportFile(path: try write("{}", to: "Journal.json"))
        func name(_ digit: Character) -> String { String(repeating: digit, count: 32) }
        let photo = try write("photo", to: "\(name("a")).png")
        try FileSystem.makeDirectory("\(folder.path)/\(name("b")).png")
        let large = try write("", to: "\(name("c")).png")
        #expect(truncate(large, Limits.attachment + 1) == 0)
        #expect(file.content(at: "\(name("a")).jpeg") == .file(photo))
        let digits: [Character] = ["b", "c"]
        let problems = digits.map { file.content(at: "\(name($0)).jpeg") }
        let folder = folder.path
        #expect(
            problems == [
                .problem("cannot attach \(folder)/\(name("b")).png: it is not a regular file"),
                .problem(
                    "\(folder)/\(name("c")).png has \(Limits.attachment + 1) bytes; the limit is "
                        + "\(Limits.attachment)"
                ),
            ]
        )
    }

    @Test func filesAfterOneThatCannotBeReadAreRead() throws {
        let good = try write("[2026-11-21 18:30] Coffee\n", to: "good.txt")
        let files = [
            try write("junk\n", to: "junk.txt"), try write("[{\"text\":", to: "cut.json"),
            try write("Dear diary", to: "diary.doc"), try write("PK\u{3}\u{4}x", to: "a.zip"),
            try write("<p>", to: "a.html"), "\(folder.path)/missing",
        ]
        try FileSystem.makeDirectory("\(folder.path)/empty")
        for path in files + ["\(folder.path)/empty"] {
            let summary = try dryRun(path, good, keepsGoing: true)
            #expect(summary.entries == 1, "\(path)")
            #expect(summary.skipped == 1, "\(path)")
        }
        #expect(throws: ClientError.self) { try dryRun("\(folder.path)/missing", good) }
    }

    @Test func dryRunCountsAttachmentsThatCanBeRead() throws {
        let summary = try dryRun(
            archive(
                #"""
                {"entries":[{"creationDate":"2026-11-21T18:30:00Z","text":"two photos","photos":[
                {"md5":"a","type":"jpeg"},{"md5":"b","type":"jpeg"}]}]}
                """#
            )
        )
        #expect(summary.entries == 1)
        #expect(summary.attachments == 1)
        #expect(summary.skipped == 1)
    }

    @Test func folderAroundTheFilesOfAnExportIsEntered() throws {
        let export = "\(folder.path)/x/04-21-2024 Export"
        for name in ["\(export)/photos", "\(folder.path)/x/__MACOSX"] {
            try FileSystem.makeDirectory(name)
        }
        _ = try write("photo", to: "x/04-21-2024 Export/photos/a.jpeg")
        _ = try write("x", to: "x/.DS_Store")
        let json = #"""
            {"entries":[{"creationDate":"2026-11-21T18:30:00Z","text":"a photo","photos":[
            {"md5":"a","type":"jpeg"}]}]}
            """#
        _ = try write(json, to: "x/04-21-2024 Export/Journal.json")
        let summary = try dryRun("\(folder.path)/x")
        #expect(summary.entries == 1)
        #expect(summary.attachments == 1)
        // JSON in one of several folders is no document of an export.
        try FileSystem.makeDirectory("\(folder.path)/x/other")
        #expect(throws: ClientError.self) { try dryRun("\(folder.path)/x") }
    }

    @Test func archiveThatIsTooLargeIsRefusedBeforeItIsUnpacked() throws {
        let member = ZipDirectory.Member(name: "a.json", size: 3, checksum: 0, offset: 0)
        var listed = member
        listed.size = 100 << 20
        let archive =
            ZipDirectory.header(of: member) + Array("abc".utf8)
            + ZipDirectory.list([listed], at: 39)
        let path = "\(folder.path)/bomb.zip"
        try FileSystem.write(archive, to: path)
        let error = #expect(throws: ClientError.self) { try dryRun(path) }
        let message = try #require(error?.message)
        #expect(message.contains("would unpack to 100 MiB, more than 100 times"), "\(message)")
    }

    @Test func folderWhoseNameIsNotUTF8IsReported() throws {
        try FileSystem.makeDirectory("\(folder.path)/notes")
        _ = try write("one", to: "notes/a.md")
        let name = "\(folder.path)/notes/n".utf8CString.dropLast() + [CChar(bitPattern: 0xE9), 0]
        #expect(mkdir(Array(name), 0o700) == 0)
        let error = #expect(throws: ClientError.self) { try dryRun("\(folder.path)/notes") }
        #expect(error?.message.contains("/notes/n\u{FFFD}") == true)
    }

    @Test func fileWhoseNameIsNotUTF8IsReported() throws {
        try FileSystem.makeDirectory("\(folder.path)/notes")
        _ = try write("one", to: "notes/a.md")
        let name =
            "\(folder.path)/notes/n".utf8CString.dropLast() + [CChar(bitPattern: 0xE9)]
            + ".md".utf8CString
        let descriptor = open(Array(name), O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        let error = #expect(throws: ClientError.self) { try dryRun("\(folder.path)/notes") }
        #expect(error?.message.contains("/notes/n\u{FFFD}.md") == true)
    }

    @Test func filesThatMarkdownShowsAreAttached() throws {
        let notes = "\(folder.path)/notes"
        for name in ["daily", "pics"] { try FileSystem.makeDirectory("\(notes)/\(name)") }
        let text = """
            ---
            mood: good
            location: x
            ---
            ![](a.jpg) ![](../pics/b.jpg) ![[pics/b.jpg]] ![](none.jpg) ![](../../secret.jpg)
            """
        let path = try write(text, to: "notes/daily/2026-11-21.md")
        for name in ["notes/daily/a.jpg", "notes/pics/b.jpg", "secret.jpg"] {
            _ = try write("image", to: name)
        }
        let all = try dryRun(notes)
        #expect(all.attachments == 2)
        #expect(all.missingAttachments == 2)
        #expect(all.omittedFields == ["location", "mood"])
        let end = "2 attachments, 2 attachments missing, fields omitted: location mood"
        #expect(all.text.hasSuffix(end), "\(all.text)")
        let alone = try dryRun(path)
        #expect(alone.attachments == 1)
        #expect(alone.missingAttachments == 4)
    }

    @Test func problemNamesTheArchive() throws {
        let path = try archive(#"{"entries":[{"creationDate":1}]}"#)
        let error = #expect(throws: ClientError.self) {
            var work = EntryImport(context, options: EntryImport.Options())
            _ = try work.run([path])
        }
        let message = try #require(error?.message)
        #expect(message.hasPrefix("\(path)/Journal.json:1: "), "\(message)")
    }
}
