// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalSystem
import Testing

@testable import JournalService

/// A daemon whose store another program changes.
struct ReservedStoreTests {
    private static let passphrase = "five words of your own"

    private func reserve(_ daemon: TestDaemon) throws -> StoreReservation {
        try #require(try StoreReservation.acquire(for: daemon.store))
    }

    /// Waits until the daemon has closed the store.
    private func waitUntilClosed(_ daemon: TestDaemon) async {
        while FileLock.isHeld(daemon.store + ".lock") { await Task.yield() }
    }

    private func request(_ number: Int64, _ call: some MethodCall) -> [UInt8] {
        Request(id: .integer(number), call: call).line + [0x0A]
    }

    @Test func daemonThatStartsListensAndWaits() async throws {
        try await TestDaemon.withoutServing { daemon in
            let reservation = try reserve(daemon)
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Describe())
                #expect(FileStatus(path: daemon.store) == nil)
                try await client.send(request(77, EntryCreate(text: "waits")))
                try await TestClient.connect(to: daemon) { other in
                    let clients = try await other.call(Clients()).clients
                    #expect(clients.count == 2)
                }
                reservation.release()
                #expect(try await client.answer().id == 77)
                #expect(try await client.call(EntryCount()).count == 1)
            }
            try await stop()
        }
    }

    @Test func requestOfAPeerThatEndedItsInputIsAnswered() async throws {
        try await TestDaemon.withoutServing { daemon in
            let reservation = try reserve(daemon)
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.send(request(1, EntryCreate(text: "waits")))
                try await client.finishSending()
                reservation.release()
                #expect(try await client.answer().id == 1)
                #expect(try await client.bytes() == nil)
            }
            try await stop()
        }
    }

    @Test func daemonThatWaitsCanBeStopped() async throws {
        try await TestDaemon.withoutServing { daemon in
            let reservation = try reserve(daemon)
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Shutdown())
                #expect(try await client.bytes() == nil)
            }
            try await stop()
            #expect(FileStatus(path: daemon.socket) == nil)
            reservation.release()
        }
    }

    @Test func connectionsContinueWithTheEncryptedStore() async throws {
        try await TestDaemon.withoutServing { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "before"))
                try await client.call(Subscribe(include: .full))
                let list = try await client.call(ListOpen())
                #expect(list.rows.count == 1)
                let reservation = try reserve(daemon)
                try await release(daemon)
                // Before the encryption, and during it.
                try await client.send(request(50, EntryCreate(text: "while it is encrypted")))
                await waitUntilClosed(daemon)
                _ = try StoreFiles.encrypt(
                    daemon.store,
                    passphrase: Self.passphrase,
                    costLogarithm: 10
                )
                try await release(daemon, passphrase: Self.passphrase)
                reservation.release()
                #expect(try await client.answer().id == 50)
                let status = try await client.call(Status())
                #expect(status.isEncrypted && !status.isLocked)
                while !client.notes.contains(where: { $0.method == ListChanges.method }) {
                    try await client.call(Flush())
                }
                let items = try await client.changes().flatMap(\.items)
                #expect(items.map(\.entry?.text) == ["while it is encrypted"])
            }
            try await stop()
        }
    }

    /// Has the daemon close the store, over a connection of its own.
    private func release(_ daemon: TestDaemon, passphrase: String? = nil) async throws {
        _ = try await TestClient.connect(to: daemon) { client in
            try await client.call(StoreRelease(passphrase: passphrase))
        }
    }

    @Test func keyOfTheDaemonIsKept() async throws {
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(daemon.store, passphrase: Self.passphrase, costLogarithm: 10)
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                #expect(try await client.call(Status()).isLocked == false)
                let reservation = try reserve(daemon)
                try await release(daemon)
                await waitUntilClosed(daemon)
                reservation.release()
                #expect(try await client.call(Status()).isLocked == false)
            }
            try await stop()
        }
    }

    /// Two restarts, as of systemd: the first daemon had the store open, the second one never did.
    @Test func nextDaemonGetsTheKeyAndTheConnectionsThatWait() async throws {
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(daemon.store, passphrase: Self.passphrase, costLogarithm: 10)
            let descriptors = ProcessDescriptorStore()
            var stop = try await daemon.begin(descriptorStore: descriptors)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(StoreUnlock(passphrase: Self.passphrase))
                try await client.call(Subscribe(include: .full))
                let reservation = try reserve(daemon)
                try await release(daemon)
                await waitUntilClosed(daemon)
                try await client.send(request(50, EntryCreate(text: "waits")))
                try await TestClient.connect(to: daemon) { second in
                    try await second.call(Describe())
                    try await second.send(request(51, EntryCreate(text: "waits, too")))
                    try await stop()
                    stop = try await daemon.begin(descriptorStore: descriptors)
                    try await TestClient.connect(to: daemon) { third in
                        try await third.call(Describe())
                        try await third.send(request(52, EntryCount()))
                        try await stop()
                        stop = try await daemon.begin(descriptorStore: descriptors)
                        reservation.release()
                        #expect(try await client.answer().id == 50)
                        #expect(try await second.answer().id == 51)
                        #expect(try await third.answer().id == 52)
                    }
                }
                let status = try await client.call(Status())
                #expect(status.isEncrypted && !status.isLocked)
                try await client.call(Flush())
                let texts = try await client.changes().flatMap(\.items).map(\.entry?.text)
                #expect(Set(texts) == ["waits", "waits, too"])
            }
            try await stop()
            #expect(descriptors.take().keys.allSatisfy { !$0.hasPrefix("journal-connection") })
        }
    }

    @Test func connectionOnWhichNothingWasSentDoesNotWait() async throws {
        try await TestDaemon.withoutServing { daemon in
            let stop = try await daemon.begin()
            try await TestClient.connect(to: daemon) { unused in
                // Two services in succession, so that it is passed on twice.
                for _ in 1...2 {
                    let reservation = try reserve(daemon)
                    try await release(daemon)
                    await waitUntilClosed(daemon)
                    reservation.release()
                }
                let reservation = try reserve(daemon)
                try await release(daemon)
                await waitUntilClosed(daemon)
                try await unused.call(StoreRelease())
                // The request that needs the store waits; a cancellation never does.
                try await unused.send(request(90, EntryCreate(text: "waits")))
                try await unused.send(request(91, Cancel(id: .integer(92))))
                #expect(try await unused.answer().id == 91)
                reservation.release()
                #expect(try await unused.answer().id == 90)
                #expect(try await unused.call(EntryCount()).count == 1)
            }
            try await stop()
        }
    }

    @Test func wrongPassphraseLeavesTheStoreLocked() async throws {
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(daemon.store, passphrase: Self.passphrase, costLogarithm: 10)
            let stop = try await daemon.begin()
            try await release(daemon, passphrase: "other words of mine")
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(status.isLocked)
            }
            try await release(daemon, passphrase: Self.passphrase)
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(!status.isLocked)
            }
            try await stop()
        }
    }

    @Test func connectionsEndWithAnotherStore() async throws {
        try await TestDaemon.withoutServing { daemon in
            let stop = try await daemon.begin()
            let backup = daemon.directory + "/copy"
            try await TestClient.connect(to: daemon) { client in
                let cursor = try await client.call(EntryCreate(text: "one")).cursor
                try await client.call(Backup(path: backup))
                let reservation = try reserve(daemon)
                try await release(daemon)
                await waitUntilClosed(daemon)
                _ = try StoreFiles.replace(daemon.store, byCopyOf: backup)
                reservation.release()
                #expect(try await client.bytes() == nil)
                try await TestClient.connect(to: daemon) { later in
                    let error = try await later.refusal(Subscribe(since: cursor))
                    #expect(error.kind == .cursorForeign)
                    #expect(try await later.call(EntryCount()).count == 1)
                }
            }
            try await stop()
        }
    }

    @Test func journalInMemoryHasNoFileToRelease() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(StoreRelease())
                #expect(error.kind == .storeFailed)
            }
        }
    }
}
