// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import Logging
internal import SwiftData

/// What the writer did with everything it took at once.
struct WriterReport: Sendable {
    /// The answers; the writes among them are on disk.
    var answers: [(ReplyAddress, Result<JSON, ProtocolError>)] = []
    /// The number of the last commit that is on disk.
    var head: Int64 = 0
    /// What was committed, oldest first; empty when nobody observes.
    var commits: [Commit] = []
}

/// The only one who changes the store.
///
/// It takes everything that waits, applies it in one transaction with a savepoint for each command,
/// commits once and only then answers. One sync to disk serves all who waited for one.
@ModelActor
actor JournalWriter {
    /// Works until the mailbox is closed and empty.
    ///
    /// - Parameters:
    ///   - mailbox: Where commands come from.
    ///   - start: The epoch of the store and the number of its last commit.
    ///   - isObserved: Whether anybody wants to know what changes.
    ///   - logger: Where failures of the store are told.
    ///   - report: Called after each commit, outside of any lock.
    func run(
        _ mailbox: WriterMailbox,
        from start: Cursor,
        isObserved: @Sendable () -> Bool,
        logger: Logger,
        report: @Sendable (WriterReport) -> Void
    ) async {
        let desk = WriteDesk(
            modelContext,
            epoch: start.epoch,
            revision: start.revision,
            clock: { Date() }
        )
        // Whoever wants to know hears it from the broadcaster.
        modelContext.announcesSaves = false
        while let jobs = await mailbox.next() {
            var session = WriterSession(desk: desk, isObserved: isObserved(), logger: logger)
            report(session.commit(jobs))
        }
    }
}

/// One transaction of the writer.
struct WriterSession {
    let desk: WriteDesk
    let isObserved: Bool
    let logger: Logger
    private var answers: [(ReplyAddress, Result<JSON, ProtocolError>)] = []
    private var commits: [Commit] = []

    init(desk: WriteDesk, isObserved: Bool, logger: Logger) {
        self.desk = desk
        self.isObserved = isObserved
        self.logger = logger
    }

    /// Applies all jobs and commits them.
    mutating func commit(_ jobs: [WriterJob]) -> WriterReport {
        for case .pulse(let beat) in jobs { beat() }
        do {
            try desk.context.commitGroup { group in
                for job in jobs { try run(job, in: group) }
            }
            desk.committed()
        } catch {
            desk.rolledBack()
            fail(jobs, with: error)
        }
        return WriterReport(answers: answers, head: desk.head, commits: commits)
    }

    private mutating func run(_ job: WriterJob, in group: CommitGroup) throws {
        switch job {
        case .pulse: break
        case .chore(let method):
            if case .failure(let error) = try outcome(of: method, in: group) {
                logger.warning("a chore failed", metadata: ["error": "\(error)"])
            }
        case .command(let method, let address):
            answers.append((address, try outcome(of: method, in: group)))
        }
    }

    /// What became of one command.
    ///
    /// - Throws: When the store itself failed. That concerns the whole transaction: SQLite may already
    ///   have given it up, and nothing more must be written as if it still were there.
    private mutating func outcome(
        of task: any WriterTask,
        in group: CommitGroup
    ) throws -> Result<JSON, ProtocolError> {
        do {
            return .success(try applyOnceOrTwice(task, in: group))
        } catch let error as StoreError where error.concernsStore {
            throw error
        } catch {
            let told = ProtocolError(describing: error)
            if told.kind == .internal {
                logger.error("a write failed", metadata: ["error": "\(error)"])
            }
            return .failure(told)
        }
    }

    private mutating func applyOnceOrTwice(
        _ task: any WriterTask,
        in group: CommitGroup
    ) throws -> JSON {
        do {
            return try apply(task, isCareful: false, in: group)
        } catch let error as StoreError where error.code == .notUnique {
            return try apply(task, isCareful: true, in: group)
        }
    }

    private mutating func apply(
        _ task: any WriterTask,
        isCareful: Bool,
        in group: CommitGroup
    ) throws -> JSON {
        desk.begin(isCareful: isCareful, isObserved: isObserved)
        do {
            let reply = try group.run {
                let reply = try task.answer(at: desk)
                try desk.save()
                return reply
            }
            desk.commandSucceeded()
            if desk.hasChanged, isObserved {
                commits.append(Commit(revision: desk.revision, changes: desk.changes))
            }
            return reply
        } catch {
            desk.commandFailed()
            throw error
        }
    }

    /// No commit, no success: nobody was told anything yet, and all are told what happened.
    private mutating func fail(_ jobs: [WriterJob], with error: any Error) {
        logger.error("a commit failed", metadata: ["error": "\(error)"])
        let told = ProtocolError(describing: error)
        let known = Dictionary(answers) { first, _ in first }
        commits = []
        answers = jobs.compactMap { job in
            guard case .command(_, let address) = job else { return nil }
            if case .failure(let own)? = known[address] { return (address, .failure(own)) }
            return (address, .failure(told))
        }
    }
}

extension StoreError {
    /// Whether the store failed, rather than a command being wrong.
    fileprivate var concernsStore: Bool {
        switch code {
        case .full, .readOnly, .locked, .damaged, .inputOutput, .failed, .notAStore, .replaced,
            .interrupted:
            true
        default: false
        }
    }
}
