// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The time within which systemd expects the daemon to be ready.
///
/// It is extended while the store is migrated, so that the size of a store does not matter, and a
/// migration that hangs is ended.
final class StartTimeout: Sendable {
    /// The time to which each report of progress extends the timeout.
    static let patience = Duration.seconds(600)
    /// The minimum time between two messages to systemd.
    static let interval = Duration.seconds(1)

    private let extend: @Sendable (Duration) -> Void
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Creates a timeout that `extend` sets to a time from now.
    init(extend: @escaping @Sendable (Duration) -> Void = SystemdNotifier.extendTimeout) {
        self.extend = extend
    }

    /// Extends the timeout, unless it was extended just before.
    func reportProgress(at now: ContinuousClock.Instant = .now) {
        let isDue = last.withLock { last in
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { extend(Self.patience) }
    }
}
