// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Logging
internal import NIOCore
internal import Synchronization

/// Where connections, the writer, the readers and subscriptions meet; lives on the event loop.
final class ServiceHub: CallTarget {
    /// What the hub works with.
    struct Parts {
        var identity: ServiceIdentity
        var epoch: String
        /// The number of the last commit.
        var head: Int64
        var mailbox: WriterMailbox
        var readers: ReaderPool
        var view: LiveView
        var observers: ObserverCount
        var logger: Logger
        /// Called when a client asks the daemon to end.
        var shutdown: @Sendable () -> Void
        /// Called when the last connection has gone, and when there is one again.
        var idle: @Sendable (Bool) -> Void
    }

    let parts: Parts
    let loop: any EventLoop
    private(set) var head: Int64
    var log: CommitLog
    private(set) var connections: [Int: ConnectionHandler] = [:]
    private var observing: Set<Int> = []
    private var lastNumber = 0
    private var isStopping = false
    private var stopped: EventLoopPromise<Void>?

    init(_ parts: Parts, loop: any EventLoop) {
        self.parts = parts
        self.loop = loop
        head = parts.head
        log = CommitLog(after: parts.head)
    }

    /// A reference to the hub for other threads, which may use it to get back here.
    var bound: NIOLoopBound<ServiceHub> { NIOLoopBound(self, eventLoop: loop) }

    /// What the daemon knows now.
    var facts: ServiceFacts {
        ServiceFacts(
            identity: parts.identity,
            epoch: parts.epoch,
            head: head,
            clientCount: connections.count,
            subscriptionCount: parts.observers.count
        )
    }

    /// The place in the history for a commit.
    func cursor(_ revision: Int64) -> Cursor { Cursor(epoch: parts.epoch, revision: revision) }

    /// Makes the handler of a new connection.
    func makeConnection() -> ConnectionHandler {
        lastNumber += 1
        return ConnectionHandler(number: lastNumber, target: self)
    }
}

/// How many subscriptions there are; the writer looks at it to know whether it must tell details.
final class ObserverCount: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .relaxed) }

    func add(_ difference: Int) { value.add(difference, ordering: .relaxed) }
}

// MARK: - Connections

extension ServiceHub {
    func opened(_ connection: ConnectionHandler) {
        if connections.isEmpty { parts.idle(false) }
        connections[connection.number] = connection
        if connection.isStranger {
            connection.refuse(ProtocolError(.authUID, "the journal belongs to another user"))
        } else if isStopping {
            connection.refuse(ProtocolError(.shuttingDown, "the daemon ends; connect again"))
        } else if connections.count > Limits.connections {
            connection.refuse(
                ProtocolError(
                    .limitConnections,
                    "the daemon serves \(Limits.connections) connections already",
                    details: ["limit": Limits.connections.json]
                )
            )
        }
    }

    func closed(_ connection: ConnectionHandler) {
        parts.observers.add(-connection.subscriptions.count)
        connection.subscriptions = [:]
        connection.flushes = []
        connection.presence.withdraw()
        for claim in connection.claims.values { claim.withdraw() }
        connection.claims = [:]
        observing.remove(connection.number)
        guard connections.removeValue(forKey: connection.number) != nil, connections.isEmpty else {
            return
        }
        parts.idle(true)
        stopped?.succeed()
        stopped = nil
    }

    /// Reads no more requests, answers what is under way and closes every connection.
    ///
    /// The promise succeeds when the last of them has gone.
    func stop(_ promise: EventLoopPromise<Void>) {
        isStopping = true
        guard !connections.isEmpty else {
            promise.succeed()
            return
        }
        stopped = promise
        for connection in Array(connections.values) {
            endSubscriptions(of: connection)
            connection.stop()
        }
    }

    /// Closes what has not ended by itself.
    func dropAll() {
        for connection in Array(connections.values) { connection.drop() }
    }

    private func endSubscriptions(of connection: ConnectionHandler) {
        for id in connection.subscriptions.keys {
            connection.notify(line: End(subscription: id, reason: "shutdown").notification.line)
        }
        removeSubscriptions(of: connection)
    }

    private func removeSubscriptions(of connection: ConnectionHandler) {
        parts.observers.add(-connection.subscriptions.count)
        connection.subscriptions = [:]
        observing.remove(connection.number)
        answerFlushes(of: connection)
    }
}

// MARK: - Calls

extension ServiceHub {
    func start(
        _ call: ServiceCall,
        _ ticket: Ticket,
        id: RequestID?,
        of connection: ConnectionHandler
    ) {
        switch call {
        case .write(let method):
            let address = ReplyAddress(connection: connection.number, ticket: ticket)
            if !parts.mailbox.post(.command(method, address)) {
                let error = ProtocolError(.shuttingDown, "the daemon ends; connect again")
                finish(connection, ticket, .failure(error))
            }
        case .read(let method): ask(method, ticket, connection)
        case .look(let method): look(method, ticket, connection)
        case .subscribe(let request): subscribe(request, ticket, id: id, connection)
        case .hello(let hello):
            do throws(ProtocolError) {
                finish(connection, ticket, .success(try hello.reply(facts).json))
            } catch {
                finish(connection, ticket, .failure(error))
            }
        case .unsubscribe(let request): unsubscribe(request.subscription, ticket, connection)
        case .flush:
            connection.flushes.append(PendingFlush(ticket: ticket, position: head))
            advance(connection)
        case .cancel: finish(connection, ticket, .success(Empty().json))
        case .shutdown:
            finish(connection, ticket, .success(Empty().json))
            connection.flush()
            parts.shutdown()
        }
    }

