// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `journal recover` on stores with damaged pages.
struct RecoverTests {
    private let bed: TestBed
    private static let sqlite = Built.tool("sqlite3")
    private static let pageSize = 4096
    /// The longest text, which needs several pages of its own.
    private static let longText = String(repeating: "A long day. ", count: 2_000)

    init() throws { bed = try TestBed() }

    /// Fills the store, ends the daemon and returns what an export contains.
    private func fill(isKilled: Bool = false) throws -> [String: JSON] {
        let calls = (1...300).map { number -> JSON in
            [
                "method": "entry.create",
                "params": [
                    "text": .string("Entry \(number) " + String(repeating: "é", count: number)),
                    "notebook": number.isMultiple(of: 3) ? "work" : "journal",
                    "createNotebook": true,
                    "tags": number.isMultiple(of: 5) ? ["build", "two words"] : [],
                    "starred": .bool(number.isMultiple(of: 7)),
                ],
            ]
        }
        let wire = try bed.connectStarting()
        try wire.call("batch", ["calls": .array(calls)])
        let long = try wire.call("entry.create", ["text": .string(Self.longText)])["id"]
        let photo = bed.root + "/photo.jpg"
        try FileSystem.write((0..<300_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }, to: photo)
        try bed.journal("attach", long?.stringValue ?? "", photo)
        try wire.call(
            "entry.delete",
            ["id": wire.call("entry.create", ["text": "gone"])["id"] ?? .null]
        )
        let exported = try entries(bed.journal("export").output)
        if isKilled {
            try bed.killDaemon()
        } else {
            try bed.journal("daemon", "stop")
        }
        return exported
    }

    private func entries(_ text: String) throws -> [String: JSON] {
        let elements = try JSON.parse(text)["entries"]?.elements ?? []
        return Dictionary(
            uniqueKeysWithValues: elements.map { entry in
                // The path of a file is a matter of the export.
                (entry["id"]?.stringValue ?? "", Self.comparable(entry))
            }
        )
    }

    private static func comparable(_ entry: JSON) -> JSON {
        [
            "text": entry["text"] ?? .null, "createdAt": entry["createdAt"] ?? .null,
            "notebook": entry["notebook"] ?? .null, "starred": entry["starred"] ?? .null,
            "zone": entry["zone"] ?? .null,
            "tags": .array(
                (entry["tags"]?.elements ?? []).compactMap(\.stringValue).sorted()
                    .map { .string($0) }
            ),
            "files": .array((entry["attachments"]?.elements ?? []).compactMap { $0["digest"] }),
        ]
    }

    /// Returns the numbers of pages of a table or an index.
    private func pages(_ name: String, _ type: String) throws -> [Int] {
        let query = "SELECT pageno FROM dbstat WHERE name = '\(name)' AND pagetype = '\(type)'"
        let result = try bed.run([Self.sqlite ?? "", bed.store, query])
        let pages = result.lines.compactMap { Int($0) }
        #expect(!pages.isEmpty, "\(name) \(type): \(result.errors)")
        return pages
    }

    private func overwrite(_ pages: [Int]) throws {
        var bytes = try FileSystem.read(bed.store)
        for page in pages {
            let start = (page - 1) * Self.pageSize
            for offset in 0..<Self.pageSize { bytes[start + offset] = UInt8(offset * 7 & 0xFF) | 1 }
        }
        try FileSystem.write(bytes, to: bed.store)
    }

