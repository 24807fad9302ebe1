// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decides when the log of the store is written to its main file: once nothing was committed for a
/// while.
///
/// The log is short by then, because SQLite writes it to the file at intervals of its length.
struct CheckpointSchedule {
    /// The time without a commit after which the log is written.
    static let quiet = Duration.seconds(1)
    /// The longest time between two attempts.
    static let maximumDelay = Duration.seconds(64)

    /// An instruction to the owner.
    enum Action: Equatable {
        case wait
        /// Call `elapsed()` after a delay.
        case schedule(after: Duration)
        /// Write the log, and report the outcome to `finished(isComplete:)`.
        case checkpoint
    }

    private enum State {
        /// The main file contains every commit.
        case clean
        /// A delay runs; `hasCommitted` if there was a commit since it began.
        case waiting(hasCommitted: Bool)
        case writing(hasCommitted: Bool)
    }

    private var state = State.clean
    /// The number of attempts in a row that left a part in the log.
    private var incompleteCount = 0

    /// Handles a commit.
    mutating func committed() -> Action {
        switch state {
        case .clean:
            state = .waiting(hasCommitted: false)
            return .schedule(after: Self.quiet)
        case .waiting: state = .waiting(hasCommitted: true)
        case .writing: state = .writing(hasCommitted: true)
        }
        return .wait
    }

    /// Handles the end of a delay.
    mutating func elapsed() -> Action {
        guard case .waiting(let hasCommitted) = state else { return .wait }
        guard !hasCommitted else {
            state = .waiting(hasCommitted: false)
            return .schedule(after: Self.quiet)
        }
        state = .writing(hasCommitted: false)
        return .checkpoint
    }

    /// Handles the end of an attempt, which left a part in the log if it is not complete: a reader
    /// still uses an earlier state, or the file cannot be written.
    mutating func finished(isComplete: Bool) -> Action {
        guard case .writing(let hasCommitted) = state else { return .wait }
        incompleteCount = isComplete ? 0 : min(incompleteCount + 1, 6)
        guard !isComplete || hasCommitted else {
            state = .clean
            return .wait
        }
        state = .waiting(hasCommitted: false)
        return .schedule(after: min(Self.quiet * (1 << incompleteCount), Self.maximumDelay))
    }
}
