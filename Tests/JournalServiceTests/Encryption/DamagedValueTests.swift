// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalService
@testable import SwiftData

/// An encrypted store in which values were changed on the disk.
struct DamagedValueTests {
    private static let passphrase = "five words of your own"
    private static let file = EntryID.random()

    /// The entries of a store, of which values of the first are damaged.
    private struct Entries {
        var damaged: EntryReference
        var intact: EntryReference
    }

    /// Runs a body with a client of a store with damaged values.
    private func withDamage(
        _ places: [(String, String)],
        _ body: (TestClient, Entries, TestDaemon) async throws -> Void
    ) async throws {
        try await withDamagedStore(places) { daemon, entries in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await body(client, entries, daemon)
            }
            try await stop()
        }
    }

    /// Runs a body with an encrypted store with two entries, of which the first has an earlier text
    /// and an attachment, after values of it were changed.
    private func withDamagedStore(
        _ places: [(String, String)],
        _ body: (TestDaemon, Entries) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(daemon.store, passphrase: Self.passphrase, costLogarithm: 10)
            let stop = try await daemon.begin()
            var entries: Entries?
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                let first = try await client.call(EntryCreate(text: "rain", tags: ["weather"]))
                let second = try await client.call(EntryCreate(text: "rain and sun"))
                let id = EntryReference(first.id)
                entries = Entries(damaged: id, intact: EntryReference(second.id))
                try await client.call(EntryUpdate(id: id, text: "rain all day"))
                try await client.call(
                    AttachmentAdd(
                        id: Self.file,
                        entry: id,
                        name: "a.txt",
                        size: 1,
                        data: Base64([0x61]),
                        digest: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
                    )
                )
            }
            try await stop()
            for (table, column) in places {
                try Self.execute(
                    """
                    UPDATE \(table) SET \(column) = randomblob(length(\(column))) WHERE _pk = 1
                    """,
                    daemon.store
                )
            }
            try await body(daemon, try #require(entries))
        }
    }

    private static func execute(_ sql: String, _ path: String) throws {
        try SQLiteDatabase(path, access: .readWrite).execute(sql)
    }

    /// The stored form of the first entry's text.
    private static func storedText(_ path: String) throws -> String? {
        var text: String?
        try SQLiteDatabase(path, access: .readOnly).step(
            "SELECT hex(text) FROM Entry WHERE _pk = 1",
            binding: []
        ) {
            text = $0.text(0)
        }
        return text
    }

    @Test func damagedTextIsAnErrorOfGet() async throws {
        try await withDamage([("Entry", "text")]) { client, entries, _ in
            let error = try await client.refusal(EntryGet(id: entries.damaged))
            #expect(error.kind == .entryUnreadable)
            #expect(error.message.contains(entries.damaged.text))
            #expect(error.message.contains("decrypted"))
            let entry = try await client.call(
                EntryGet(id: entries.damaged, allowsUnreadable: true)
            ).entry
            #expect(entry.isUnreadable)
            #expect(entry.text == "")
            #expect(entry.tags == ["weather"])
            let other = try await client.call(EntryGet(id: entries.intact)).entry
            #expect(other.text == "rain and sun")
        }
    }

    @Test func listsMarkDamagedTexts() async throws {
        try await withDamage([("Entry", "text")]) { client, entries, _ in
            for include in [Include.summary, .full] {
                let listed = try await client.call(EntryList(include: include)).entries
                #expect(listed.map(\.isUnreadable) == [false, true])
                #expect(listed.map(\.text) == ["rain and sun", ""])
            }
            let list = try await client.call(ListOpen(include: .summary))
            #expect(list.rows.compactMap(\.entry).map(\.isUnreadable) == [false, true])
            try await client.call(Subscribe(include: .full, snapshot: true))
            try await client.call(Flush())
            let items = try await client.changes().flatMap(\.items).compactMap(\.entry)
            #expect(items.count { $0.isUnreadable } == 1)
            #expect(items.count == 2)
        }
    }

    @Test func searchesCountDamagedTextsAndDoNotMatchThem() async throws {
        try await withDamage([("Entry", "text")]) { client, entries, _ in
            for (query, texts) in [
                ("rain", ["rain and sun"]), ("-snow", ["rain and sun"]), ("-rain", []),
                ("tag:weather OR sun", ["rain and sun"]),
            ] {
                let reply = try await client.call(EntrySearch(query: query))
                #expect(reply.matches.map(\.entry.text) == texts, "\(query)")
                #expect(reply.unreadableCount == 1, "\(query)")
            }
            let byTag = try await client.call(EntrySearch(query: "tag:weather"))
            #expect(byTag.matches.map(\.entry.isUnreadable) == [true])
        }
    }

    @Test func nothingReplacesADamagedText() async throws {
        try await withDamage([("Entry", "text")]) { client, entries, daemon in
            let stored = try Self.storedText(daemon.store)
            let id = entries.damaged
            let edit = try await client.refusal(EntryUpdate(id: id, text: "new"))
            #expect(edit.kind == .entryUnreadable)
            let batch = Batch(calls: [Batch.Call(EntryUpdate(id: id, text: "new"))])
            #expect(try await client.refusal(batch).kind == .batchFailed)
            // What does not concern the text can be changed.
            let starred = try await client.call(
                EntryUpdate(id: id, starred: true, tags: ["a"], include: .full)
            )
            #expect(starred.entry?.isUnreadable == true)
            try await client.call(EntryDelete(id: id))
            try await client.call(EntryRestore(id: id))
            try await client.call(TagRename(tag: "a", name: "b"))
            let backup = daemon.directory + "/copy.backup"
            try await client.call(Backup(path: backup))
            #expect(try Self.storedText(backup) == stored)
            #expect(try Self.storedText(daemon.store) == stored)
            #expect(try await client.call(EntryHistory(id: id)).versions.count == 1)
        }
    }

    @Test func newPassphraseKeepsADamagedText() async throws {
        try await withDamagedStore([("Entry", "text")]) { daemon, _ in
            let stored = try Self.storedText(daemon.store)
            _ = try StoreFiles.changePassphrase(
                of: daemon.store,
                from: Self.passphrase,
                to: "another passphrase",
                costLogarithm: 10
            )
            #expect(try Self.storedText(daemon.store) == stored)
            #expect(stored?.isEmpty == false)
        }
    }

    @Test func damagedEarlierTextIsMarked() async throws {
        try await withDamage([("EarlierText", "text")]) { client, entries, _ in
            let versions = try await client.call(EntryHistory(id: entries.damaged)).versions
            #expect(versions.map(\.isUnreadable) == [true])
            #expect(versions.map(\.text) == [""])
            let id = try #require(versions.first?.id)
            let error = try await client.refusal(EntryHistory(id: entries.damaged, version: id))
            #expect(error.kind == .entryUnreadable)
            let entry = try await client.call(EntryGet(id: entries.damaged)).entry
            #expect(entry.text == "rain all day")
        }
    }

    @Test(
        arguments: [
            ("Attachment", "name"), ("Attachment", "digest"), ("AttachmentPart", "content"),
        ]
    )
    func damagedAttachmentIsAnError(table: String, column: String) async throws {
        try await withDamage([(table, column)]) { client, entries, _ in
            let error = try await client.refusal(AttachmentGet(id: Self.file))
            #expect(error.kind == .attachmentUnreadable)
            #expect(error.message.contains(Self.file.text))
            let listed = try await client.call(AttachmentList(entry: entries.damaged)).attachments
            #expect(listed.map(\.isUnreadable) == [table == "Attachment"])
        }
    }

    // MARK: Checks

    @Test func checkNamesDamagedEntries() async throws {
        let damage = [
            ("Entry", "text"), ("EarlierText", "text"), ("Attachment", "name"),
            ("AttachmentPart", "content"),
        ]
        try await withDamage(damage) { client, entries, daemon in
            let reply = try await client.call(StoreVerify())
            #expect(
                reply.values
                    == EncryptedValueReport(
                        count: 7,
                        damagedCount: 4,
                        entries: [entries.damaged.text]
                    )
            )
            let names = ["an attachment", "an earlier version", "the text"].map {
                "\($0) of entry \(entries.damaged.text) cannot be decrypted"
            }
            #expect(reply.problems.sorted() == names)
            let backup = daemon.directory + "/copy.backup"
            try await client.call(Backup(path: backup))
            let verified = try await client.call(BackupVerify(path: backup))
            #expect(!verified.isIntact)
            #expect(verified.isEncrypted)
            #expect(verified.values == reply.values)
            #expect(verified.problems.sorted() == names)
        }
    }

    @Test func intactValuesAreCounted() async throws {
        try await withDamage([]) { client, _, daemon in
            let reply = try await client.call(StoreVerify())
            let values = EncryptedValueReport(count: 7)
            #expect(reply == StoreVerify.Reply(problems: [], values: values))
            let backup = daemon.directory + "/copy.backup"
            try await client.call(Backup(path: backup))
            #expect(try await client.call(BackupVerify(path: backup)).values == reply.values)
            let withPassphrase = try StoreFiles.check(backup, passphrase: Self.passphrase)
            #expect(withPassphrase.values == reply.values)
            let without = try StoreFiles.check(backup)
            #expect(without.isEncrypted)
            #expect(without.values == nil)
            let wrong = #expect(throws: ProtocolError.self) {
                try StoreFiles.check(backup, passphrase: "other words")
            }
            #expect(wrong?.kind == .encryptionPassphrase)
        }
    }

    @Test func lockedDaemonChecksTheStructureOfABackup() async throws {
        try await withDamage([("Entry", "text")]) { client, _, daemon in
            let backup = daemon.directory + "/copy.backup"
            try await client.call(Backup(path: backup))
            let other = try await Self.replyOfLockedDaemon(to: backup)
            #expect(other.isIntact)
            #expect(other.isEncrypted)
            #expect(other.values == nil)
        }
    }

    private static func replyOfLockedDaemon(to backup: String) async throws -> BackupVerify.Reply {
        var reply: BackupVerify.Reply?
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(daemon.store, passphrase: passphrase, costLogarithm: 10)
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                reply = try await client.call(BackupVerify(path: backup))
                #expect(try await client.refusal(StoreVerify()).kind == .encryptionLocked)
            }
            try await stop()
        }
        return try #require(reply)
    }
}
