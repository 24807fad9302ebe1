// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Synchronization

/// A lock for a few instructions that hardly ever wait for another thread.
///
/// Without a waiting thread, it needs one atomic operation; `Mutex` needs two. It must not be held
/// while code of models is called, or a model is released.
struct SpinLock: ~Copyable, Sendable {
    private let isHeld = Atomic(false)

    /// Returns the result of `body`, which no other call executes at the same time.
    func withLock<Result>(_ body: () -> Result) -> Result {
        // The holder may be suspended, so that its processor is needed.
        while isHeld.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isHeld.store(false, ordering: .releasing) }
        return body()
    }
}
