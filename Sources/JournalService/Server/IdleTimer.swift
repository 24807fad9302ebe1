// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore
internal import Synchronization

/// Shuts the daemon down after some time without a connection.
final class IdleTimer: Sendable {
    private let loop: any EventLoop
    /// The time without a connection; nil for no limit.
    private let limit: Duration?
    private let shutdown: ShutdownTrigger
    private let timer = Mutex<Scheduled<Void>?>(nil)

    init(loop: any EventLoop, limit: Duration?, shutdown: ShutdownTrigger) {
        self.loop = loop
        self.limit = limit
        self.shutdown = shutdown
    }

    /// Starts the timer when the last connection is closed and stops it when one is opened.
    func setIdle(_ isIdle: Bool) {
        guard let limit else { return }
        let next =
            isIdle
            ? loop.scheduleTask(in: TimeAmount(limit)) { [shutdown] in
                shutdown.fire("idle for \(limit)")
            } : nil
        let previous = timer.withLock { current in
            defer { current = next }
            return current
        }
        previous?.cancel()
    }
}
