// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalProtocol
internal import JournalSystem
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Lets connections in, watches for idle times, and shows systemd that the daemon is alive.
final class Entrance: Sendable {
    /// How long connections may take to end when the daemon does.
    static let farewell = TimeAmount.seconds(5)

    /// How many connections may wait to be let in.
    private static let backlog: Int32 = 1024
    /// How often the daemon looks whether its files are where they were.
    private static let watchInterval = TimeAmount.seconds(2)

    let loop: any EventLoop
    private let idleExit: Duration?
    private let stop: StopSignal
    private let idleTimer = Mutex<Scheduled<Void>?>(nil)

    init(loop: any EventLoop, idleExit: Duration?, stop: StopSignal) {
        self.loop = loop
        self.idleExit = idleExit
        self.stop = stop
    }

    /// Makes the hub, on its loop.
    func makeHub(_ parts: ServiceHub.Parts) async throws -> NIOLoopBound<ServiceHub> {
        try await loop.submit { [loop] in ServiceHub(parts, loop: loop).bound }.get()
    }

    /// Accepts connections from now on.
    func open(_ descriptor: Int32, _ hub: NIOLoopBound<ServiceHub>) async throws -> any Channel {
        let channel = try await ServerBootstrap(group: loop)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .writeBufferWaterMark,
                // What a peer that reads nothing costs, times the number of connections.
                value: .init(low: 32 << 10, high: 128 << 10)
            )
            .childChannelInitializer { child in
                PeerCredentials.read(from: child).flatMapThrowing { peer in
                    let connection = hub.value.makeConnection()
                    connection.isStranger = !peer.isCurrentUser
                    try child.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withBoundSocket(descriptor)
            .get()
        // Binding it has also made it listen again, with a shorter queue.
        listen(descriptor, Self.backlog)
        idle(true)
        return channel
    }

    /// Lets nobody in any more, and waits until those inside have got their answers and gone.
    func close(_ channel: any Channel, _ hub: NIOLoopBound<ServiceHub>) async throws {
        try await channel.close().get()
        let gone = loop.makePromise(of: Void.self)
        loop.execute { hub.value.stop(gone) }
        let giveUp = loop.scheduleTask(in: Self.farewell) { hub.value.dropAll() }
        try await gone.futureResult.get()
        giveUp.cancel()
    }

    /// Begins or ends an idle time.
    func idle(_ isIdle: Bool) {
        guard let idleExit else { return }
        let timer =
            isIdle
            ? loop.scheduleTask(in: TimeAmount(idleExit)) { [stop] in
                stop.fire("nobody was connected for \(idleExit)")
            } : nil
        let previous = idleTimer.withLock { current in
            defer { current = timer }
            return current
        }
        previous?.cancel()
    }

    /// Empties the trash of what is older than a time, now and every few minutes.
    func emptyTrash(_ mailbox: WriterMailbox, after retention: Duration?) {
        guard let retention else { return }
        let seconds = TimeInterval(retention.components.seconds)
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: .minutes(5)) { _ in
            _ = mailbox.post(.chore(EmptyTrash(limit: Date(timeIntervalSinceNow: -seconds))))
        }
    }

    /// Ends the daemon when a file that it lives by is removed or replaced.
    ///
    /// Without its socket nobody finds it, and as long as it runs nobody can start another.
    func watch(_ files: [String]) {
        let known = files.compactMap { path in FileIdentity(path: path).map { (path, $0) } }
        loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) {
            [stop] task in
            for (path, identity) in known where FileIdentity(path: path) != identity {
                stop.fire("\(path) is gone")
                task.cancel()
            }
        }
    }

    /// Tells systemd regularly that the daemon is alive, as long as the loop and the writer are.
    func beat(_ mailbox: WriterMailbox) {
        guard let interval = SystemdLink.watchdogMicroseconds else { return }
        let half = TimeAmount.microseconds(Int64(interval / 2))
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: half) { _ in
            _ = mailbox.post(.pulse { SystemdLink.alive() })
        }
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
