// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Files of entries, and backups of everything.
struct AttachmentCommandTests {
    private let bed: TestBed
    private let folder: URL

    init() throws {
        bed = try TestBed()
        folder = URL(filePath: bed.root).appending(path: "attached")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String, _ content: [UInt8]) throws -> String {
        let url = folder.appending(path: name)
        try Data(content).write(to: url)
        return url.path
    }

    @Test func filesAreAttachedListedAndSaved() throws {
        let id = try bed.journal("new", "x").line
        // More than one part.
        let photo = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
        let paths = [try file("photo.jpg", photo), try file("empty", [])]
        let attached = try bed.start(["attach", id] + paths).wait()
        #expect(attached.status == 0, "\(attached.errors)")
        let lines = try bed.journal("attachments", id).output.split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        #expect(lines.map { $0.last } == ["photo.jpg", "empty"])
        #expect(lines.map { $0[1] } == ["300000", "0"])
        #expect(lines.map { $0[2] } == ["image/jpeg", "application/octet-stream"])
        #expect(attached.output.split(separator: "\n").map(String.init) == lines.map { $0[0] })
        try bed.journal("delete", id)
        let hidden = try bed.start(["attach", id, try file("late", [1])]).wait()
        #expect(hidden.status == 0)
        #expect(hidden.errors.contains("is in the trash"), "\(hidden.errors)")
        try bed.journal("restore", id)
        #expect(try bed.journal("attachments", id, "--remove", "late").status == 0)
        let saved = folder.appending(path: "saved").path
        for expected in ["photo.jpg", "photo-2.jpg"] {
            let result = try bed.journal("attachments", id, "--save", saved)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.split(separator: "\n").first?.hasSuffix("/" + expected) == true)
            #expect(try Data(contentsOf: URL(filePath: saved + "/" + expected)) == Data(photo))
        }
        let wrong = try bed.journal("attachments", id, "--remove", "photo.jpg", "--remove", "x")
        #expect(wrong.status == 66, "\(wrong.errors)")
        let twice = ["--remove", "photo.jpg", "--remove", String(lines[0][0].prefix(8))]
        let removed = try bed.start(["attachments", id] + twice).wait()
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removed.lines == [lines[0][0]])
        let left = try JSON.parse(bed.journal("attachments", id, "--json").line)["attachments"]
        #expect(left?.elements.map { $0["name"]?.stringValue } == ["empty"])
        let digits = String(lines[1][0].prefix(8))
        let tooShort = try bed.journal("attachments", id, "--remove", String(digits.prefix(3)))
        #expect(tooShort.status == 66, "\(tooShort.errors)")
        #expect(try bed.journal("attachments", id, "--remove", digits.uppercased()).status == 0)
        #expect(try bed.journal("attachments", id).output == "")
    }

    @Test(arguments: [40, 80])
    func listFitsTheTerminal(columns: Int) throws {
        let id = try bed.journal("new", "x").line
        let name = "minutes-of-the-meeting-in-november.docx"
        let attached = try bed.journal("attach", id, file(name, [1]), file("a.txt", [2]))
        let screen = try Screen(bed, columns: columns, rows: 24, "journal attachments \(id)")
        let lines = try screen.end().split(separator: "\n")
        #expect(lines.last == "[exit 0]")
        let digits = attached.output.split(separator: "\n").map { String($0.prefix(8)) }
        #expect(lines.filter { line in digits.contains { line.hasPrefix($0 + "  1") } }.count == 2)
        #expect(lines.contains { $0.contains("minutes-of-the-meeting") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("a.txt") }, "\(lines)")
    }

    @Test func otherFilesAreRefused() throws {
        let id = try bed.journal("new", "x").line
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, "/dev/null", pipe, folder.path + "/missing"] {
            let result = try bed.journal("attach", id, path)
            #expect(result.status == (path.hasSuffix("missing") ? 66 : 65))
            #expect(result.errors.contains(path))
        }
        #expect(try bed.journal("attachments", id).output == "")
        #expect(try bed.journal("attach", "ffff", folder.path).status == 66)
    }

    @Test func backupIsWrittenAndVerified() throws {
        let id = try bed.journal("new", "precious").line
        try bed.journal("attach", id, file("a.txt", Array("content".utf8)))
        let copy = folder.appending(path: "copy").path
        let written = try bed.journal("backup", copy)
        #expect(written.line == copy, "\(written.errors)")
        #expect(try bed.journal("backup", copy).status == 73)
        let misplaced = try bed.journal("backup", folder.path + "/none/copy")
        #expect(misplaced.status == 73)
        #expect(misplaced.errors.contains("there is no folder \(folder.path)/none"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
        #expect(try bed.journal("backup", copy, "--verify").line == "intact, 1 entry")
        try Data("rubbish".utf8).write(to: URL(filePath: copy + "-2"))
        #expect(try bed.journal("backup", copy + "-2", "--verify").status == 74)
        let refused = try bed.journal("backup", "--folder", copy + "-2")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("\(copy)-2 is not a folder"), "\(refused.errors)")
        // A daemon of its own serves the copy.
        let other = try TestBed()
        let daemon = try other.startDaemon(store: copy)
        let wire = try eventually("a daemon of the copy") { try? other.connect() }
        #expect(try wire.call("entry.get", ["id": .string(id)])["entry"]?["text"] == "precious")
        #expect(try other.journal("attachments", id).output.contains("a.txt"))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    @Test func copyOfAnInterruptedBackupIsRemoved() throws {
        try bed.journal("new", "precious")
        let beside = URL(filePath: bed.store).deletingLastPathComponent()
        // No process has so high a number.
        let names = ["2147483647.tmp", "mine.tmp", "1.tmp"].map { ".journal.store.backup-\($0)" }
        for name in names { try Data().write(to: beside.appending(path: name)) }
        let written = try bed.journal("backup", folder.path + "/copy")
        #expect(written.status == 0, "\(written.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: beside.path)
            .filter { $0.contains("backup") }
        #expect(left.sorted() == names.dropFirst().sorted())
    }

    @Test func namesOfTheStoresFilesAreRefused() throws {
        try bed.journal("new", "precious")
        let link = folder.appending(path: "link")
        let beside = URL(filePath: bed.store).deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: beside)
        let name = URL(filePath: bed.store).lastPathComponent
        for folder in [beside, link] {
            let copy = folder.appending(path: name + ".backup").path
            let refused = try bed.journal("backup", copy)
            #expect(refused.status == 73)
            #expect(refused.errors.contains("reserved"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }
}
