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

/// An open store and the parts of the daemon that serve it.
struct RunningService {
    private let container: ModelContainer
    private let configuration: ServiceConfiguration
    private let logger: Logger
    private let start: Cursor
    private let mailbox = WriterMailbox()
    private let subscriptionCount = SubscriptionCount()
    private let isReadOnly: Bool
    /// The way in which the service has access to the store.
    let access: ServedStore
    /// The connections of earlier services, and those that continue in the next one.
    private let passage: Passage
    private let synchronization: SyncService

    /// Prepares the service of an open store; one without access to it has a container in memory.
    init(
        _ container: ModelContainer,
        access: ServedStore,
        configuration: ServiceConfiguration,
        passage: Passage,
        logger: Logger
    ) throws {
        self.container = container
        self.access = access
        self.configuration = configuration
        self.passage = passage
        self.logger = logger
        synchronization = Self.synchronization(
            mailbox,
            access: access,
            configuration: configuration,
            logger: logger
        )
        // Created before the first cursor exists, so that no change is reported for it.
        isReadOnly = JournalContainer.isReadOnly(container)
        if !isReadOnly {
            try JournalContainer.ensureNotebook(
                NotebookRecord.defaultName,
                as: Notebook.defaultIdentity,
                in: container
            )
        } else {
            logger.warning("the store is only read, because it cannot be written")
        }
        let epoch =
            access.isReserved
            ? "" : container.storeIdentifier(forConfigurationNamed: "journal") ?? ""
        let locked = access.lockedStore?.description
        start = Cursor(
            epoch: locked?.epoch ?? epoch.lowercased(),
            revision: try locked?.revision ?? container.historyBounds().last
        )
    }

    private static func synchronization(
        _ mailbox: WriterMailbox,
        access: ServedStore,
        configuration: ServiceConfiguration,
        logger: Logger
    ) -> SyncService {
        let path: String? = if case .file(let path) = configuration.store { path } else { nil }
        return SyncService(
            SyncService.Dependencies(
                access: SyncAccess(mailbox),
                hubs: configuration.hubs,
                record: SyncSettingsRecord(storeKey: access.key),
                binding: access.hasStore
                    ? path.map { MachineBinding(ofStore: $0, storeKey: access.key) } : nil,
                isLocked: access.lockedStore != nil,
                version: configuration.version,
                logger: logger
            )
        )
    }

    /// Serves a listening socket until a shutdown is requested, and closes the store.
    ///
    /// - Returns: Whether this process continues, with another service.
    func serve(listener: borrowing Listener, until shutdown: ShutdownTrigger) async throws -> Bool {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let storeGuard = makeGuard(shutdown: shutdown)
        let readers = ReaderPool(container, storeGuard: storeGuard)
        readers.start()
        let dependencies = await dependencies(
            listener.path,
            readers: readers,
            storeGuard: storeGuard,
            shutdown: shutdown
        )
        let router = try await makeRouter(dependencies, shutdown: shutdown, on: loop)
        let acceptor = SocketAcceptor(loop: loop, router: router, logger: logger)
        let outcome = await withDiscardingTaskGroup { tasks in
            tasks.addTask { await write(for: router, storeGuard: storeGuard, on: loop) }
            // The writer is stopped once no more requests can arrive, even after an earlier
            // failure.
            defer { mailbox.close() }
            return await accept(listener, acceptor: acceptor, readers: readers, until: shutdown)
        }
        try await readers.stop()
        try await group.shutdownGracefully()
        // Explicitly, so that remaining references to the container do not delay the checkpoint.
        do {
            try container.close()
        } catch {
            logger.warning("cannot close the store", metadata: ["error": "\(error)"])
        }
        return try outcome.get()
    }

    private func makeGuard(shutdown: ShutdownTrigger) -> StoreGuard {
        StoreGuard(
            configuredPath,
            isReadOnly: isReadOnly,
            file: OpenStoreFile(
                storePath,
                container: container,
                shutdown: { shutdown.fire($0) },
                logger: logger
            )
        )
    }

    private func makeRouter(
        _ dependencies: RequestRouter.Dependencies,
        shutdown: ShutdownTrigger,
        on loop: any EventLoop
    ) async throws -> NIOLoopBound<RequestRouter> {
        let timer = IdleTimer(
            loop: loop,
            limit: configuration.idleExit,
            shutdown: shutdown,
            isNeeded: { [synchronization] in synchronization.isRunning }
        )
        return try await loop.submit {
            [start, subscriptionCount, configuration, container, mailbox, logger, passage] in
            timer.setIdle(true)
            let broadcaster = Broadcaster(
                start: start,
                readers: dependencies.readers,
                count: subscriptionCount,
                logger: logger,
                loop: loop,
                turn: TimeAmount(configuration.broadcastTurn),
                memoryLimit: configuration.memoryLimit
            )
            let checkpoint = IdleCheckpoint(
                container,
                mailbox: mailbox,
                logger: logger,
                loop: loop
            )
            checkpoint.committed()
            let router = RequestRouter(
                dependencies,
                broadcaster: broadcaster,
                connections: ConnectionRegistry(idle: { timer.setIdle($0) }),
                monitor: PeerMonitor(
                    stallTimeout: TimeAmount(configuration.stallTimeout),
                    memoryLimit: configuration.memoryLimit,
                    loop: loop
                ),
                checkpoint: checkpoint,
                loop: loop
            )
            router.continueNumbers(after: passage.lastNumber)
            return NIOLoopBound(router, eventLoop: loop)
        }.get()
    }

