// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// An encrypted journal in which a value was changed on the disk.
@Suite(.enabled(if: Built.tool("sqlite3") != nil, "sqlite3 is not installed"))
struct EncryptedDamageTests {
    private static let secret = "xylophoneMARKER"
    private static let passphrase = "five words of your own\n"
    private static let sqlite = Built.tool("sqlite3")

    private let bed: TestBed

    init() throws { bed = try TestBed() }

    // MARK: Steps

    /// Writes two entries, of which the first has an earlier version and an attachment.
    private func prepare() throws {
        let id = try bed.journal("new", "first \(Self.secret)", "-t", "music").line
        #expect(try bed.journal("edit", id, "second \(Self.secret)").status == 0)
        let file = bed.root + "/\(Self.secret).txt"
        try FileSystem.write(Array("content".utf8), to: file)
        #expect(try bed.journal("attach", id, file).status == 0)
        try bed.journal("new", "nothing of the kind")
    }

    private func encrypt() throws {
        let result = try bed.journal("encrypt", "--cost", "10", input: Self.passphrase)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func unlock() throws {
        let result = try bed.journal("unlock", input: Self.passphrase)
        #expect(result.lines == ["unlocked"], "\(result.errors)")
    }

    /// Changes a byte of the encrypted text of the first entry, and returns the id of the entry.
    @discardableResult
    private func damageEntry() throws -> String {
        let sqlite = try #require(Self.sqlite)
        let query = "SELECT hex(text) || ' ' || uuid FROM Entry ORDER BY _pk LIMIT 1"
        let line = try bed.run([sqlite, bed.store, query]).line.split(separator: " ")
        let digits = Array(try #require(line.first).utf8)
        let pattern = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        var file = Data(try FileSystem.read(bed.store))
        let place = try #require(file.firstRange(of: Data(pattern)))
        file[place.lowerBound + 20] ^= 1
        try file.write(to: URL(filePath: bed.store))
        return line[1].lowercased()
    }

    /// Encrypts a journal, damages the text of its first entry and unlocks it; returns the id.
    @discardableResult
    private func damagedJournal() throws -> String {
        try prepare()
        try encrypt()
        try bed.journal("daemon", "stop")
        let id = try damageEntry()
        try unlock()
        return id
    }

    // MARK: Tests

    @Test func damagedTextIsNoEmptyText() throws {
        let id = try damagedJournal()
        let list = try bed.journal("list")
        #expect(list.lines.count == 2)
        #expect(list.lines.last?.contains("(the text cannot be read)") == true)
        #expect(list.errors.contains("the text of 1 entry cannot be read: \(id)"), "\(list.errors)")
        let json = try JSON.parse(try bed.journal("list", "--json").line)
        #expect(json["entries"]?.elements.last?["unreadable"] == true)
        let shown = try bed.journal("show", id)
        #expect(shown.status == 74)
        #expect(shown.output == "")
        #expect(shown.errors.contains("cannot be read"), "\(shown.errors)")
        let search = try bed.journal("search", "nothing")
        #expect(search.lines.count == 1)
        #expect(search.errors.contains("1 entry could not be read"), "\(search.errors)")
        let export = try bed.journal("export", "-o", bed.root + "/out.json")
        #expect(export.status == 74)
        #expect(export.errors.contains(id), "\(export.errors)")
        let exported = try JSON.parse(
            String(decoding: try FileSystem.read(bed.root + "/out.json"), as: UTF8.self)
        )
        #expect(exported["entries"]?.elements.map { $0["text"] } == ["nothing of the kind"])
        let edit = try bed.journal("edit", id, "something else")
        #expect(edit.status == 74, "\(edit.errors)")
        #expect(edit.errors.contains("cannot be read"))
        #expect(try bed.journal("edit", id, "--star").status == 0)
        #expect(try bed.journal("delete", id).status == 0)
        #expect(try bed.journal("undo").status == 0)
        #expect(try bed.journal("history", id).output.contains("first \(Self.secret)"))
    }

    @Test(arguments: [("warning", 1), ("error", 0)])
    func unreadableValueIsLoggedOnce(level: String, count: Int) throws {
        try damagedJournal()
        #expect(try bed.journal("daemon", "stop").status == 0)
        let daemon = try bed.serve("--log-level", level)
        try unlock()
        for _ in 0..<2 { #expect(try bed.journal("list").lines.count == 2) }
        #expect(try bed.journal("daemon", "stop").status == 0)
        let errors = try daemon.wait().errors
        let warnings = errors.split(separator: "\n").filter { $0.contains("Entry.text") }
        #expect(warnings.count == count, "\(errors)")
        #expect(warnings.allSatisfy { $0.contains(" warning: ") }, "\(errors)")
    }

    @Test func checksNameDamagedEntries() throws {
        let id = try damagedJournal()
        let doctor = try bed.journal("doctor", "--full")
        #expect(doctor.status == 1)
        #expect(
            doctor.output.contains("1 of 7 encrypted values are damaged: the text of entry \(id)"),
            "\(doctor.output)"
        )
        let backup = bed.root + "/copy.backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let verified = try bed.journal("backup", "--verify", backup)
        #expect(verified.status == 1)
        #expect(
            verified.lines == [
                "damaged, 2 entries, 7 encrypted values, of which 1 cannot be decrypted"
            ]
        )
        #expect(verified.errors.contains("the text of entry \(id)"), "\(verified.errors)")
        // Without the key the rest is checked.
        try bed.journal("lock")
        let structure = try bed.journal("backup", "--verify", backup)
        #expect(structure.status == 0, "\(structure.errors)")
        #expect(structure.lines == ["intact, 2 entries; the encrypted values were not checked"])
        #expect(try bed.journal("doctor", "--full").output.contains("not checked"))
        let path = bed.root + "/passphrase"
        try FileSystem.write(Array(Self.passphrase.utf8), to: path)
        let withKey = try bed.journal("backup", "--verify", backup, "--passphrase-file", path)
        #expect(withKey.status == 1)
        #expect(withKey.errors.contains("the text of entry \(id)"), "\(withKey.errors)")
    }

    @Test func decryptionLeavesOutWhatIsDamagedOnlyOnRequest() throws {
        let id = try damagedJournal()
        let refused = try bed.journal("decrypt", input: Self.passphrase)
        #expect(refused.status == 74, "\(refused.errors)")
        #expect(refused.errors.contains("1 value cannot be decrypted: the text of entry \(id)"))
        #expect(refused.errors.contains("journal decrypt --skip-damaged"))
        // Nothing was changed, and the journal is still unlocked.
        #expect(try bed.journal("list").lines.count == 2)
        let result = try bed.journal("decrypt", "--skip-damaged", "--json", input: Self.passphrase)
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSON.parse(result.line)
        let losses = (json["losses"]?.elements ?? []).compactMap(\.stringValue)
        #expect(losses == ["the text of entry \(id)"])
        let kept = try #require(json["kept"]?.stringValue)
        #expect(try bed.journal("show", id).output.contains("was damaged"))
        #expect(try bed.journal("history", id).output.contains("first \(Self.secret)"))
        #expect(try bed.journal("search", "kind").lines.count == 1)
        #expect(try bed.journal("search", "tag:music").lines.count == 1)
        let check = try bed.run([Built.daemon, "check", kept])
        #expect(check.output.contains("\"encrypted\":true"), "\(check.output)")
        let folder = URL(filePath: bed.store).deletingLastPathComponent()
            .path(percentEncoded: false)
        #expect(FileSystem.names(in: folder).allSatisfy { !$0.contains("decrypting") })
    }

    @Test func decryptionListsCopiesThatStayEncrypted() throws {
        try prepare()
        try encrypt()
        let backup = bed.root + "/copy.backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let result = try bed.journal("decrypt", input: Self.passphrase)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.contains("  \(backup)"), "\(result.output)")
        #expect(result.lines.contains("  \(bed.store).backup"), "\(result.output)")
    }

    @Test func encryptedStoreIsRecoveredWithItsPassphrase() throws {
        try prepare()
        let exported = try bed.journal("export").output
        try encrypt()
        try bed.journal("daemon", "stop")
        let wrong = try bed.journal("recover", bed.store, input: "other words\n")
        #expect(wrong.status == 77)
        #expect(wrong.errors.contains("the passphrase is wrong"))
        let folder = bed.root + "/rescued"
        let result = try bed.journal(
            "recover",
            bed.store,
            "--to",
            folder + "/",
            input: Self.passphrase
        )
        #expect(result.lines == ["read 2 entries, 1 attachment"], "\(result.errors)")
        #expect(result.errors.contains("1 earlier version of entries are in the file"))
        let rescued = String(decoding: try FileSystem.read(folder + "/journal.json"), as: UTF8.self)
        #expect(rescued.contains("first \(Self.secret)"))
        let other = try TestBed()
        let imported = try other.journal("import", folder)
        #expect(imported.status == 0, "\(imported.errors)")
        func texts(_ text: String) throws -> [String] {
            try (JSON.parse(text)["entries"]?.elements ?? []).map { entry in
                let files = (entry["attachments"]?.elements ?? []).compactMap { $0["digest"] }
                return "\(entry["text"] ?? .null) \(entry["createdAt"] ?? .null) \(files)"
            }
        }
        #expect(try texts(other.journal("export").output) == texts(exported))
    }

    @Test func damagedValuesOfAnEncryptedStoreAreNamedByRecover() throws {
        try prepare()
        try encrypt()
        try bed.journal("daemon", "stop")
        try damageEntry()
        let result = try bed.journal("recover", bed.store, input: Self.passphrase)
        #expect(result.status == 1)
        #expect(result.errors.contains("the text cannot be decrypted"), "\(result.errors)")
        #expect(result.output.contains("nothing of the kind"))
        // A note in the place of the text, so that the rest of the entry can be imported.
        let file = bed.root + "/rescued.json"
        try FileSystem.write(Array(result.output.utf8), to: file)
        let other = try TestBed()
        #expect(try other.journal("import", file).status == 0)
        #expect(try other.journal("search", "tag:music").lines.count == 1)
    }
}
