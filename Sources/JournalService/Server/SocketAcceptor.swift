// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
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
            .childChannelOption(
                .writeBufferWaterMark,
                // Bounds the memory for each peer that does not read.
                value: .init(low: 32 << 10, high: 128 << 10)
            )
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

    /// Stops accepting connections and waits for open ones to finish.
    func close(_ channel: any Channel) async throws {
        try await channel.close().get()
        let closed = loop.makePromise(of: Void.self)
        loop.execute { [router] in router.value.stop(closed) }
        let timeout = loop.scheduleTask(in: Self.shutdownTimeout) { [router] in
            router.value.dropAll()
        }
        try await closed.futureResult.get()
        timeout.cancel()
    }
}
