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
        var sync: any SyncControl
        /// Called after each commit of the writer that synchronization has not made.
        var noteCommit: @Sendable () -> Void
        var logger: Logger
        /// Called with the reason when a client requests a shutdown.
        var shutdown: @Sendable (String) -> Void
        /// Called with the reason when this process looks at the store again, and continues.
        var continueAfter: @Sendable (String) -> Void
    }

    let dependencies: Dependencies
    let broadcaster: Broadcaster
    let connections: ConnectionRegistry
    let monitor: PeerMonitor<ConnectionHandler>
    private let checkpoint: IdleCheckpoint
    let loop: any EventLoop
    let reads: RequestReads
    let syncRequests: SyncRequests
    /// Whether the store waits for its passphrase.
    private let isLocked: Bool
    /// The time of the last progress of a long write.
    private(set) var lastProgress: NIODeadline?
    /// The requests that wait for the derivation of a key, by their connections.
    var unlocking: [Int: (reply: ReplyToken, interruption: ReadInterruption)] = [:]

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
        isLocked = dependencies.access.lockedStore != nil
        reads = RequestReads(
            dependencies.readers,
            broadcaster: broadcaster,
            monitor: monitor,
            loop: loop
        )
        syncRequests = SyncRequests(dependencies.sync, loop: loop)
        monitor.close = { [weak self] connection, fault in self?.close(connection, because: fault) }
        monitor.released = { [weak reads] in reads?.start() }
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
        if report.head > broadcaster.cursor.revision {
            checkpoint.committed()
            if !report.isSynchronization { dependencies.noteCommit() }
        }
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
        syncRequests.stop()
        for connection in connections.all { broadcaster.end(connection, reason: End.shutdown) }
        connections.stop(promise)
    }

    /// Closes all connections at once.
    func dropAll() { connections.dropAll() }

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
        syncRequests.followers.becameWritable(connection)
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
        unlocking[connection.number]?.interruption.request()
        connections.remove(connection)
        reads.closed(connection)
        syncRequests.closed(connection)
    }

    func start(
        _ request: RoutedRequest,
        token: RequestToken,
        id: RequestID?,
        of connection: ConnectionHandler
    ) {
        do throws(ProtocolError) {
            guard !isLocked || request.isPermittedWhileLocked else { throw .encryptionLocked }
            switch request.destination {
            case .writer(let write): try post(write, token: token, on: connection)
            case .reader(let method): reads.reply(to: method, token: token, on: connection)
            case .sync(let method): syncRequests.reply(to: method, token: token, on: connection)
            case .statistics: replyStatus(token, on: connection)
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
        if reads.cancel(reply) || syncRequests.cancel(reply) { return }
        if let attempt = unlocking[connection.number], attempt.reply == reply {
            return attempt.interruption.request()
        }
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

    /// Flushes up to the last commit in the store, which reads may have shown before the writer has
    /// reported it.
    private func flush(_ token: RequestToken, on connection: ConnectionHandler) {
        let bound = NIOLoopBound(self, eventLoop: loop)
        reads.read(token, connection) { context in
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
}
