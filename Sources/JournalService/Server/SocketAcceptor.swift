// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem
internal import Logging
internal import NIOCore
internal import NIOPosix

/// Accepts connections at a listening socket.
struct SocketAcceptor {
    /// The time that connections have to finish at a shutdown.
    static let shutdownTimeout = TimeAmount.seconds(5)

    /// The maximum number of connections that wait to be accepted.
    private static let backlog: Int32 = 1024

    /// Nothing is produced for a peer that has not accepted what was produced before: for one that
    /// does not read, that is at most one notification or reply.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1, high: 1)

    let loop: any EventLoop
    let router: NIOLoopBound<RequestRouter>
    let logger: Logger

    /// Starts accepting connections.
    func open(_ descriptor: Int32) async throws -> any Channel {
        let channel = try await ServerBootstrap(group: loop)
            .serverChannelInitializer { [logger] server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(AcceptBackoff(logger: logger))
                }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: Self.waterMark)
            .childChannelInitializer { [router] child in
                PeerCredentials.read(from: child).flatMapThrowing { peer in
                    let connection = router.value.makeConnection(peer)
                    try child.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withBoundSocket(descriptor)
            .get()
        // The bootstrap called listen(2) with a shorter backlog.
        listen(descriptor, Self.backlog)
        return channel
    }

    /// Continues a connection of the previous daemon.
    func adopt(
        _ socket: Int32,
        state: HandoverState.Connection,
        filters: [RequestID: SubscriptionFilter]
    ) async throws {
        _ = try await ClientBootstrap(group: loop)
            .channelOption(.autoRead, value: false)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.writeBufferWaterMark, value: Self.waterMark)
            .channelInitializer { [router] child in
                PeerCredentials.read(from: child).flatMapThrowing { peer in
                    let connection = router.value.makeConnection(
                        peer,
                        resuming: state,
                        filters: filters
                    )
                    try child.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withConnectedSocket(socket)
            .get()
    }

    /// Stops accepting connections, hands open ones over if possible, and waits for the others to
    /// finish.
    func close(_ channel: any Channel, to handover: Handover?) async throws {
        try await channel.close().get()
        if let handover { try await handOver(handover) }
        let closed = loop.makePromise(of: Void.self)
        loop.execute { [router] in router.value.stop(closed) }
        let timeout = loop.scheduleTask(in: Self.shutdownTimeout) { [router] in
            router.value.dropAll()
        }
        try await closed.futureResult.get()
        timeout.cancel()
    }

    private func handOver(_ handover: Handover) async throws {
        let suspended = loop.makePromise(of: Void.self)
        loop.execute { [router] in router.value.suspend(suspended) }
        let timeout = loop.scheduleTask(in: Self.shutdownTimeout) { suspended.succeed() }
        try await suspended.futureResult.get()
        timeout.cancel()
        let (departing, epoch, lastNumber) = try await loop.submit { [router] in
            let departing = router.value.depart(
                // The state and the key need a descriptor each.
                atMost: handover.store.capacity - (handover.key == nil ? 1 : 2),
                byteCount: StateFile.limit - 1024
            )
            return (departing, router.value.cursor.epoch, router.value.lastConnectionNumber)
        }.get()
        handover.keep(departing, epoch: epoch, lastNumber: lastNumber)
    }
}

extension PeerCredentials {
    /// Reads the credentials of a channel's peer.
    static func read(from channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: socketOption)
        )
    }
}
