// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The sign of life that systemd expects from the daemon during a write that takes long.
///
/// Otherwise the writer sends it between two transactions. A write that hangs makes no progress, so
/// systemd still ends the daemon.
final class Heartbeat: Sendable {
    /// The minimum time between two messages to systemd.
    static let interval = Duration.seconds(1)

    private let interval: Duration
    private let send: @Sendable () -> Void
    private let last: Mutex<ContinuousClock.Instant>

    /// Creates a heartbeat; its first message is due an interval after `start`.
    init(
        start: ContinuousClock.Instant = .now,
        interval: Duration = Heartbeat.interval,
        send: @escaping @Sendable () -> Void = SystemdNotifier.sendHeartbeat
    ) {
        self.interval = interval
        self.send = send
        last = Mutex(start)
    }

    /// Sends a message, unless one was sent just before.
    func reportProgress(at now: ContinuousClock.Instant = .now) {
        let isDue = last.withLock { last in
            guard now - last >= interval else { return false }
            last = now
            return true
        }
        if isDue { send() }
    }
}
