// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import SwiftDataHub
import Testing

@testable import JournalService

/// Synchronization of encrypted journals.
struct SyncEncryptionTests {
    private static let passphrase = "five words of my own"
    private static let secret = "zanzibarquagga"

    /// Returns the files of a store that contain the secret.
    private func filesWithSecret(_ daemon: TestDaemon) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: daemon.directory).filter { path in
            let content = FileManager.default.contents(atPath: daemon.directory + "/" + path)
            return content?.range(of: Data(Self.secret.utf8)) != nil
        }
    }

    private func unlocked(
        _ daemon: TestDaemon,
        _ hubs: HubSource,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        try await daemon.serve(hubs: hubs) {
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await body(client)
            }
        }
    }

    @Test func encryptedStoreHasNoPlainTextOfSynchronization() async throws {
        let hub = MemoryHub()
        let hubs = HubSource { _ in hub }
        try await TestDaemon.withoutServing { plain in
            try await TestDaemon.withoutServing { encrypted in
                var key: Secret?
                // Synchronized before it is encrypted.
                try await encrypted.serve(hubs: hubs) {
                    try await TestClient.connect(to: encrypted) { client in
                        try await client.call(EntryCreate(text: "first \(Self.secret)"))
                        key = try await client.call(SyncInit(hub: "/hub")).key
                        try await client.call(SyncNow())
                    }
                }
                _ = try StoreFiles.encrypt(
                    encrypted.store,
                    passphrase: Self.passphrase,
                    costLogarithm: 10
                )
                let join = SyncJoin(hub: "/hub", credential: .key(try #require(key)))
                try await plain.serve(hubs: hubs) {
                    try await TestClient.connect(to: plain) { client in
                        try await client.call(join)
                        try await client.call(EntryCreate(text: "second \(Self.secret)"))
                        try await client.call(SyncNow())
                    }
                }
                #expect(try filesWithSecret(plain) != [])
                try await unlocked(encrypted, hubs) { client in
                    try await client.call(EntryCreate(text: "third \(Self.secret)"))
                    try await client.call(SyncNow())
                    #expect(try await client.texts().count == 3)
                    #expect(try filesWithSecret(encrypted) == [])
                }
                #expect(try filesWithSecret(encrypted) == [])
            }
        }
    }

    @Test func decryptedJournalIsStillSynchronized() async throws {
        let hub = MemoryHub()
        let hubs = HubSource { _ in hub }
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(
                daemon.store,
                passphrase: Self.passphrase,
                costLogarithm: 10
            )
            try await unlocked(daemon, hubs) { client in
                try await client.call(EntryCreate(text: "first"))
                try await client.call(SyncInit(hub: "/hub"))
                try await client.call(SyncNow())
            }
            _ = try StoreFiles.decrypt(daemon.store, passphrase: Self.passphrase)
            for text in ["second", "third"] {
                try await daemon.serve(hubs: hubs) {
                    try await TestClient.connect(to: daemon) { client in
                        try await client.call(EntryCreate(text: text))
                        try await client.call(SyncNow())
                        let state = try await client.call(SyncStatusCall())
                        #expect(state.problem == nil && state.machines == 1)
                    }
                }
            }
            // And in the other direction.
            _ = try StoreFiles.encrypt(
                daemon.store,
                passphrase: Self.passphrase,
                costLogarithm: 10
            )
            try await unlocked(daemon, hubs) { client in
                try await client.call(SyncNow())
                #expect(Set(try await client.texts()) == ["first", "second", "third"])
            }
        }
    }
}
