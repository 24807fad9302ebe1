// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalService
@testable import SwiftData

/// A store that is not encrypted, in which values were changed on the disk.
struct ChangedValueTests {
    private static let file = EntryID.random()
    private static let damagedText =
        "UPDATE Entry SET text = CAST(x'FFFE8081FFFFFF20' || substr(text, 9) AS TEXT) WHERE _pk = 1"

    /// Runs a body with a store with two entries, of which the first has an earlier version and an
    /// attachment, after its values were changed with SQL.
    private func withChangedStore(
        _ changes: String...,
        body: (TestDaemon, EntryReference) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            let stop = try await daemon.begin()
            var entry: EntryReference?
            try await TestClient.connect(to: daemon) { client in
                let first = try await client.call(
                    EntryCreate(
                        text: "rain",
                        notebook: "Work",
                        createNotebook: true,
                        tags: ["Weather"]
                    )
                )
                let id = EntryReference(first.id)
                entry = id
                try await client.call(EntryUpdate(id: id, text: "precious sentence"))
                try await client.call(EntryCreate(text: "rain and sun"))
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
            try StoreFile(URL(filePath: daemon.store)).write { db in
                // The index keeps the words of the former texts.
                try db.execute("DROP TRIGGER Entry_search_update")
                for change in changes { try db.execute(change) }
            }
            try await body(daemon, try #require(entry))
        }
    }

    private func withClient(
        _ changes: String,
        body: (TestClient, EntryReference) async throws -> Void
    ) async throws {
        try await withChangedStore(changes) { daemon, entry in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { try await body($0, entry) }
            try await stop()
        }
    }

    // MARK: Texts

    @Test func textThatIsNotUTF8IsUnreadable() async throws {
        try await withClient(Self.damagedText) { client, id in
            let error = try await client.refusal(EntryGet(id: id))
            #expect(error.kind == .entryUnreadable)
            #expect(error.message.contains("not valid UTF-8"))
            let entry = try await client.call(EntryGet(id: id, allowsUnreadable: true)).entry
            #expect(entry.isUnreadable)
            #expect(entry.text == "")
            #expect(entry.tags == ["Weather"])
            let listed = try await client.call(EntryList(include: .full)).entries
            #expect(listed.map(\.isUnreadable) == [false, true])
            let matches = try await client.call(EntrySearch(query: "sentence")).matches
            #expect(matches.map(\.entry.isUnreadable) == [true])
        }
    }

    @Test func nothingReplacesATextThatIsNotUTF8() async throws {
        try await withChangedStore(Self.damagedText) { daemon, id in
            func stored() throws -> String? {
                let db = try SQLiteDatabase(daemon.store, access: .readOnly)
                return try db.text("SELECT hex(text) FROM Entry WHERE _pk = 1")
            }
            let text = try stored()
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                let edit = try await client.refusal(EntryUpdate(id: id, text: "new"))
                #expect(edit.kind == .entryUnreadable)
                try await client.call(EntryUpdate(id: id, starred: true))
            }
            try await stop()
            #expect(try stored() == text)
            #expect(text?.hasPrefix("FFFE8081") == true)
        }
    }

    @Test func earlierTextThatIsNotUTF8IsUnreadable() async throws {
        try await withClient("UPDATE EarlierText SET text = CAST(x'72FF' AS TEXT)") { client, id in
            let versions = try await client.call(EntryHistory(id: id)).versions
            #expect(versions.map(\.isUnreadable) == [true])
            #expect(try await client.call(EntryGet(id: id)).entry.text == "precious sentence")
        }
    }

    @Test func lowercaseNamesReplaceDamagedOnes() async throws {
        let change = """
            UPDATE Notebook SET name = CAST(x'57FF726B' AS TEXT) WHERE key = 'work';
            UPDATE Tag SET name = CAST(x'57FF' AS TEXT)
            """
        try await withClient(change) { client, id in
            let entry = try await client.call(EntryGet(id: id)).entry
            #expect(entry.notebook.name == "work")
            #expect(entry.tags == ["weather"])
            let names = try await client.call(NotebookList()).notebooks.map(\.name)
            #expect(names.sorted() == ["journal", "work"])
        }
    }

    @Test func storeWithATextThatIsNotUTF8IsNotEncrypted() async throws {
        try await withChangedStore(
            Self.damagedText,
            "UPDATE EarlierText SET text = CAST(x'72FF' AS TEXT)"
        ) { daemon, id in
            let before = try StoreFiles.check(daemon.store).problems
            let error = #expect(throws: ProtocolError.self) {
                try StoreFiles.encrypt(daemon.store, passphrase: "five words of your own")
            }
            #expect(error?.kind == .entryUnreadable)
            for part in ["the text", "an earlier version"] {
                #expect(error?.message.contains("\(part) of entry \(id.text)") == true)
            }
            let report = try StoreFiles.check(daemon.store)
            #expect(!report.isEncrypted)
            #expect(report.problems == before)
        }
    }

    @Test func damagedNameIsNoObstacleToEncryption() async throws {
        try await withChangedStore(
            "UPDATE Notebook SET name = CAST(x'57FF726B' AS TEXT) WHERE key = 'work'"
        ) { daemon, _ in
            let before = try StoreFiles.check(daemon.store).problems
            _ = try StoreFiles.encrypt(
                daemon.store,
                passphrase: "five words of your own",
                costLogarithm: 10
            )
            let report = try StoreFiles.check(daemon.store)
            #expect(report.isEncrypted)
            #expect(report.problems == before)
        }
    }

    // MARK: Attachments

    @Test func lostContentIsUnreadable() async throws {
        try await withClient("DELETE FROM AttachmentPart") { client, _ in
            let error = try await client.refusal(AttachmentGet(id: Self.file))
            #expect(error.kind == .attachmentUnreadable)
        }
    }

    // MARK: Checks

    @Test func checksNameWhatWasChanged() async throws {
        try await withChangedStore(
            Self.damagedText,
            "UPDATE AttachmentPart SET content = x'62'",
            "UPDATE Notebook SET name = CAST(x'57FF726B' AS TEXT) WHERE key = 'work'"
        ) { daemon, id in
            let report = try StoreFiles.check(daemon.store)
            #expect(report.problems.contains("the text of entry \(id.text) contains damaged parts"))
            #expect(report.problems.contains { $0.hasPrefix("the name of notebook ") })
            let content = "the content of a.txt of entry \(id.text) is damaged"
            #expect(report.problems.contains(content))
            #expect(report.problems.count == 3, "\(report.problems)")
            #expect(!report.needsOnlyIndex)
            #expect(try StoreFiles.check(daemon.store, isQuick: true).problems == [])
            let copy = daemon.directory + "/copy"
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Backup(path: copy))
                let verified = try await client.call(BackupVerify(path: copy))
                #expect(verified.problems == report.problems)
            }
            try await stop()
        }
    }

    @Test func newIndexHidesNoDamage() async throws {
        try await withChangedStore(Self.damagedText) { daemon, _ in
            let before = try StoreFiles.check(daemon.store).problems
            #expect(try StoreFiles.rebuildIndex(daemon.store).problems == before)
            #expect(before.count == 1)
        }
    }
}
