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
    }

    private struct State {
        var reason: Reason?
        var waiter: CheckedContinuation<Reason, Never>?
    }

    private let state = Mutex(State())

    /// Requests the shutdown.
    func fire(_ text: String, permitsHandover: Bool = false) {
        let reason = Reason(text: text, permitsHandover: permitsHandover)
        let waiter = state.withLock { state -> CheckedContinuation<Reason, Never>? in
            guard state.reason == nil else { return nil }
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
