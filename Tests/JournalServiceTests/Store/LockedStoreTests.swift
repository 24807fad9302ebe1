// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Synchronization
import Testing

@testable import JournalService

/// A daemon of an encrypted store.
struct LockedStoreTests {
    private static let passphrase = "five words of your own"

    /// Writes entries, encrypts the store, and runs a body without a daemon.
    private func withEncryptedStore(
        _ texts: [String] = ["rain in the morning", "sun at noon"],
        _ body: (TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                for text in texts {
                    try await client.call(EntryCreate(text: text, tags: ["weather"]))
                }
            }
            try await stop()
            let conversion = try StoreFiles.encrypt(
                daemon.store,
                passphrase: Self.passphrase,
                costLogarithm: 10
            )
            #expect(conversion == StoreConversion(isEncrypted: true))
            try await body(daemon)
        }
    }

    @Test func lockedDaemonAnswersOnlyWhatNeedsNoStore() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                let hello = try await client.call(Hello())
                #expect(hello.capabilities.contains { $0.name == "encryption" })
                let status = try await client.call(Status())
                #expect(status.isEncrypted)
                #expect(status.isLocked)
                #expect(status.store == daemon.store)
                #expect(status.cursor.revision > 0)
                try await client.call(Describe())
                try await client.call(Clients())
                try await client.call(StoreLock())
                func refusal(_ call: some MethodCall) async throws -> ErrorKind {
                    try await client.refusal(call).kind
                }
                #expect(try await refusal(EntryList()) == .encryptionLocked)
                #expect(try await refusal(EntryCreate(text: "x")) == .encryptionLocked)
                #expect(try await refusal(EntrySearch(query: "rain")) == .encryptionLocked)
                #expect(try await refusal(Subscribe()) == .encryptionLocked)
                #expect(try await refusal(ListOpen()) == .encryptionLocked)
                #expect(try await refusal(Backup(path: "/nowhere")) == .encryptionLocked)
                #expect(
                    try await refusal(StoreUnlock(passphrase: "wrong words"))
                        == .encryptionPassphrase
                )
                #expect(try await client.call(Status()).isLocked)
            }
            try await stop()
        }
    }

    @Test func fileThatIsAbsentIsNotReplacedByAnEmptyStore() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            let elsewhere = daemon.store + ".elsewhere"
            try FileManager.default.moveItem(atPath: daemon.store, toPath: elsewhere)
            // Each connection looks at the file.
            for _ in 1...2 {
                try await TestClient.connect(to: daemon) { client in
                    let refusal = try await client.refusal(EntryList())
                    #expect(refusal.kind == .encryptionLocked)
                }
            }
            #expect(!FileManager.default.fileExists(atPath: daemon.store))
            try FileManager.default.moveItem(atPath: elsewhere, toPath: daemon.store)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                #expect(try await client.call(EntryList()).entries.count == 2)
            }
            try await stop()
        }
    }

    @Test func attemptsBeyondALimitAreRefused() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                // In one piece, so that all are read before the first key is derived.
                let lines = (1...20).map { number in
                    let call = StoreUnlock(passphrase: "wrong words \(number)")
                    return Request(id: .integer(Int64(number)), call: call).line + [0x0A]
                }
                try await client.send(Array(lines.joined()))
                var kinds: [ErrorKind] = []
                for _ in 1...20 {
                    let outcome = try await client.answer().outcome
                    let error = #expect(throws: ProtocolError.self) { try outcome.get() }
                    if let error { kinds.append(error.kind) }
                }
                #expect(kinds.contains(.encryptionPassphrase))
                #expect(kinds.count { $0 == .limitUnlocks } > 10, "\(kinds)")
                // The next attempt is made again.
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
            }
            try await stop()
        }
    }

    @Test func unlockingContinuesEveryConnection() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { other in
                try await other.call(Hello(clientName: "other"))
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(StoreUnlock(passphrase: Self.passphrase))
                    let status = try await client.call(Status())
                    #expect(status.isEncrypted)
                    #expect(!status.isLocked)
                    #expect(status.entryCount == 2)
                    // Once more is no error, whatever the passphrase is.
                    try await client.call(StoreUnlock(passphrase: "anything"))
                }
                let entries = try await other.call(EntryList(include: .full)).entries
                #expect(entries.map(\.text) == ["sun at noon", "rain in the morning"])
                let names = try await other.call(Clients()).clients.compactMap(\.name)
                #expect(names.contains("other"))
                try await other.call(Subscribe(include: .full))
                try await other.call(EntryCreate(text: "more"))
                try await other.call(Flush())
                #expect(try await other.changes().flatMap(\.items).map(\.entry?.text) == ["more"])
            }
            try await stop()
        }
    }

    @Test func requestsAfterAnUnlockingGetTheUnlockedStore() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { waiting in
                // Its first message comes after the unlocking.
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(StoreUnlock(passphrase: Self.passphrase))
                    for number in 1...20 {
                        try await client.send(
                            Request(id: .integer(Int64(number)), call: EntryList()).line + [0x0A]
                        )
                    }
                    try await TestClient.connect(to: daemon) { later in
                        let entries = try await later.call(EntryList()).entries
                        #expect(entries.count == 2)
                    }
                    #expect(try await waiting.call(EntryList()).entries.count == 2)
                    for _ in 1...20 {
                        let outcome = try await client.answer().outcome
                        let reply = try EntryList.Reply(json: outcome.get())
                        #expect(reply.entries.count == 2)
                    }
                }
            }
            try await stop()
        }
    }

    @Test func journalThatWasDecryptedByAnotherProgramIsNotLocked() async throws {
        try await withEncryptedStore { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(status.isLocked)
            }
            _ = try StoreFiles.decrypt(daemon.store, passphrase: Self.passphrase)
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(!status.isEncrypted)
                let entries = try await client.call(EntryList()).entries
                #expect(entries.count == 2)
            }
            try await stop()
        }
    }

    @Test func cursorsOutliveEncryption() async throws {
        try await TestDaemon.withoutServing { daemon in
            var stop = try await daemon.begin()
            var cursor: Cursor?
            var deleted: EntryID?
            try await TestClient.connect(to: daemon) { client in
                let entry = try await client.call(EntryCreate(text: "short-lived"))
                cursor = entry.cursor
                deleted = entry.id
                try await client.call(EntryPurge(ids: [EntryReference(entry.id)]))
                try await client.call(EntryCreate(text: "stays"))
            }
            try await stop()
            _ = try StoreFiles.encrypt(daemon.store, passphrase: Self.passphrase, costLogarithm: 10)
            stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await client.call(Subscribe(since: cursor, include: .full))
                try await client.call(Flush())
                let items = try await client.changes().flatMap(\.items)
                #expect(items.contains { $0.id == deleted?.text && $0.operation == .delete })
                #expect(items.contains { $0.entry?.text == "stays" })
            }
            try await stop()
        }
    }

    @Test func lockingEndsTheDaemon() async throws {
        try await withEncryptedStore { daemon in
            var stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await client.call(StoreLock())
                #expect(try await client.bytes() == nil)
            }
            try await stop()
            // The store is closed, so another daemon can open it.
            stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(status.isLocked)
            }
            try await stop()
        }
    }

    @Test func nextDaemonGetsTheKey() async throws {
        try await withEncryptedStore { daemon in
            let shelf = ProcessDescriptorStore()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await client.call(Subscribe(include: .full))
                try await stop()
                stop = try await daemon.begin(descriptorStore: shelf)
                #expect(try await !client.call(Status()).isLocked)
                try await client.call(EntryCreate(text: "after the restart"))
                try await client.call(Flush())
                let items = try await client.changes().flatMap(\.items)
                #expect(items.map(\.entry?.text) == ["after the restart"])
                try await stop()
            }
            // Without the descriptors of the former daemon the next one is locked.
            stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(status.isLocked)
            }
            try await stop()
        }
    }

    @Test func credentialUnlocksTheStore() async throws {
        try await withEncryptedStore { daemon in
            let path = daemon.directory + "/" + PassphraseCredential.name
            let environment = Environment(["CREDENTIALS_DIRECTORY": daemon.directory])
            #expect(PassphraseCredential(environment) == nil)
            for (text, isLocked) in [("wrong words\n", true), (Self.passphrase + "\n", false)] {
                try Data(text.utf8).write(to: URL(filePath: path))
                let credential = try #require(PassphraseCredential(environment))
                let stop = try await daemon.begin(credential: credential)
                try await TestClient.connect(to: daemon) { client in
                    let status = try await client.call(Status())
                    #expect(status.isLocked == isLocked)
                }
                try await stop()
            }
        }
    }

    @Test func otherPassphraseReplacesTheFirst() async throws {
        try await withEncryptedStore { daemon in
            let wrong = #expect(throws: ProtocolError.self) {
                try StoreFiles.changePassphrase(
                    of: daemon.store,
                    from: "wrong words",
                    to: "another passphrase",
                    costLogarithm: 10
                )
            }
            #expect(wrong?.kind == .encryptionPassphrase)
            _ = try StoreFiles.changePassphrase(
                of: daemon.store,
                from: Self.passphrase,
                to: "another passphrase",
                costLogarithm: 10
            )
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                #expect(
                    try await client.refusal(StoreUnlock(passphrase: Self.passphrase)).kind
                        == .encryptionPassphrase
                )
                try await client.call(StoreUnlock(passphrase: "another passphrase"))
                #expect(try await client.call(Status()).entryCount == 2)
            }
            try await stop()
        }
    }

    @Test func decryptionTakesEncryptionBack() async throws {
        try await withEncryptedStore { daemon in
            let wrong = #expect(throws: ProtocolError.self) {
                try StoreFiles.decrypt(daemon.store, passphrase: "wrong words")
            }
            #expect(wrong?.kind == .encryptionPassphrase)
            #expect(
                try StoreFiles.decrypt(daemon.store, passphrase: Self.passphrase)
                    == StoreConversion(isEncrypted: false)
            )
            #expect(
                try StoreFiles.check(daemon.store, isQuick: false, isShared: false).problems == []
            )
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                #expect(try await !client.call(Status()).isEncrypted)
                let found = try await client.call(EntrySearch(query: "rain"))
                #expect(found.matches.map(\.entry.text) == ["rain in the morning"])
                #expect(
                    try await client.refusal(StoreUnlock(passphrase: "x")).kind == .encryptionAbsent
                )
                #expect(try await client.refusal(StoreLock()).kind == .encryptionAbsent)
            }
            try await stop()
        }
    }
}