    private func dependencies(
        _ socket: String?,
        readers: ReaderPool,
        storeGuard: StoreGuard,
        shutdown: ShutdownTrigger
    ) async -> RequestRouter.Dependencies {
        RequestRouter.Dependencies(
            identity: identity(socket: socket),
            mailbox: mailbox,
            readers: readers,
            statistics: await JournalStatistics(container),
            storeGuard: storeGuard,
            access: access,
            passage: passage,
            sync: configuration.sync ?? synchronization,
            noteCommit: { [synchronization] in synchronization.noteCommit() },
            logger: logger,
            shutdown: { shutdown.fire($0) },
            continueAfter: { shutdown.fireContinuing($0) }
        )
    }

    /// Accepts connections until a shutdown is requested, and waits for open ones to finish;
    /// returns whether this process continues.
    private func accept(
        _ listener: borrowing Listener,
        acceptor: SocketAcceptor,
        readers: ReaderPool,
        until shutdown: ShutdownTrigger
    ) async -> Result<Bool, any Error> {
        do {
            // Before the first request, which may concern it.
            if !isReadOnly, access.hasStore { await synchronization.start() }
            try await resume(acceptor, readers: readers)
            let channel = try await acceptor.open(listener.duplicate())
            announce(socket: listener.path)
            let indexCheck = keepHouse(
                listener,
                acceptor: acceptor,
                readers: readers,
                until: shutdown
            )
            let reason = await shutdown.reason()
            await synchronization.stop()
            indexCheck?.request()
            logger.info("shutting down", metadata: ["reason": "\(reason.text)"])
            if !reason.continues {
                SystemdNotifier.stopping(reason.text)
                listener.end()
            }
            try await acceptor.close(channel, to: handover(reason))
            return .success(reason.continues)
        } catch {
            return .failure(StartupError(.cannotCreate, "cannot serve the socket: \(error)"))
        }
    }

    /// Continues the connections of earlier services; while the store is reserved, connections that
    /// were used wait for the next service.
    private func resume(_ acceptor: SocketAcceptor, readers: ReaderPool) async throws {
        for store in passage.takeStores() {
            let former = Handover(store: store, logger: logger)
            if access.isReserved {
                let others = passage.makeStore()
                try await former
                    .resumeUnused(acceptor.router, keepingOthersIn: others, on: acceptor.loop)
            } else {
                try await former
                    .resume(
                        acceptor.router,
                        readers: access.hasStore ? readers : nil,
                        on: acceptor.loop
                    )
            }
        }
    }

    /// Starts the tasks that no client requests.
    ///
    /// - Returns: The interruption of the check of the store; nil without a store in a file.
    private func keepHouse(
        _ listener: borrowing Listener,
        acceptor: SocketAcceptor,
        readers: ReaderPool,
        until shutdown: ShutdownTrigger
    ) -> ReadInterruption? {
        let housekeeping = Housekeeping(loop: acceptor.loop, mailbox: mailbox)
        housekeeping.sendHeartbeats()
        housekeeping.returnMemory()
        if let file = listener.file { housekeeping.watch(file, shutdown: shutdown) }
        if storePath != nil { housekeeping.watchStore(readers, at: start) }
        if let locked = access.lockedStore { housekeeping.watch(locked, shutdown: shutdown) }
        if access.isReserved, let configuredPath {
            housekeeping.watchReservation(of: configuredPath, shutdown: shutdown)
        }
        if !isReadOnly, access.hasStore {
            housekeeping.emptyTrash(after: configuration.trashRetention) { [synchronization] in
                synchronization.clock
            }
            housekeeping.removeAbandonedUploads()
            housekeeping.removeExpiredSteps()
            housekeeping.completeErasures()
        }
        guard storePath != nil else { return nil }
        return housekeeping.checkIndexes(
            after: configuration.indexCheckDelay,
            readers: readers,
            at: start,
            logger: logger
        )
    }

    /// Returns the handover with which the service ends; nil if its connections are closed.
    private func handover(_ reason: ShutdownTrigger.Reason) -> Handover? {
        guard reason.permitsHandover else { return nil }
        if reason.continues {
            return Handover(store: passage.makeStore(), passage: passage, logger: logger)
        }
        // The next process could not continue what needs the store, unless it waits for it too.
        guard access.hasStore || access.isReserved else { return nil }
        return configuration.descriptorStore.map { store in
            Handover(store: store, key: access.key, logger: logger)
        }
    }

    /// Runs the writer; its reports are passed to the event loop.
    private func write(
        for router: NIOLoopBound<RequestRouter>,
        storeGuard: StoreGuard,
        on loop: any EventLoop
    ) async {
        await JournalWriter(modelContainer: container).run(
            mailbox,
            from: start,
            isObserved: { subscriptionCount.value > 0 },
            logger: logger,
            storeGuard: storeGuard,
            report: { report in loop.execute { router.value.committed(report) } }
        )
    }

    /// The path of the open store; nil for one in memory or without access.
    private var storePath: String? { access.hasStore ? configuredPath : nil }

    private var configuredPath: String? {
        if case .file(let path) = configuration.store { path } else { nil }
    }

    private func identity(socket: String?) -> ServiceIdentity {
        ServiceIdentity(
            version: configuration.version,
            pid: Int(getpid()),
            startedAt: Date(),
            startInstant: .now,
            store: configuredPath,
            socket: socket
        )
    }

    private func announce(socket: String?) {
        logger.info("ready", metadata: ["socket": "\(socket ?? "inherited")"])
        SystemdNotifier.ready("Listening")
        guard let descriptor = configuration.readyDescriptor else { return }
        var byte = UInt8(ascii: "\n")
        _ = Glibc.write(descriptor, &byte, 1)
        _ = Glibc.close(descriptor)
    }
}
