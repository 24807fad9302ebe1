// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Logging
internal import SwiftData

/// One transaction of the writer.
struct WriteBatch {
    /// The number of a commit differs from the revision of its models, which only a defect can
    /// cause.
    private struct RevisionMismatch: Error {
        let expected: Int64
        let actual: Int64?
    }

    /// A command changed models but saved nothing, such as a batch that creates and deletes a
    /// notebook.
    private struct NothingSaved: Error {}

    let context: WriteContext
    let isObserved: Bool
    let logger: Logger
    let storeGuard: StoreGuard
    /// The long write between its steps, and the jobs that wait for it.
    private(set) var backlog: WriterBacklog
    private var report = WriterReport()

    init(
        context: WriteContext,
        isObserved: Bool,
        logger: Logger,
        storeGuard: StoreGuard = StoreGuard(),
        backlog: WriterBacklog = WriterBacklog()
    ) {
        self.context = context
        self.isObserved = isObserved
        self.logger = logger
        self.storeGuard = storeGuard
        self.backlog = backlog
    }

    /// Executes jobs and commits them.
    ///
    /// Jobs that have to wait are kept in the backlog.
    mutating func commit(_ jobs: [WriterJob]) -> WriterReport {
        for case .call(let function) in jobs { function() }
        var cancelled: [(ReplyToken, Result<JSON, ProtocolError>)] = []
        for case .cancellation(let token) in jobs {
            if let error = backlog.cancel(token) { cancelled.append((token, .failure(error))) }
        }
        // Without anything else to do, no transaction is begun.
        if !jobs.allSatisfy(\.isCancellation) { run(jobs) }
        report.replies += cancelled
        report.head = context.head
        return report
    }

    private mutating func run(_ jobs: [WriterJob]) {
        if let refusal = storeGuard.refusal { return refuse(jobs, with: refusal) }
        let before = backlog
        do {
            try storeGuard.checkFiles()
            do {
                try execute(jobs, hasSavepoints: false)
            } catch is PartialCommandError {
                // Rare: most commands that fail do so before they write.
                context.rolledBack()
                backlog = before
                report = WriterReport()
                try execute(jobs, hasSavepoints: true)
            }
            context.committed()
        } catch {
            context.rolledBack()
            backlog = before
            if storeGuard.note(error) {
                logger.critical("the store is damaged", metadata: ["error": "\(error)"])
            }
            fail(jobs, with: replacement(for: error))
        }
    }

    /// Executes jobs in a transaction.
    ///
    /// - Throws: `PartialCommandError` if they have to be executed again, with savepoints.
    private mutating func execute(_ jobs: [WriterJob], hasSavepoints: Bool) throws {
        try context.models.commitGroup(hasSavepoints: hasSavepoints) { group in
            for job in jobs { try execute(job, in: group) }
        }
    }

    private mutating func execute(_ job: WriterJob, in group: CommitGroup) throws {
        context.heartbeat?.reportProgress()
        guard !backlog.mustWait(job) else {
            backlog.hold(job)
            return
        }
        switch job {
        // The writer executes erasures and synchronization outside of transactions.
        case .call, .cancellation, .erasure, .synchronization: break
        case .backgroundTask(let task):
            // Skipped during another long write: it is repeated at the next interval.
            guard !task.isLong || backlog.unfinished == nil else { break }
            switch try outcome(of: task, origin: nil, in: group) {
            case .success(.unfinished(let next)): backlog.suspend(next)
            case .success(.committed(let erasure, let reply)):
                backlog.suspend(erasure, reply: reply, token: nil)
            case .success(.finished): break
            case .failure(let error):
                logger.warning("a background task failed", metadata: ["error": "\(error)"])
            }
        case .command(let step, let token):
            switch try outcome(of: step, origin: token.connection, in: group) {
            case .success(.finished(let reply)): report.replies.append((token, .success(reply)))
            case .success(.unfinished(let next)): backlog.suspend(next, reply: token)
            case .success(.committed(let erasure, let reply)):
                backlog.suspend(erasure, reply: reply, token: token)
            case .failure(let error): report.replies.append((token, .failure(error)))
            }
        }
    }

