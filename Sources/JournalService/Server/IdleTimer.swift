// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore
internal import Synchronization

/// Shuts the daemon down after some time without a connection, unless it is needed without one.
final class IdleTimer: Sendable {
    private let loop: any EventLoop
    /// The time without a connection; nil for no limit.
    private let limit: Duration?
    private let shutdown: ShutdownTrigger
    /// Whether the daemon has other work, such as synchronization.
    private let isNeeded: @Sendable () -> Bool
    private let timer = Mutex<Scheduled<Void>?>(nil)

    init(
        loop: any EventLoop,
        limit: Duration?,
        shutdown: ShutdownTrigger,
        isNeeded: @escaping @Sendable () -> Bool
    ) {
        self.loop = loop
        self.limit = limit
        self.shutdown = shutdown
        self.isNeeded = isNeeded
    }

    /// Starts the timer when the last connection is closed and stops it when one is opened.
    func setIdle(_ isIdle: Bool) {
        guard let limit else { return }
        let next =
            isIdle
            ? loop.scheduleTask(in: TimeAmount(limit)) { [self] in
                if isNeeded() {
                    setIdle(true)
                } else {
                    shutdown.fire("idle for \(limit)")
                }
            } : nil
        let previous = timer.withLock { current in
            defer { current = next }
            return current
        }
        previous?.cancel()
    }
}
