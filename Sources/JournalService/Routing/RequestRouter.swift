// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem
internal import Logging
internal import NIOCore
internal import SwiftData

/// Passes the requests of connections to the writer, the readers or the broadcaster, and their
/// outcomes back.
///
/// Runs on the event loop.
final class RequestRouter {
    /// The parts of the daemon that a router uses.
    struct Dependencies {
        var identity: ServiceIdentity
        var mailbox: WriterMailbox
        var readers: ReaderPool
        var statistics: JournalStatistics
        var storeGuard: StoreGuard
        var access: ServedStore
        var passage: Passage
        var logger: Logger
        /// Called with the reason when a client requests a shutdown.
        var shutdown: @Sendable (String) -> Void
        /// Called with the reason when this process looks at the store again, and continues.
        var continueAfter: @Sendable (String) -> Void
    }

    /// The time after its last progress for which a long write counts as working.
    private static let progressPause = TimeAmount.seconds(3)

    let dependencies: Dependencies
    let broadcaster: Broadcaster
    let connections: ConnectionRegistry
    private let monitor: PeerMonitor<ConnectionHandler>
    private let checkpoint: IdleCheckpoint
    let loop: any EventLoop
    private var countReplies = CountReplies()
    private var reads = ReadQueue()
    /// The time of the last progress of a long write.
    private var lastProgress: NIODeadline?
    /// The cancellations of reads that wait or run.
    var cancellations: [ReplyToken: ReadInterruption] = [:]
    /// The numbers of the connections that wait for the derivation of a key.
    var unlocking: Set<Int> = []

    init(
        _ dependencies: Dependencies,
        broadcaster: Broadcaster,
        connections: ConnectionRegistry,
        monitor: PeerMonitor<ConnectionHandler>,
        checkpoint: IdleCheckpoint,
        loop: any EventLoop
    ) {
        self.dependencies = dependencies
        self.broadcaster = broadcaster
        self.connections = connections
        self.monitor = monitor
        self.checkpoint = checkpoint
        self.loop = loop
        monitor.close = { [weak self] connection, fault in self?.close(connection, because: fault) }
        monitor.released = { [weak self] in self?.startReads() }
        monitor.held = { [weak broadcaster] in broadcaster?.heldByteCount(of: $0) ?? 0 }
        broadcaster.memoryChanged = { [weak monitor] in monitor?.heldChanged(to: $0) }
    }

    /// Whether requests that need the store wait for the next service.
    var isWithoutStore: Bool { dependencies.access.isReserved }

    /// Creates the handler of a new connection.
    func makeConnection(_ peer: PeerCredentials) -> ConnectionHandler {
        ConnectionHandler(
            number: connections.nextNumber(),
            peer: peer,
            isWithoutStore: isWithoutStore,
            delegate: self
        )
    }

    /// Handles the outcome of a transaction: replies to its requests, then informs subscriptions.
    func committed(_ report: WriterReport) {
        if report.head > broadcaster.cursor.revision { checkpoint.committed() }
        // Commits are appended before the replies, because a reply may start the next request.
        broadcaster.append(report.commits, upTo: report.head)
        var replied: [Int: ConnectionHandler] = [:]
        if !report.progress.isEmpty { lastProgress = .now() }
        for (token, progress) in report.progress {
            connections[token.connection]?.report(progress, of: token.request)
        }
        for (token, outcome) in report.replies {
            guard let connection = connections[token.connection] else { continue }
            connection.finish(token.request, with: outcome)
            replied[token.connection] = connection
        }
        for connection in replied.values { connection.flush() }
        broadcaster.broadcast()
    }

    /// Ends all subscriptions, answers the requests in progress and closes all connections.
    ///
    /// The promise succeeds when the last connection is closed.
    func stop(_ promise: EventLoopPromise<Void>) {
        for connection in connections.all { broadcaster.end(connection, reason: End.shutdown) }
        connections.stop(promise)
    }

    /// Closes all connections at once.
    func dropAll() { connections.dropAll() }

    private var snapshot: ServerSnapshot {
        ServerSnapshot(
            identity: dependencies.identity,
            cursor: broadcaster.cursor,
            clientCount: connections.count,
            subscriptionCount: broadcaster.subscriptionCount,
            memory: memory,
            isWorking: lastProgress.map { .now() - $0 < Self.progressPause } ?? false,
            isReadOnly: dependencies.storeGuard.isReadOnly,
            damage: dependencies.storeGuard.damage,
            isEncrypted: dependencies.access.isEncrypted,
            isLocked: dependencies.access.lockedStore != nil,
            limits: [
                "stall": PeerFault.seconds(monitor.stallTimeout), "memory": monitor.budget.limit,
            ]
        )
    }

