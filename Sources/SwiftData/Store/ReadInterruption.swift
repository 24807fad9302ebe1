// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Cancels the reads of a context from any thread.
///
/// Once an interruption is requested, the current read of the context and all later ones throw
/// `StoreError` with the code `.interrupted`.
package final class ReadInterruption: Sendable {
    private let requested = Atomic<Bool>(false)
    private let polled: (@Sendable () -> Void)?

    /// Creates an interruption that has not been requested.
    ///
    /// - Parameter polled: Called repeatedly by the threads that read.
    package init(polled: (@Sendable () -> Void)? = nil) { self.polled = polled }

    /// Whether the interruption was requested; once true, it remains true.
    package var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Returns whether the interruption was requested, for the thread that reads.
    func poll() -> Bool {
        polled?()
        return isRequested
    }

    /// Causes pending reads to abort at their earliest opportunity.
    package func request() { requested.store(true, ordering: .relaxed) }
}
