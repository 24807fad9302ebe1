// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
internal import Logging
internal import NIOCore
internal import NIOPosix

/// Passes connections from one process of the daemon to the next through a descriptor store.
struct Handover {
    let store: any DescriptorStore
    /// The key of an unlocked store, which the next daemon gets too; nil for none.
    var key: JournalKey?
    /// The passage to the next service of this process; nil to another daemon.
    var passage: Passage?
    let logger: Logger

    /// Keeps connections for the next daemon, and closes their sockets in this process.
    func keep(_ departing: [DepartingConnection], epoch: String, lastNumber: Int) {
        defer { for connection in departing { close(connection.socket) } }
        passage?.note(lastNumber: lastNumber)
        if let key {
            do {
                try KeyHandover.keep(key, in: store)
            } catch {
                logger.error("cannot hand over the key", metadata: ["error": "\(error)"])
            }
        }
        guard !departing.isEmpty else { return }
        let state = HandoverState.encoded(
            connections: departing.map(\.state),
            epoch: epoch,
            lastNumber: lastNumber
        )
        do {
            let file = try StateFile.write(state)
            defer { close(file) }
            let sockets = departing.map { (DescriptorName.connection($0.number), $0.socket) }
            store.keep([(DescriptorName.state, file)] + sockets)
            logger.info(
                "handed over connections",
                metadata: ["count": "\(departing.count)", "bytes": "\(state.count)"]
            )
        } catch {
            logger.error("cannot hand over connections", metadata: ["error": "\(error)"])
        }
    }

    /// Continues the connections of the previous daemon, and closes those that cannot continue.
    ///
    /// - Parameters:
    ///   - router: The router that gets the connections.
    ///   - readers: The threads that read the filters of subscriptions; nil without a store, where
    ///     connections with subscriptions or live lists cannot continue.
    ///   - loop: The event loop.
    /// - Throws: An error if the event loop was shut down.
    func resume(
        _ router: NIOLoopBound<RequestRouter>,
        readers: ReaderPool?,
        on loop: any EventLoop
    ) async throws {
        var descriptors = store.take()
        defer { for descriptor in descriptors.values { close(descriptor) } }
        let files = descriptors.filter { DescriptorName.isState($0.key) }
        guard !files.isEmpty else { return }
        let cursor = try await loop.submit { router.value.cursor }.get()
        var count = 0
        for file in files.values {
            let state: HandoverState
            do {
                state = try Self.state(in: file, validAt: cursor)
            } catch {
                logger.warning(
                    "closing the connections of the former daemon",
                    metadata: ["reason": "\(error)"]
                )
                continue
            }
            try await loop.submit { router.value.continueNumbers(after: state.lastNumber) }.get()
            let acceptor = SocketAcceptor(loop: loop, router: router, logger: logger)
            for connection in state.connections {
                // The peer may have closed the connection.
                let name = DescriptorName.connection(connection.number)
                let isObserving = !connection.subscriptions.isEmpty || !connection.lists.isEmpty
                guard readers != nil || !isObserving,
                    let socket = descriptors.removeValue(forKey: name)
                else { continue }
                let filters = await readers?.filters(of: connection, at: cursor) ?? [:]
                if await adopt(socket, connection: connection, filters: filters, by: acceptor) {
                    count += 1
                }
            }
        }
        logger.info("took up connections", metadata: ["count": "\(count)"])
    }

    /// Continues a connection; returns whether it can be continued.
    @discardableResult
    private func adopt(
        _ socket: Int32,
        connection: HandoverState.Connection,
        filters: [RequestID: SubscriptionFilter],
        by acceptor: SocketAcceptor
    ) async -> Bool {
        do {
            try await acceptor.adopt(socket, state: connection, filters: filters)
            return true
        } catch {
            logger.notice("cannot continue a connection", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Continues the connections on which nothing was received, and keeps the others for the next
    /// service.
    ///
    /// They have neither a position nor an epoch. Their first request may be the one that a client
    /// makes while it reserves the store.
    func resumeUnused(
        _ router: NIOLoopBound<RequestRouter>,
        keepingOthersIn others: any DescriptorStore,
        on loop: any EventLoop
    ) async throws {
        var descriptors = store.take()
        defer { for descriptor in descriptors.values { close(descriptor) } }
        let acceptor = SocketAcceptor(loop: loop, router: router, logger: logger)
        let states = descriptors.filter { DescriptorName.isState($0.key) }.compactMap { _, file in
            try? HandoverState(json: JSON.parse(StateFile.read(file)))
        }
        let lastNumber = states.map(\.lastNumber).max() ?? 0
        try await loop.submit { router.value.continueNumbers(after: lastNumber) }.get()
        for connection in states.flatMap(\.connections) where connection.framing == nil {
            let name = DescriptorName.connection(connection.number)
            guard let socket = descriptors.removeValue(forKey: name) else { continue }
            await adopt(socket, connection: connection, filters: [:], by: acceptor)
        }
        others.keep(descriptors.map { ($0.key, $0.value) })
    }

    /// Returns the state in a file.
    ///
    /// - Throws: An error if it cannot be read, or is not one for a store at a position.
    private static func state(in file: Int32, validAt cursor: Cursor) throws -> HandoverState {
        let state = try HandoverState(json: JSON.parse(StateFile.read(file)))
        // Connections that arrived while the store was reserved belong to no epoch.
        guard state.epoch == cursor.epoch || state.epoch.isEmpty else {
            throw InvalidParams("the store was replaced")
        }
        let positions = state.connections.flatMap { connection in
            connection.subscriptions.map(\.position.settled) + connection.lists.map(\.position)
        }
        guard positions.allSatisfy({ $0 <= cursor.revision }) else {
            throw InvalidParams("the store is older than the positions")
        }
        return state
    }
}

extension HandoverState {
    /// Returns the JSON text of a state from encoded connections.
    static func encoded(connections: [[UInt8]], epoch: String, lastNumber: Int) -> [UInt8] {
        let state = HandoverState(epoch: epoch, lastNumber: lastNumber, connections: [])
        guard case .object(var object) = state.json else { return [] }
        object["connections"] = .array(connections.map(JSON.encoded))
        return JSON.object(object).serialized()
    }
}

extension ReaderPool {
    /// Returns the filters of the subscriptions of a connection, by id; a filter that cannot be
    /// read is omitted.
    fileprivate func filters(
        of connection: HandoverState.Connection,
        at cursor: Cursor
    ) async -> [RequestID: SubscriptionFilter] {
        guard !connection.subscriptions.isEmpty else { return [:] }
        return await withCheckedContinuation { continuation in
            read(at: cursor) { context in
                // A notebook that was renamed or deleted must not end the subscription.
                context.allowsUnknownNotebooks = true
                var filters: [RequestID: SubscriptionFilter] = [:]
                for saved in connection.subscriptions {
                    filters[saved.id] = try? SubscriptionFilter(
                        saved.request,
                        from: connection.number,
                        in: context
                    )
                }
                return filters
            } completion: { outcome in
                continuation.resume(returning: (try? outcome.get()) ?? [:])
            }
        }
    }
}
