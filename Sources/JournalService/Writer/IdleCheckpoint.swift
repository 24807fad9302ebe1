// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Logging
internal import NIOCore
internal import SwiftData

/// Writes the log of the store to its main file while nothing is written, so that a copy of the
/// file is a copy of the journal.
///
/// Runs on the event loop; the writer's thread writes.
final class IdleCheckpoint {
    private let container: ModelContainer
    private let mailbox: WriterMailbox
    private let logger: Logger
    private let loop: any EventLoop
    private var schedule = CheckpointSchedule()

    init(
        _ container: ModelContainer,
        mailbox: WriterMailbox,
        logger: Logger,
        loop: any EventLoop
    ) {
        self.container = container
        self.mailbox = mailbox
        self.logger = logger
        self.loop = loop
    }

    /// Handles a commit, or the start of the daemon, which may find a log.
    func committed() { perform(schedule.committed()) }

    private func perform(_ action: CheckpointSchedule.Action) {
        let bound = NIOLoopBound(self, eventLoop: loop)
        switch action {
        case .wait: break
        case .schedule(let delay):
            loop.scheduleTask(in: TimeAmount(delay)) {
                bound.value.perform(bound.value.schedule.elapsed())
            }
        case .checkpoint:
            let job = WriterJob.call { [container, logger, loop] in
                let isComplete = Self.checkpoint(container, logger: logger)
                loop.execute {
                    bound.value.perform(bound.value.schedule.finished(isComplete: isComplete))
                }
            }
            _ = mailbox.post(job)
        }
    }

    private static func checkpoint(_ container: ModelContainer, logger: Logger) -> Bool {
        do {
            return try container.checkpoint()
        } catch {
            // The commits are safe in the log; the next attempt is later.
            logger.warning("cannot write the log to the store", metadata: ["error": "\(error)"])
            return false
        }
    }
}

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