    private var memory: MemoryRecord {
        let observed = broadcaster.memory
        return MemoryRecord(
            requests: monitor.budget.requests,
            output: monitor.budget.output,
            lists: observed.lists,
            subscriptions: observed.subscriptions,
            changes: observed.log
        )
    }

    private func close(_ connection: ConnectionHandler, because fault: PeerFault) {
        dependencies.logger.notice(
            "closing a connection",
            metadata: [
                "reason": "\(fault.error.message)",
                "pid": "\(connection.client.peer.processID)",
            ]
        )
        broadcaster.end(connection, reason: fault.endReason)
        connection.abandon(fault.error, within: fault.grace)
    }
}

// MARK: - Events of connections

extension RequestRouter: ConnectionHandlerDelegate {
    func opened(_ connection: ConnectionHandler) {
        if let store = dependencies.access.lockedStore, !store.isCurrent {
            connections.hold()
            dependencies.continueAfter("the store was changed")
        }
        connections.add(connection)
    }

    func becameWritable(_ connection: ConnectionHandler) {
        broadcaster.becameWritable(connection)
    }

    func changedUse(_ connection: ConnectionHandler) { monitor.changed(connection) }

    func mayRead(_ connection: ConnectionHandler) -> Bool { monitor.mayRead(connection) }

    func suspended(_ connection: ConnectionHandler) {
        broadcaster.suspend(connection)
        connections.reviewSuspension()
    }

    func closed(_ connection: ConnectionHandler) {
        monitor.remove(connection)
        broadcaster.closed(connection)
        for (token, cancellation) in cancellations where token.connection == connection.number {
            cancellation.request()
            cancellations[token] = nil
        }
        connections.remove(connection)
        startReads()
    }

    func start(
        _ request: RoutedRequest,
        token: RequestToken,
        id: RequestID?,
        of connection: ConnectionHandler
    ) {
        do throws(ProtocolError) {
            try dependencies.access.permit(request.destination)
            switch request.destination {
            case .writer(let write): try post(write, token: token, on: connection)
            case .reader(let method): read(method, token: token, connection)
            case .statistics: readStatistics(token, on: connection)
            case .subscribe(let request):
                try subscribe(request, token: token, id: id, on: connection)
            case .unsubscribe(let request):
                try broadcaster.unsubscribe(request.subscription, on: connection)
                connection.finishAfterTurn(token, with: .success(Empty().json))
            case .openList(let request): try openList(request, token: token, id: id, on: connection)
            case .closeList(let request):
                try broadcaster.closeList(request.list, on: connection)
                connection.finishAfterTurn(token, with: .success(Empty().json))
            case .flush: flush(token, on: connection)
            case .hello(let hello):
                let reply = try hello.reply(snapshot)
                connection.client.name = hello.clientName
                connection.client.version = hello.clientVersion
                connection.finishAfterTurn(token, with: .success(reply.json))
            case .describe:
                let reply = Describe.Reply(version: dependencies.identity.version)
                connection.finishAfterTurn(token, with: .success(reply.json))
            case .clients:
                let reply = clients(for: connection).bounded
                connection.finishAfterTurn(token, with: .success(reply.json))
            case .shutdown:
                connection.finishAfterTurn(token, with: .success(Empty().json))
                dependencies.shutdown("requested by a client")
            case .unlock(let request): try unlock(request, token: token, on: connection)
            case .lock: try lock(token, on: connection)
            case .release(let request): try release(request, token: token, on: connection)
            }
        } catch {
            connection.finishAfterTurn(token, with: .failure(error))
        }
    }

    func cancel(_ token: RequestToken, of connection: ConnectionHandler) {
        let reply = ReplyToken(connection: connection.number, request: token)
        if let read = cancellations[reply] { return read.request() }
        guard broadcaster.cancelFlush(token, on: connection) || dependencies.mailbox.cancel(reply)
        else { return }
        connection.finishAfterTurn(token, with: .failure(.requestCancelled))
    }
}

// MARK: - Requests

extension RequestRouter {
    private func post(
        _ write: any WriteStep,
        token: RequestToken,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        let reply = ReplyToken(connection: connection.number, request: token)
        guard dependencies.mailbox.post(.command(write, reply)) else { throw .daemonShuttingDown }
    }

