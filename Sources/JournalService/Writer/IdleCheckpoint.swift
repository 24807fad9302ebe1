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