    /// Executes a step and returns its outcome.
    ///
    /// - Throws: The error of the store if the store itself failed. That concerns the whole
    ///   transaction: SQLite may have rolled it back already, so nothing more may be written in it.
    ///   `PartialCommandError` concerns it, too.
    private mutating func outcome(
        of step: any WriteStep,
        origin: Int?,
        in group: CommitGroup
    ) throws -> Result<WriteProgress, ProtocolError> {
        do {
            return .success(try apply(step, origin: origin, in: group))
        } catch let error as StoreError where error.concernsStore {
            throw error
        } catch let error as RevisionMismatch {
            throw error
        } catch let error as PartialCommandError {
            throw error
        } catch {
            let reply = ProtocolError(describing: error)
            if reply.kind == .internal {
                logger.error("a write failed", metadata: ["error": "\(error)"])
            }
            return .failure(reply)
        }
    }

    private mutating func apply(
        _ step: any WriteStep,
        origin: Int?,
        in group: CommitGroup
    ) throws -> WriteProgress {
        var mode = WriteContext.Mode.optimistic
        while true {
            do {
                return try apply(step, origin: origin, mode: mode, in: group)
            } catch let error as StoreError where error.code == .notUnique && mode == .optimistic {
                mode = .careful
            } catch is NothingSaved {
                mode = .unchanging
            }
        }
    }

    private mutating func apply(
        _ step: any WriteStep,
        origin: Int?,
        mode: WriteContext.Mode,
        in group: CommitGroup
    ) throws -> WriteProgress {
        context.begin(mode, isObserved: isObserved)
        let before = group.lastTransaction
        let progress: WriteProgress
        do {
            progress = try group.run { try step.run(in: context) }
        } catch {
            context.commandFailed()
            throw error
        }
        guard context.hasChanged, mode != .unchanging || group.lastTransaction != before else {
            return progress
        }
        guard group.lastTransaction != before else {
            context.commandFailed()
            throw NothingSaved()
        }
        guard group.lastTransaction == context.revision else {
            throw RevisionMismatch(expected: context.revision, actual: group.lastTransaction)
        }
        context.commandSucceeded()
        if isObserved {
            report.commits.append(
                Commit(revision: context.revision, changes: context.changes, origin: origin)
            )
        }
        return progress
    }

    /// Returns the error of the guard if the store was removed or replaced during the transaction.
    private func replacement(for error: any Error) -> any Error {
        guard let error = error as? StoreError, error.code == .replaced else { return error }
        do throws(ProtocolError) {
            try storeGuard.checkFiles()
            return error
        } catch {
            return error
        }
    }

    /// Replies to all jobs of a failed transaction.
    ///
    /// No reply was sent before.
    private mutating func fail(_ jobs: [WriterJob], with error: any Error) {
        logger.error("a commit failed", metadata: ["error": "\(error)"])
        refuse(jobs, with: ProtocolError(describing: error))
    }

    /// Answers all commands with an error, or with their own one.
    private mutating func refuse(_ jobs: [WriterJob], with reply: ProtocolError) {
        let known = Dictionary(report.replies) { first, _ in first }
        report.commits = []
        report.replies = jobs.compactMap { job in
            guard case .command(_, let token) = job else { return nil }
            if case .failure(let own)? = known[token] { return (token, .failure(own)) }
            return (token, .failure(reply))
        }
    }
}

extension StoreError {
    /// Whether the store failed, rather than a single command.
    fileprivate var concernsStore: Bool {
        switch code {
        case .full, .readOnly, .locked, .damaged, .inputOutput, .failed, .notAStore, .replaced,
            .interrupted:
            true
        default: false
        }
    }
}
