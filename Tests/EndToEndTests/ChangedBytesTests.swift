// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// A journal in whose file bytes of a text or of an attached file were changed.
struct ChangedBytesTests {
    private static let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Replaces bytes in the file of the store, which no daemon may have open.
    private func replace(_ bytes: [UInt8], by others: [UInt8]) throws {
        var file = Data(try FileSystem.read(bed.store))
        let place = try #require(file.firstRange(of: Data(bytes)))
        file.replaceSubrange(place, with: others)
        try FileSystem.write([UInt8](file), to: bed.store)
    }

    /// Writes an entry with two attached files, changes a byte of the first file, and returns the
    /// id of the entry.
    private func journalWithADamagedFile() throws -> String {
        let id = try bed.journal("new", "with files").line
        let paths = ["f.bin", "g.jpg"].map { "\(bed.root)/\($0)" }
        try FileSystem.write(Self.content, to: paths[0])
        try FileSystem.write(Array("intact".utf8), to: paths[1])
        #expect(try bed.journal("attach", id, paths[0], paths[1]).status == 0)
        try bed.journal("new", "without files")
        #expect(try bed.journal("daemon", "stop").status == 0)
        let start = Array(Self.content[..<64])
        try replace(start, by: [start[0] ^ 1] + start[1...])
        return id
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder)
    }

    @Test func damagedFileIsFoundByEveryCheck() throws {
        let id = try journalWithADamagedFile()
        let problem = "the content of f.bin of entry \(id) is damaged"
        let doctor = try bed.journal("doctor", "--full")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains(problem), "\(doctor.output)")
        #expect(doctor.output.contains("journal recover \(bed.store)"), "\(doctor.output)")
        let backup = bed.root + "/backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let verified = try bed.journal("backup", "--verify", backup)
        #expect(verified.status == 1)
        #expect(verified.errors.contains(problem), "\(verified.errors)")
        let restored = try bed.journal("restore-backup", backup, "--yes")
        #expect(restored.status == 65, "\(restored.errors)")
        #expect(restored.errors.contains(problem), "\(restored.errors)")
    }

    @Test(arguments: ["markdown", "json", "dayone"])
    func exportsLeaveOutOnlyTheDamagedFile(format: String) throws {
        let id = try journalWithADamagedFile()
        let folder = "\(bed.root)/\(format)"
        let export = try bed.journal("export", "-o", folder + "/", "--format", format)
        #expect(export.status == 74, "\(export.errors)")
        #expect(export.lines == ["2 entries, 1 attachment"])
        #expect(export.errors.contains("f.bin of entry \(id)"), "\(export.errors)")
        let files = try files(in: folder)
        #expect(files.count { $0.hasSuffix(".md") } == (format == "markdown" ? 2 : 0))
        #expect(files.count { $0.hasSuffix(".json") } == (format == "markdown" ? 0 : 1))
        #expect(files.allSatisfy { !$0.contains("f.bin") && !$0.contains(".tmp") }, "\(files)")
        // What is exported can be imported.
        let other = try TestBed()
        let imported = try other.journal("import", folder)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try other.journal("list", "--count").line == "2")
    }

    @Test func otherFilesOfTheEntryAreSaved() throws {
        let id = try journalWithADamagedFile()
        let folder = bed.root + "/saved"
        let result = try bed.journal("attachments", id, "--save", folder)
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.lines == [folder + "/g.jpg"])
        #expect(result.errors.contains("1 attached file cannot be read: f.bin"))
        #expect(FileSystem.names(in: folder) == ["g.jpg"])
    }

    @Test func damagedTextIsNoDamagedIndex() throws {
        let (text, rest) = ("precious sentence alpha", " sentence alpha")
        let id = try bed.journal("new", text).line
        #expect(try bed.journal("daemon", "stop").status == 0)
        let bytes: [UInt8] = [0xFF, 0xFE, 0x80, 0x81, 0xFF, 0xFF, 0xFF, 0xFF]
        // The index has only the words of the text.
        try replace(Array(text.utf8), by: bytes + Array(rest.utf8))
        for _ in 1...2 {
            let doctor = try bed.journal("doctor", "--full", "--fix")
            #expect(doctor.status == 1)
            let problem = "the text of entry \(id) contains damaged parts"
            #expect(doctor.output.contains(problem), "\(doctor.output)")
            #expect(doctor.output.contains("journal recover \(bed.store)"), "\(doctor.output)")
            #expect(!doctor.output.contains("index"), "\(doctor.output)")
        }
        let json = try JSON.parse(try bed.journal("list", "--json").line)
        #expect(json["entries"]?.elements.map { $0["unreadable"] } == [true])
        #expect(try bed.journal("edit", id, "something else").status == 74)
        let refused = try bed.journal("encrypt", "--cost", "10", input: "five words of your own\n")
        #expect(refused.status == 74, "\(refused.errors)")
        #expect(refused.errors.contains("the text of entry \(id);"), "\(refused.errors)")
        #expect(refused.errors.contains("The store was not changed."), "\(refused.errors)")
        #expect(try bed.journal("daemon", "stop").status == 0)
        let recovered = try bed.journal("recover", bed.store)
        #expect(recovered.output.contains("sentence alpha"), "\(recovered.output)")
    }
}