    func abandon(_ ticket: Ticket, of connection: ConnectionHandler) {
        connection.claims[ticket]?.withdraw()
        let address = ReplyAddress(connection: connection.number, ticket: ticket)
        let flushCount = connection.flushes.count
        connection.flushes.removeAll { $0.ticket == ticket }
        guard connection.flushes.count < flushCount || parts.mailbox.withdraw(address) else {
            return
        }
        let error = ProtocolError(.cancelled, "the request was cancelled")
        finish(connection, ticket, .failure(error))
    }

    /// Answers a call at the end of this turn of the loop.
    ///
    /// A call may start while the connection is looking at what came in; its outcome must not get
    /// ahead of that.
    func finish(
        _ connection: ConnectionHandler,
        _ ticket: Ticket,
        _ outcome: Result<JSON, ProtocolError>
    ) {
        let connection = NIOLoopBound(connection, eventLoop: loop)
        loop.execute {
            connection.value.finish(ticket, outcome)
            connection.value.flush()
        }
    }

    private func ask(_ method: any ReadMethod, _ ticket: Ticket, _ connection: ConnectionHandler) {
        let claim = claim(ticket, connection)
        let connection = NIOLoopBound(connection, eventLoop: loop)
        parts.readers.ask(
            facts,
            isLong: method.isLong,
            claim: claim,
            { desk in try method.answer(from: desk) },
            completion: { [loop] outcome in
                loop.execute {
                    connection.value.claims[ticket] = nil
                    connection.value.finish(ticket, outcome)
                    connection.value.flush()
                }
            }
        )
    }

    private func look(_ method: any LookMethod, _ ticket: Ticket, _ connection: ConnectionHandler) {
        let connection = NIOLoopBound(connection, eventLoop: loop)
        Task { @MainActor [facts, loop, view = parts.view] in
            let outcome = method.answer(from: view, facts)
            loop.execute {
                connection.value.finish(ticket, outcome)
                connection.value.flush()
            }
        }
    }

    /// A connection's claim to the answer of a reader.
    func claim(_ ticket: Ticket, _ connection: ConnectionHandler) -> Claim {
        let claim = Claim()
        connection.claims[ticket] = claim
        return claim
    }

    // MARK: Commits

    /// Takes over what the writer did: answers who asked, then tells who listens.
    func committed(_ report: WriterReport) {
        // First what is known, then the answers: with an answer the next request may start.
        log.append(report.commits, upTo: report.head)
        head = max(head, report.head)
        var touched: [Int: ConnectionHandler] = [:]
        for (address, outcome) in report.answers {
            guard let connection = connections[address.connection] else { continue }
            connection.finish(address.ticket, outcome)
            touched[address.connection] = connection
        }
        for connection in touched.values { connection.flush() }
        for number in observing {
            if let connection = connections[number] { advance(connection) }
        }
    }

    func canSend(_ connection: ConnectionHandler) {
        if !connection.subscriptions.isEmpty { advance(connection) }
    }
}

// MARK: - Subscriptions

extension ServiceHub {
    /// Registers a subscription and lets it go on from where it stands.
    func add(_ subscription: Subscription, to connection: ConnectionHandler) {
        connection.subscriptions[subscription.id] = subscription
        observing.insert(connection.number)
        parts.observers.add(1)
    }

    private func unsubscribe(_ id: RequestID, _ ticket: Ticket, _ connection: ConnectionHandler) {
        guard connection.subscriptions.removeValue(forKey: id) != nil else {
            let error = ProtocolError(.subscriptionNotFound, "there is no subscription \(id.json)")
            finish(connection, ticket, .failure(error))
            return
        }
        parts.observers.add(-1)
        if connection.subscriptions.isEmpty { observing.remove(connection.number) }
        finish(connection, ticket, .success(Empty().json))
        answerFlushes(of: connection)
    }

    /// Answers the flushes of a connection whose subscriptions have been told all they were to be.
    func answerFlushes(of connection: ConnectionHandler) {
        guard !connection.flushes.isEmpty else { return }
        let slowest = connection.subscriptions.values.map { $0.toldUpTo ?? -1 }.min() ?? .max
        let done = connection.flushes.filter { $0.position <= slowest }
        connection.flushes.removeAll { $0.position <= slowest }
        for flush in done {
            finish(
                connection,
                flush.ticket,
                .success(Flush.Reply(cursor: cursor(flush.position)).json)
            )
        }
    }
}
