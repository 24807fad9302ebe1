// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import JournalSystem
import Testing

@testable import JournalService

struct LifecycleTests {
    @Test func answeredWritesSurviveARestart() async throws {
        try await TestDaemon.withoutServing { daemon in
            var epochs: [String] = []
            for round in 1...3 {
                try await daemon.serve {
                    try await TestClient.connect(to: daemon) { client in
                        try await client.call(EntryCreate(text: "\(round)", tags: ["t"]))
                        #expect(try await client.call(EntryCount()).count == round)
                        epochs.append(try await client.call(Hello()).epoch)
                    }
                }
                #expect(!FileManager.default.fileExists(atPath: daemon.socket))
                #expect(!FileManager.default.fileExists(atPath: daemon.store + "-wal"))
            }
            #expect(Set(epochs).count == 1)
        }
    }

    @Test func socketOfAnotherDaemonIsNotRemoved() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/j-\(EntryID.random())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/s"
        let lock = try FileLock.acquire(path + ".lock")
        let first = try Listener(binding: path, holding: try #require(lock))
        let (own, other) = (path + ".own", path + ".other")
        try FileManager.default.moveItem(atPath: path, toPath: own)
        let otherLock = try FileLock.acquire(other)
        let second = try Listener(binding: path, holding: try #require(otherLock))
        first.removeFile()
        #expect(FileManager.default.fileExists(atPath: path))
        second.removeFile()
        #expect(!FileManager.default.fileExists(atPath: path))
        first.end()
        second.end()
    }

    @Test func subscriptionsResumeAfterARestart() async throws {
        try await TestDaemon.withoutServing { daemon in
            var cursor: Cursor?
            try await daemon.serve {
                cursor = try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "1"))
                    let cursor = try await client.call(Hello()).cursor
                    try await client.call(EntryCreate(text: "2"))
                    return cursor
                }
            }
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(Subscribe(since: cursor, include: .full))
                    let items = try await client.changes().flatMap(\.items)
                    #expect(items.map(\.entry?.text) == ["2"])
                }
            }
        }
    }

    @Test func connectionWithoutARequestLearnsOfTheShutdown() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { new in
                try await TestClient.connect(to: daemon) { client in
                    while try await client.call(Status()).clientCount < 2 {}
                    try await client.call(Shutdown())
                }
                let expected = Response(
                    id: nil,
                    outcome: .failure(
                        ProtocolError(.shuttingDown, "the daemon is shutting down; reconnect")
                    )
                )
                #expect(try await new.line() == .response(expected))
                #expect(try await new.line() == nil)
            }
        }
    }

    @Test func shutdownRequestStopsTheDaemonAndNotifiesSubscribers() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let name = try await client.call(Subscribe()).subscription
                try await client.call(Shutdown())
                let note = try await client.line()
                #expect(
                    note == .notification(End(subscription: name, reason: "shutdown").notification)
                )
                #expect(try await client.line() == nil)
            }
        }
    }

    @Test func idleDaemonsExit() async throws {
        try await TestDaemon.withoutServing { daemon in
            let server = try daemon.server(inMemory: true, idleExit: .milliseconds(50))
            try await server.run()
            #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        }
    }

    @Test func secondDaemonForTheSocketExits() async throws {
        try await TestDaemon.run { daemon in
            let second = try daemon.server()
            await #expect(throws: AlreadyRunning.self) { try await second.run() }
            try await TestClient.connect(to: daemon) { client in
                let count = try await client.call(EntryCount()).count
                #expect(count == 0)
            }
        }
    }

    @Test func secondDaemonForTheSocketExitsAfterTheLockWasRemoved() async throws {
        try await TestDaemon.run { daemon in
            try FileManager.default.removeItem(atPath: daemon.socket + ".lock")
            let second = try daemon.server()
            await #expect(throws: AlreadyRunning.self) { try await second.run() }
            try await TestClient.connect(to: daemon) { client in
                let count = try await client.call(EntryCount()).count
                #expect(count == 0)
            }
        }
    }

    @Test func staleSocketFilesAreReplaced() async throws {
        try await TestDaemon.withoutServing { daemon in
            try daemon.leaveSocketBehind()
            #expect(FileManager.default.fileExists(atPath: daemon.socket))
            try await daemon.serve(inMemory: true) {
                try await TestClient.connect(to: daemon) { client in
                    let count = try await client.call(EntryCount()).count
                    #expect(count == 0)
                }
            }
        }
    }

    @Test func filesThatAreNotSocketsAreKept() async throws {
        try await TestDaemon.withoutServing { daemon in
            try Data("mine".utf8).write(to: URL(filePath: daemon.socket))
            let server = try daemon.server(inMemory: true)
            let failure = await #expect(throws: StartupError.self) { try await server.run() }
            #expect(failure?.code == .cannotCreate)
            #expect(try Data(contentsOf: URL(filePath: daemon.socket)) == Data("mine".utf8))
        }
    }

    @Test func filesThatAreNotStoresAreKept() async throws {
        try await TestDaemon.withoutServing { daemon in
            let text = Data(String(repeating: "This is a letter.\n", count: 500).utf8)
            try text.write(to: URL(filePath: daemon.store))
            let server = try daemon.server()
            let failure = await #expect(throws: StartupError.self) { try await server.run() }
            #expect(failure?.code == .data)
            #expect(try Data(contentsOf: URL(filePath: daemon.store)) == text)
        }
    }

    @Test func storeInUseByAnotherDaemonIsReported() async throws {
        try await TestDaemon.withoutServing { daemon in
            let lock = try #require(try FileLock.acquire(daemon.store + ".lock"))
            let server = try daemon.server()
            let failure = await #expect(throws: StartupError.self) { try await server.run() }
            #expect(failure?.code == .temporary)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func onlyTheOwnerMayUseTheSocket() async throws {
        try await TestDaemon.run { daemon in
            let status = try #require(FileStatus(path: daemon.socket))
            #expect(status.permissions == 0o600)
        }
    }
}

extension TestDaemon {
    /// Leaves what a daemon that was killed leaves: a socket file at which no process listens.
    fileprivate func leaveSocketBehind() throws {
        let lock = try #require(try FileLock.acquire(socket + ".lock"))
        close(try Listener(binding: socket, holding: lock).descriptor)
    }
}
