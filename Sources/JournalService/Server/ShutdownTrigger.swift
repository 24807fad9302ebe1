// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// Requests the shutdown of the daemon; only the first reason is kept.
final class ShutdownTrigger: Sendable {
    /// The reason of a shutdown.
    struct Reason: Sendable {
        var text: String
        /// Whether another daemon may follow at once, as after a signal of systemd.
        var permitsHandover = false
        /// Whether this process looks at the store again and continues with it.
        var continues = false
    }

    private struct State {
        var reason: Reason?
        var waiter: CheckedContinuation<Reason, Never>?
    }

    private let state = Mutex(State())

    /// Requests the shutdown.
    func fire(_ text: String, permitsHandover: Bool = false) {
        fire(Reason(text: text, permitsHandover: permitsHandover))
    }

    /// Ends the service of the store in its present state, after which this process looks at the
    /// store again and serves it.
    func fireContinuing(_ text: String) {
        fire(Reason(text: text, permitsHandover: true, continues: true))
    }

    /// Waits for the next reason if the last one permits this process to continue; returns whether
    /// it does.
    func rearm() -> Bool {
        state.withLock { state in
            guard state.reason?.continues == true else { return false }
            state.reason = nil
            return true
        }
    }

    /// Whether another daemon may follow at once.
    var permitsHandover: Bool { state.withLock { $0.reason?.permitsHandover == true } }

    private func fire(_ reason: Reason) {
        let waiter = state.withLock { state -> CheckedContinuation<Reason, Never>? in
            // A signal ends the process also while it continues.
            guard state.reason == nil || state.reason?.continues == true else { return nil }
            state.reason = reason
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: reason)
    }

    /// Waits for the shutdown and returns its reason; only one caller may wait.
    func reason() async -> Reason {
        await withCheckedContinuation { continuation in
            let reason = state.withLock { state in
                if state.reason == nil { state.waiter = continuation }
                return state.reason
            }
            if let reason { continuation.resume(returning: reason) }
        }
    }
}
