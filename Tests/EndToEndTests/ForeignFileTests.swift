// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalTransfer
import Testing

/// Files of other programs, as they write them.
struct ForeignFileTests {
    private let bed: TestBed
    private let folder: String

    init() throws {
        bed = try TestBed()
        folder = bed.root + "/transfer"
        try FileSystem.makeDirectory(folder)
    }

    private func file(_ name: String, _ content: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        try FileSystem.write(content, to: path)
        return path
    }

    private func entries(_ bed: TestBed) throws -> [JSON] {
        let exported = try bed.journal("export")
        #expect(exported.status == 0, "\(exported.errors)")
        return try JSON.parse(exported.output)["entries"]?.elements ?? []
    }

    /// Returns an archive with stored members.
    private func archive(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
        var members: [ZipDirectory.Member] = []
        var bytes: [UInt8] = []
        for (name, content) in files {
            var checksum = CRC32()
            checksum.append(content[...])
            let member = ZipDirectory.Member(
                name: name,
                size: content.count,
                checksum: checksum.value,
                offset: bytes.count
            )
            bytes += ZipDirectory.header(of: member) + content
            members.append(member)
        }
        return bytes + ZipDirectory.list(members, at: bytes.count)
    }

    private static let export = #"""
        {"metadata":{"version":"1.0"},"entries":[{"uuid":"0A3BFC9847BD4173881DE43749F23B58",
        "creationDate":"2024-04-21T22:45:51Z","timeZone":"GMT+0200","starred":false,
        "location":{"localityName":"Porto"},"weather":{"temperatureCelsius":12},
        "text":"A voice note\n\n![](dayone-moment:\/audio\/BBBB)",
        "audios":[{"identifier":"BBBB","format":"aac","md5":"\#(digests[0])","duration":5.5}],
        "pdfAttachments":[{"identifier":"DDDD","md5":"\#(digests[1])","pdfName":"Title of it"}]}]}
        """#
    private static let digests = [
        "6b73e9bd86a91d3a7ead09268b0fb266", "11111111111111111111111111111111",
    ]

    @Test(arguments: [("", "/"), ("04-21-2024 Export/", "/"), ("", "\\")])
    func recordingsAndDocumentsOfDayOneAreAttached(prefix: String, separator: String) throws {
        let files = [
            ("Journal.json", Array(Self.export.utf8)),
            ("audios/\(Self.digests[0]).m4a", Array("sound".utf8)),
            // Another extension than the file of the export has.
            ("pdfs/\(Self.digests[1]).PDF", Array("document".utf8)),
        ]
        let bytes = archive(
            files.map { name, content in
                ((prefix + name).replacingOccurrences(of: "/", with: separator), content)
            }
        )
        let path = try file("export.zip", bytes)
        let end =
            "1 place and 1 weather record omitted (--places adds them to the text), "
            + "time zones replaced: GMT+0200 by Etc/GMT-2"
        let dryRun = try bed.journal("import", "--dry-run", path)
        #expect(dryRun.line == "1 entry, 0 notebooks, 0 tags, 2 attachments, \(end)")
        let imported = try bed.journal("import", path)
        #expect(imported.line == "1 entry imported, 2 attachments, \(end)", "\(imported.errors)")
        let entry = try #require(try entries(bed).first)
        #expect(entry["createdAt"] == "2024-04-22T00:45:51+02:00")
        #expect(entry["zone"] == "Etc/GMT-2")
        let names = entry["attachments"]?.elements.compactMap { $0["name"]?.stringValue }
        #expect(names == ["\(Self.digests[0]).m4a", "Title of it.pdf"])
    }

    @Test func exportOfDayOneWithoutItsFoldersCountsWhatIsMissing() throws {
        let path = try file("Journal.json", Array(Self.export.utf8))
        let imported = try bed.journal("import", "--places", path)
        #expect(
            imported.line
                == "1 entry imported, 2 attachments missing, time zones replaced: "
                + "GMT+0200 by Etc/GMT-2",
            "\(imported.errors)"
        )
        let text = try entries(bed).first?["text"]?.stringValue
        #expect(text?.hasSuffix("\n\nPlace: Porto\nWeather: 12 °C") == true)
    }

    /// Entries that the daemon accepts or rejects, each in its own way.
    private static let oddEntries: [TransferEntry] = {
        let instant = "2026-11-21T18:30:15+01:00"
        var entries: [TransferEntry] = []
        func add(_ text: String, _ date: String = instant, _ change: (inout TransferEntry) -> Void)
        {
            var entry = TransferEntry(
                id: EntryID(high: 7, low: UInt64(entries.count)),
                text: text,
                createdAt: Timestamp(date),
                zone: "Europe/Berlin"
            )
            change(&entry)
            entries.append(entry)
        }
        for zone in ["GMT+0530", "PST", "EST5EDT", "US/Eastern", "Factory", "Nowhere/Land", "é"] {
            add("in \(zone)") { $0.zone = zone }
        }
        add(" \u{2028}") { _ in }
        add("\u{200B}") { _ in }
        add("bad tag") { $0.tags = ["a\u{7}"] }
        add("long notebook") { $0.notebook = String(repeating: "a", count: 256) }
        add("many tags") { $0.tags = (0..<65).map { "t\($0)" } }
        add("attachments") { entry in
            entry.attachments = [
                TransferAttachment(name: "..", path: "content"),
                TransferAttachment(name: "a", mediaType: "x", path: "content"),
                TransferAttachment(name: "b", path: "none"),
                TransferAttachment(name: "c", path: "no-folder/none"),
                TransferAttachment(name: "d", path: "content"),
            ]
        }
        add(String(repeating: "a", count: Limits.entryText + 1)) { _ in }
        add("first", "0001-01-02T00:00:00Z") { _ in }
        add("last", "9999-12-31T23:58:00+23:58") { _ in }
        return entries
    }()

    @Test(arguments: [
        TransferFormat.json, .jsonLines, .markdown, .jrnl, .jrnlJSON, .dayOne,
    ])
    func dryRunPredictsTheImport(format: TransferFormat) throws {
        _ = try file("content", Array("content".utf8))
        var encoder = format.encoder
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        for entry in Self.oddEntries { encoder.append(entry, to: &bytes) }
        encoder.end(&bytes)
        let path = try file("odd.\(format.rawValue)", bytes)
        let options = ["--format", format.rawValue, "--json", path]
        for keepGoing in [[], ["--keep-going"]] {
            let dryRun = try bed.start(["import", "--dry-run"] + keepGoing + options).wait()
            let imported = try bed.start(["import"] + keepGoing + options).wait()
            #expect(dryRun.status == 65)
            #expect(imported.status == dryRun.status)
            guard !keepGoing.isEmpty else { continue }
            #expect(imported.errors == dryRun.errors)
            let summaries = try [dryRun, imported].map { try JSON.parse($0.line) }
            for member in ["entries", "skipped", "attachments", "missingAttachments"] {
                #expect(summaries[0][member] == summaries[1][member], "\(member)")
            }
            let found = try bed.journal("list", "--count").line
            #expect(summaries[0]["entries"]?.integerValue == Int64(found))
        }
    }

    @Test(arguments: [
        TransferFormat.json, .jsonLines, .markdown, .jrnl, .jrnlJSON, .dayOne,
    ])
    func exportsOfOddDatesCanBeImported(format: TransferFormat) throws {
        let dates = [
            "0001-01-02T00:00:00Z", "0001-01-02T00:53:00+00:53", "0500-06-01T12:00:00+00:53",
            "1890-01-01T00:00:00+00:53", "9999-12-31T00:00:00Z",
        ]
        let lines = dates.map { date in
            "{\"text\":\"of \(date)\",\"createdAt\":\"\(date)\",\"zone\":\"Europe/Berlin\"}\n"
        }
        let source = try file("dates.jsonl", Array(lines.joined().utf8))
        #expect(try bed.journal("import", source).line == "5 entries imported")
        let path = "\(folder)/exported"
        let exported = try bed.journal("export", "--format", format.rawValue, "-o", path)
        #expect(exported.status == 0, "\(exported.errors)")
        let other = try TestBed()
        let imported = try other.journal("import", "--format", format.rawValue, path)
        #expect(imported.line == "5 entries imported", "\(imported.errors)")
        // The text file of jrnl has local times without an offset.
        func times(_ bed: TestBed) throws -> [String] {
            try entries(bed).compactMap { entry in
                let time = entry["createdAt"]?.stringValue
                return format == .jrnl ? time.map { String($0.prefix(19)) } : time
            }
        }
        #expect(try times(other) == times(bed))
    }
}
