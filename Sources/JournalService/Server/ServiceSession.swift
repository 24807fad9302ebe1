// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import SwiftData

/// An open store being served.
struct ServiceSession {
    private let container: ModelContainer
    private let configuration: ServiceConfiguration
    private let logger: Logger
    private let start: Cursor
    private let mailbox = WriterMailbox()
    private let observers = ObserverCount()

    init(
        _ container: ModelContainer,
        _ configuration: ServiceConfiguration,
        _ logger: Logger
    ) throws {
        self.container = container
        self.configuration = configuration
        self.logger = logger
        // Before the first cursor is made, so that nobody hears of what every journal has.
        try JournalContainer.ensureNotebook(NotebookRecord.defaultName, in: container)
        let epoch = container.storeIdentifier(forConfigurationNamed: "journal") ?? ""
        start = Cursor(epoch: epoch.lowercased(), revision: try container.historyBounds().last)
    }

    /// Serves a listener until the signal fires, and ends in order.
    func serve(listener: consuming Listener, until stop: StopSignal) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let readers = ReaderPool(container)
        readers.start()
        let entrance = Entrance(loop: group.next(), idleExit: configuration.idleExit, stop: stop)
        let parts = ServiceHub.Parts(
            identity: identity(socket: listener.path),
            epoch: start.epoch,
            head: start.revision,
            mailbox: mailbox,
            readers: readers,
            view: await LiveView(container),
            observers: observers,
            logger: logger,
            shutdown: { stop.fire("a client asked for it") },
            idle: { entrance.idle($0) }
        )
        let hub = try await entrance.makeHub(parts)
        let outcome = await withDiscardingTaskGroup { tasks in
            tasks.addTask { await write(for: hub, on: entrance.loop) }
            // The writer ends once nothing can come any more, whatever went wrong before.
            defer { mailbox.close() }
            return await admit(listener, entrance, hub, until: stop)
        }
        try await readers.stop()
        try await group.shutdownGracefully()
        // Whoever still refers to the container must not keep what was logged out of the store.
        do {
            try container.close()
        } catch {
            logger.warning("the store was not closed", metadata: ["error": "\(error)"])
        }
        try outcome.get()
    }

    /// Lets connections in until the signal fires, and sees those inside off.
    private func admit(
        _ listener: borrowing Listener,
        _ entrance: Entrance,
        _ hub: NIOLoopBound<ServiceHub>,
        until stop: StopSignal
    ) async -> Result<Void, any Error> {
        do {
            let channel = try await entrance.open(listener.descriptor, hub)
            announce(socket: listener.path)
            entrance.beat(mailbox)
            entrance.watch([listener.file, storePath].compactMap(\.self))
            entrance.emptyTrash(mailbox, after: configuration.trashRetention)
            let reason = await stop.reason()
            logger.info("ending", metadata: ["reason": "\(reason)"])
            SystemdLink.stopping(reason)
            listener.removeFile()
            try await entrance.close(channel, hub)
            return .success(())
        } catch {
            return .failure(StartFailure(.cannotCreate, "the socket cannot be served: \(error)"))
        }
    }

    /// The writer's work; its reports go to the event loop.
    private func write(for hub: NIOLoopBound<ServiceHub>, on loop: any EventLoop) async {
        await JournalWriter(modelContainer: container).run(
            mailbox,
            from: start,
            isObserved: { observers.count > 0 },
            logger: logger,
            report: { report in loop.execute { hub.value.committed(report) } }
        )
    }

    /// Nil for a store in memory.
    private var storePath: String? {
        if case .file(let path) = configuration.store { path } else { nil }
    }

    private func identity(socket: String?) -> ServiceIdentity {
        ServiceIdentity(
            version: configuration.version,
            pid: Int(getpid()),
            startedAt: Date(),
            store: storePath,
            socket: socket
        )
    }

    private func announce(socket: String?) {
        logger.info("ready", metadata: ["socket": "\(socket ?? "inherited")"])
        SystemdLink.ready("Listening")
        guard let descriptor = configuration.readyDescriptor else { return }
        var byte = UInt8(ascii: "\n")
        _ = Glibc.write(descriptor, &byte, 1)
        _ = Glibc.close(descriptor)
    }
}