    private func read(
        _ method: any ReadMethod,
        token: RequestToken,
        _ connection: ConnectionHandler
    ) {
        let revision = broadcaster.cursor.revision
        let subject = method.countedSubject
        if let subject, let reply = countReplies.reply(subject, at: revision) {
            connection.finishAfterTurn(token, with: .success(reply))
            return
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        let progress =
            connection.wantsProgress(of: token) ? progress(of: token, on: connection) : nil
        read(token, connection, isLong: method.isLong, progress: progress) { context in
            context.progress = progress
            return try method.run(in: context)
        } completion: { connection, outcome in
            if let subject, case .success(let reply) = outcome {
                bound.value.countReplies.add(reply, subject, at: revision)
            }
            connection.finish(token, with: outcome)
        }
    }

    /// Returns the progress of a read, which is sent to its peer.
    private func progress(
        of token: RequestToken,
        on connection: ConnectionHandler
    ) -> ReadProgress {
        let bound = NIOLoopBound(connection, eventLoop: loop)
        return ReadProgress { [loop] progress in
            loop.execute { bound.value.report(progress, of: token) }
        }
    }

    /// Reads on a reader thread, once there is one and memory for the reply, and passes the outcome
    /// to `completion` on the event loop.
    func read<Value: Sendable>(
        _ token: RequestToken,
        _ connection: ConnectionHandler,
        isLong: Bool = false,
        progress: ReadProgress? = nil,
        _ body: @escaping @Sendable (ReadContext) throws -> Value,
        completion: @escaping @Sendable (ConnectionHandler, Result<Value, ProtocolError>) -> Void
    ) {
        let reply = ReplyToken(connection: connection.number, request: token)
        let cancellation = ReadInterruption(polled: progress.map { $0.workContinues })
        cancellations[reply] = cancellation
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        let read = ReadQueue.Read(
            connection: connection.number,
            isLong: isLong,
            cancellation: cancellation
        ) { [broadcaster, dependencies, loop] in
            dependencies.readers.read(
                at: broadcaster.cursor,
                isLong: isLong,
                cancellation: cancellation,
                body
            ) { outcome in
                loop.execute {
                    let (router, connection) = bound.value
                    router.broadcaster.results.perform {
                        router.cancellations[reply] = nil
                        completion(connection, outcome)
                        connection.flush()
                        router.reads.finished(isLong: isLong)
                        router.startReads()
                    }
                }
            }
        }
        reads.add(read)
        startReads()
    }

    /// Starts the reads for which there are readers and memory.
    private func startReads() {
        while let read = reads.next(within: monitor.budget) { read.start() }
    }

    /// Flushes up to the last commit in the store, which reads may have shown before the writer has
    /// reported it.
    private func flush(_ token: RequestToken, on connection: ConnectionHandler) {
        let bound = NIOLoopBound(self, eventLoop: loop)
        read(token, connection) { context in
            try context.lastRevision
        } completion: { connection, outcome in
            let router = bound.value
            guard router.connections[connection.number] != nil else { return }
            if case .failure(let error) = outcome, error.kind == .cancelled {
                connection.finish(token, with: .failure(error))
            } else {
                // A store that cannot be read has no later commit.
                let last = (try? outcome.get()) ?? 0
                router.broadcaster.flush(token, on: connection, from: last)
            }
        }
    }

    private func clients(for caller: ConnectionHandler) -> Clients.Reply {
        let all = connections.all.sorted { $0.number < $1.number }
        return Clients.Reply(
            clients: all.map { connection in
                ClientRecord(
                    connection,
                    subscriptions: broadcaster.subscriptionIDs(of: connection),
                    lists: broadcaster.listIDs(of: connection),
                    isPaused: monitor.isPaused(connection),
                    isCaller: connection.number == caller.number
                )
            }
        )
    }

    private func readStatistics(_ token: RequestToken, on connection: ConnectionHandler) {
        guard dependencies.access.lockedStore == nil else {
            let reply = Status.Reply(snapshot, damage: nil)
            connection.finishAfterTurn(token, with: .success(reply.json))
            return
        }
        let bound = NIOLoopBound(connection, eventLoop: loop)
        Task { @MainActor [snapshot, loop, dependencies] in
            let storeGuard = dependencies.storeGuard
            let outcome: Result<JSON, ProtocolError>
            do {
                let counts = try dependencies.statistics.counts(since: snapshot.cursor.revision)
                outcome = .success(Status.Reply(snapshot, counts: counts).json)
            } catch {
                storeGuard.note(error)
                // The state of the store matters more than the counts.
                outcome =
                    storeGuard.damage == nil
                    ? .failure(ProtocolError(describing: error))
                    : .success(Status.Reply(snapshot, damage: storeGuard.damage).json)
            }
            loop.execute {
                bound.value.finish(token, with: outcome)
                bound.value.flush()
            }
        }
    }
}
