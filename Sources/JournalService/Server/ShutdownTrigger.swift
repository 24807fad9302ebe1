// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// Requests the shutdown of the daemon; only the first reason is kept.
final class ShutdownTrigger: Sendable {
    private struct State {
        var reason: String?
        var waiter: CheckedContinuation<String, Never>?
    }

    private let state = Mutex(State())

    /// Requests the shutdown.
    func fire(_ reason: String) {
        let waiter = state.withLock { state -> CheckedContinuation<String, Never>? in
            guard state.reason == nil else { return nil }
            state.reason = reason
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: reason)
    }

    /// Waits for the shutdown and returns its reason; only one caller may wait.
    func reason() async -> String {
        await withCheckedContinuation { continuation in
            let reason = state.withLock { state in
                if state.reason == nil { state.waiter = continuation }
                return state.reason
            }
            if let reason { continuation.resume(returning: reason) }
        }
    }
}
