// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Logging
import ServiceLifecycle
import Testing

@testable import JournalService

/// A daemon in this process, on a socket and a store of its own in a new directory.
final class TestDaemon: Sendable {
    let directory: String
    var socket: String { directory + "/j.sock" }
    var store: String { directory + "/journal.store" }

    private init() throws {
        let name = "journal-test-" + UUID().uuidString.prefix(13)
        directory = FileManager.default.temporaryDirectory.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Runs a body against a daemon, which then ends in order.
    static func run(
        inMemory: Bool = true,
        idleExit: Duration? = nil,
        stallTimeout: Duration = .seconds(Limits.stall),
        memoryLimit: Int = Limits.memory,
        broadcastTurn: Duration = .milliseconds(20),
        _ body: (TestDaemon) async throws -> Void
    ) async throws {
        let daemon = try TestDaemon()
        defer { try? FileManager.default.removeItem(atPath: daemon.directory) }
        try await daemon.serve(
            inMemory: inMemory,
            idleExit: idleExit,
            stallTimeout: stallTimeout,
            memoryLimit: memoryLimit,
            broadcastTurn: broadcastTurn
        ) { try await body(daemon) }
    }

    /// Runs a body in a new directory where no daemon runs yet.
    static func withoutServing(_ body: (TestDaemon) async throws -> Void) async throws {
        let daemon = try TestDaemon()
        defer { try? FileManager.default.removeItem(atPath: daemon.directory) }
        try await body(daemon)
    }

    /// Serves as long as a body runs.
    func serve(
        inMemory: Bool = false,
        idleExit: Duration? = nil,
        stallTimeout: Duration = .seconds(Limits.stall),
        memoryLimit: Int = Limits.memory,
        broadcastTurn: Duration = .milliseconds(20),
        indexCheckDelay: Duration = .seconds(3600),
        sync: (any SyncControl)? = nil,
        hubs: HubSource = HubSource(Environment([:])),
        _ body: () async throws -> Void
    ) async throws {
        let readiness = Readiness()
        let server = try server(
            inMemory: inMemory,
            idleExit: idleExit,
            stallTimeout: stallTimeout,
            memoryLimit: memoryLimit,
            broadcastTurn: broadcastTurn,
            indexCheckDelay: indexCheckDelay,
            sync: sync,
            ready: readiness.takeDescriptor(),
            hubs: hubs
        )
        let group = ServiceGroup(
            services: [server],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { readiness.end() }
                try await group.run()
            }
            guard await readiness.isReached() else {
                try await tasks.next()
                throw Readiness.Failure()
            }
            do {
                try await body()
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            // A daemon that ended by itself is what some bodies wait for.
            _ = await tasks.nextResult()
        }
    }

    /// Starts a daemon and returns a function that ends it, as a signal does, or waits for the end
    /// of one that ends by itself.
    func begin(
        descriptorStore: (any DescriptorStore)? = nil,
        credential: PassphraseCredential? = nil,
        hubs: HubSource = HubSource(Environment([:]))
    ) async throws -> @Sendable () async throws -> Void {
        let readiness = Readiness()
        let server = try server(
            ready: readiness.takeDescriptor(),
            descriptorStore: descriptorStore,
            credential: credential,
            hubs: hubs
        )
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        let task = Task {
            defer { readiness.end() }
            try await group.run()
        }
        let stop: @Sendable () async throws -> Void = {
            await group.triggerGracefulShutdown()
            try await task.value
        }
        guard await readiness.isReached() else {
            try await stop()
            throw Readiness.Failure()
        }
        return stop
    }

    /// A server for this directory that does not run yet.
    func server(
        inMemory: Bool = false,
        storing path: String? = nil,
        idleExit: Duration? = nil,
        stallTimeout: Duration = .seconds(Limits.stall),
        memoryLimit: Int = Limits.memory,
        broadcastTurn: Duration = .milliseconds(20),
        indexCheckDelay: Duration = .seconds(3600),
        sync: (any SyncControl)? = nil,
        ready: Int32? = nil,
        descriptorStore: (any DescriptorStore)? = nil,
        credential: PassphraseCredential? = nil,
        hubs: HubSource = HubSource(Environment([:]))
    ) throws -> JournalServer {
        let socket = try SocketPath.resolve(
            option: self.socket,
            environment: Environment([:]),
            uid: geteuid(),
            status: { _ in nil }
        )
        var configuration = ServiceConfiguration(
            version: "test",
            store: inMemory ? .memory : .file(path ?? store),
            endpoint: .socket(socket),
            idleExit: idleExit,
            stallTimeout: stallTimeout,
            memoryLimit: memoryLimit,
            broadcastTurn: broadcastTurn,
            indexCheckDelay: indexCheckDelay,
            readyDescriptor: ready,
            descriptorStore: descriptorStore,
            credential: credential,
            hubs: hubs
        )
        configuration.sync = sync
        return JournalServer(
            configuration,
            logger: Logger(label: "t") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

/// The readiness of a daemon, which it reports through a pipe.
private struct Readiness: Sendable {
    /// The daemon ended, or the test was cancelled, before the daemon was ready.
    struct Failure: Error {}

    private let pipe = Pipe()
    private let events: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
        pipe.fileHandleForReading.readabilityHandler = { [continuation] handle in
            handle.readabilityHandler = nil
            continuation.yield()
        }
    }

    /// Returns the descriptor for the daemon, which closes it.
    func takeDescriptor() -> Int32 {
        let writing = pipe.fileHandleForWriting
        defer { try? writing.close() }
        return dup(writing.fileDescriptor)
    }

    /// Ends the wait, because the daemon has ended.
    func end() { continuation.finish() }

    /// Waits until the daemon is ready; false if it ended or the test was cancelled.
    func isReached() async -> Bool {
        for await _ in events { return true }
        return false
    }
}