    @Test(arguments: [false, true])
    func intactStoreIsReadWhole(isKilled: Bool) throws {
        let exported = try fill(isKilled: isKilled)
        let result = try bed.journal("recover", bed.store)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try entries(result.output) == exported)
        #expect(result.errors.contains("read 301 entries"), "\(result.errors)")
        #expect(result.errors.contains("1 entry in the trash omitted"))
        let all = try bed.journal("recover", bed.store, "--trash")
        #expect(try entries(all.output).count == exported.count + 1)
    }

    @Test(
        .enabled(if: sqlite != nil, "sqlite3 is not installed"),
        arguments: [
            ("sqlite_schema", "internal"), ("Entry", "internal"),
            ("Entry_uuid_unique", "leaf"), ("Entry_search_data", "leaf"),
        ]
    )
    func entriesDoNotDependOnOtherPages(name: String, type: String) throws {
        let exported = try fill()
        try overwrite(try pages(name, type))
        let folder = bed.root + "/rescued/"
        let result = try bed.journal("recover", bed.store, "--to", folder)
        #expect(result.output.contains("read 301 entries, 1 attachment"), "\(result.errors)")
        let other = try TestBed()
        let imported = try other.journal("import", folder)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try entries(other.journal("export").output) == exported)
    }

    @Test(.enabled(if: sqlite != nil, "sqlite3 is not installed"))
    func lostEntriesAreNamed() throws {
        let exported = try fill()
        let leaves = try pages("Entry", "leaf")
        try overwrite([leaves[leaves.count / 2]])
        let result = try bed.journal(
            "recover",
            bed.store,
            "--to",
            bed.root + "/rescued.json",
            "--json"
        )
        #expect(result.status == 1)
        let summary = try JSON.parse(result.line)
        let lost = (summary["lost"]?.elements ?? []).compactMap(\.stringValue)
        #expect(!lost.isEmpty && lost.count < 50)
        let text = String(decoding: try FileSystem.read(bed.root + "/rescued.json"), as: UTF8.self)
        let found = try entries(text)
        #expect(Set(found.keys).union(lost) == Set(exported.keys))
        #expect(found.allSatisfy { exported[$0.key] == $0.value })
        #expect(summary["damagedPages"]?["Entry"] == 1)
        let plain = try bed.journal("recover", bed.store)
        #expect(plain.errors.contains("; at least \(lost.count) entries lost"), "\(plain.errors)")
    }

    @Test(.enabled(if: sqlite != nil, "sqlite3 is not installed"))
    func cutTextsAreReported() throws {
        let exported = try fill()
        try overwrite([try pages("Entry", "overflow")[1]])
        let result = try bed.journal("recover", bed.store)
        #expect(result.status == 1)
        let found = try entries(result.output)
        let long = try #require(exported.first { $0.value["text"] == .string(Self.longText) })
        #expect(found.filter { $0.key != long.key } == exported.filter { $0.key != long.key })
        let text = found[long.key]?["text"]?.stringValue ?? ""
        #expect(text.count > 4_000 && Self.longText.hasPrefix(text.prefix(4_000)))
        #expect(result.errors.contains("\(long.key): the text"), "\(result.errors)")
    }

    @Test func attachmentsWithLongNamesAreSaved() throws {
        let id = try bed.journal("new", "Two files").line
        let content = Array("content".utf8)
        let names = [String(repeating: "n", count: 251) + ".txt", "second.txt"]
        for name in names {
            // Without a temporary file, whose name would be too long.
            try Data(content).write(to: URL(filePath: "\(bed.root)/\(name)"))
            let attached = try bed.journal("attach", id, "\(bed.root)/\(name)")
            #expect(attached.status == 0, "\(attached.errors)")
        }
        try bed.journal("edit", id, "Two files, changed")
        try bed.journal("daemon", "stop")
        let result = try bed.journal("recover", bed.store, "--to", bed.root + "/rescued/")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines == ["read 1 entry, 2 attachments"])
        let folder = "\(bed.root)/rescued/attachments/\(id)"
        let saved = FileSystem.names(in: folder).sorted()
        #expect(saved.count == 2 && saved.first?.hasSuffix("n.txt") == true)
        for name in saved { #expect(try FileSystem.read("\(folder)/\(name)") == content) }
        let other = try TestBed()
        let imported = try other.journal("import", bed.root + "/rescued/")
        #expect(imported.status == 0, "\(imported.errors)")
        let list = try other.journal("show", id, "--json")
        let attached = try JSON.parse(list.line)["attachments"]?.elements ?? []
        #expect(Set(attached.compactMap { $0["name"]?.stringValue }) == Set(names))
    }

    @Test func attachmentThatCannotBeWrittenIsNamed() throws {
        let ids = try ["first", "second"].map { try bed.journal("new", $0).line }
        let file = bed.root + "/file.txt"
        try FileSystem.write(Array("content".utf8), to: file)
        for id in ids { try bed.journal("attach", id, file) }
        try bed.journal("daemon", "stop")
        // The disk fails once, for the first file.
        let folder = bed.root + "/rescued"
        let result = try bed.run([
            Built.tool("strace") ?? "", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync",
            "-e", "inject=fsync:error=EIO:when=1", Built.journal, "recover", bed.store, "--to",
            folder + "/",
        ])
        #expect(result.status == 1)
        #expect(result.lines.first == "read 2 entries, 1 attachment, 1 of them incomplete")
        #expect(result.errors.contains("file.txt is omitted: cannot write"), "\(result.errors)")
    }

    @Test func earlierTextsAreRead() throws {
        let id = try bed.journal("new", "The first text").line
        for number in 1...3 {
            let edited = try bed.journal("edit", id, "Text \(number)")
            #expect(edited.status == 0, "\(edited.errors)")
        }
        try bed.journal("daemon", "stop")
        let result = try bed.journal("recover", bed.store)
        #expect(result.status == 0)
        #expect(result.errors.contains("3 earlier versions of entries are in the file"))
        let entry = try JSON.parse(result.output)["entries"]?.elements.first
        let texts = (entry?["earlierTexts"]?.elements ?? []).map { $0["text"] }
        #expect(texts == ["The first text", "Text 1", "Text 2"])
        #expect(entry?["text"] == "Text 3")
        let other = try TestBed()
        #expect(try other.journal("import", "-", input: result.output).status == 0)
        let history = try JSON.parse(other.journal("history", id, "--json").line)["versions"]
        #expect(history?.elements.map { $0["text"] } == texts.reversed())
    }

    @Test func textWithU0000IsIntact() throws {
        try bed.journal("new", input: "nul \0 x")
        try bed.journal("daemon", "stop")
        let result = try bed.journal("recover", bed.store)
        #expect(result.status == 0, "\(result.errors)")
        let entry = try JSON.parse(result.output)["entries"]?.elements.first
        #expect(entry?["text"] == "nul \0 x")
    }

    @Test func filesWithoutEntriesAreRefused() throws {
        for (path, status) in [
            ("/etc/passwd", 65), (bed.root, 65), (bed.root + "/none", 66),
        ] as [(String, Int32)] {
            let result = try bed.journal("recover", path)
            #expect(result.status == status)
            #expect(result.errors.contains(path))
        }
    }
}
