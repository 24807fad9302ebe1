// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Synchronization

/// The progress of a read, which is reported a few times in a second.
///
/// A method sets what it has done. Every statement of SQLite calls `workContinues()` while it
/// runs, so that a single long one is reported too.
final class ReadProgress: Sendable {
    /// The time between two reports.
    static let interval = Duration.milliseconds(200)

    private struct State {
        var progress = WorkProgress(.read)
        var last = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let report: @Sendable (WorkProgress) -> Void

    /// Creates the progress of a read that begins.
    ///
    /// - Parameter report: Called on the thread of the read.
    init(report: @escaping @Sendable (WorkProgress) -> Void) { self.report = report }

    /// Sets what is done.
    func set(_ progress: WorkProgress) {
        state.withLock { $0.progress = progress }
        workContinues()
    }

    /// Reports the progress if the last report is long enough ago.
    func workContinues() {
        let now = ContinuousClock.now
        let due = state.withLock { state -> WorkProgress? in
            guard now - state.last >= Self.interval else { return nil }
            state.last = now
            return state.progress
        }
        if let due { report(due) }
    }
}
