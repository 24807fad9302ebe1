// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import Logging
internal import SwiftData

/// Executes all writes of the daemon on a dedicated thread.
///
/// Executes all waiting jobs in one transaction, commits once and only then replies, so that one
/// sync to disk serves all of them.
@ModelActor
actor JournalWriter {
    /// Executes jobs until the mailbox is closed and empty.
    ///
    /// - Parameters:
    ///   - mailbox: The source of the jobs.
    ///   - start: The epoch of the store and the number of its last commit.
    ///   - isObserved: Whether there are subscriptions, which need the details of commits.
    ///   - logger: Receives failures of the store.
    ///   - storeGuard: Checks that the store can be written.
    ///   - report: Called after each transaction.
    func run(
        _ mailbox: WriterMailbox,
        from start: Cursor,
        isObserved: @Sendable () -> Bool,
        logger: Logger,
        storeGuard: StoreGuard,
        report: @Sendable (WriterReport) -> Void
    ) {
        let context = WriteContext(
            modelContext,
            epoch: start.epoch,
            revision: start.revision,
            clock: { Date() }
        )
        let isWatched = SystemdNotifier.watchdogMicroseconds != nil
        // Changes are announced by the broadcaster.
        modelContext.postsSaveNotifications = false
        modelContext.defersIndexing = true
        var backlog = WriterBacklog()
        func commit(_ jobs: [WriterJob]) {
            guard !jobs.isEmpty else { return }
            context.heartbeat = isWatched ? Heartbeat() : nil
            var batch = WriteBatch(
                context: context,
                isObserved: isObserved(),
                logger: logger,
                storeGuard: storeGuard,
                backlog: backlog
            )
            report(batch.commit(jobs))
            backlog = batch.backlog
        }
        let synchronized = SyncedStore(modelContext)
        var lastProgress = ContinuousClock.now
        while let jobs = Self.nextJobs(mailbox, backlog: &backlog) {
            commit(jobs.filter { !$0.isSynchronization })
            for case .synchronization(let operation) in jobs {
                synchronize(synchronized, by: operation, in: context, guardedBy: storeGuard, report)
            }
            // A step of a long write is executed in a separate transaction, after the waiting jobs.
            switch backlog.takeUnfinished() {
            case .erasure(let erasure, let reply, let token):
                let outcome = reporting(erasure, of: token, at: context.head, report) {
                    erase(erasure, for: reply, storeGuard: storeGuard, logger: logger)
                }
                if case .success(let rest?) = outcome {
                    backlog.suspend(rest, reply: reply, token: token)
                } else if let token {
                    let reply = outcome.map { _ in reply(modelContainer) }
                    report(WriterReport(replies: [(token, reply)], head: context.head))
                }
            case let step?: commit([step])
            case nil: continue
            }
            let now = ContinuousClock.now
            guard backlog.unfinished != nil, now - lastProgress >= ReadProgress.interval else {
                continue
            }
            lastProgress = now
            report(WriterReport(progress: backlog.progress, head: context.head))
        }
    }

    /// Executes an operation of synchronization, and then passes its result on.
    private func synchronize(
        _ store: SyncedStore,
        by operation: SyncOperation,
        in context: WriteContext,
        guardedBy storeGuard: StoreGuard,
        _ report: (WriterReport) -> Void
    ) {
        let access = Result<SyncedStore, any Error> {
            if let refusal = storeGuard.refusal { throw refusal }
            try storeGuard.checkFiles()
            return store
        }
        let (completion, error) = operation.perform(on: access)
        if let error { storeGuard.note(error) }
        // What it committed before it failed remains.
        let head = (try? modelContainer.historyBounds().last) ?? context.head
        let hasCommitted = head != context.head
        context.otherCommitted(upTo: head)
        if hasCommitted { report(WriterReport(head: head, isSynchronization: true)) }
        completion()
    }

    /// Executes a body that may rewrite the file of the store, and reports that it progresses: to
    /// the peer, and to systemd.
    private func reporting<Value>(
        _ erasure: StoreErasure,
        of token: ReplyToken?,
        at head: Int64,
        _ report: @Sendable (WriterReport) -> Void,
        _ body: () -> Value
    ) -> Value {
        guard erasure.isCompacting else { return body() }
        return withoutActuallyEscaping(report) { report in
            let progress = ReadProgress { progress in
                if let token { report(WriterReport(progress: [(token, progress)], head: head)) }
                SystemdNotifier.sendHeartbeat()
            }
            progress.set(erasure.progress)
            return MigrationProgress.$current.withValue(
                MigrationProgress { progress.workContinues() },
                operation: body
            )
        }
    }

    /// Overwrites deleted content for a short time; returns the rest of the erasure, or nil once it
    /// is complete.
    private func erase(
        _ erasure: StoreErasure,
        for reply: ErasureReply,
        storeGuard: StoreGuard,
        logger: Logger
    ) -> Result<StoreErasure?, ProtocolError> {
        if let refusal = storeGuard.refusal { return .failure(refusal) }
        var erasure = erasure
        do {
            try storeGuard.checkFiles()
            guard try erasure.advance(in: modelContainer) else { return .success(erasure) }
            ErasureMark(of: modelContainer).remove()
            return .success(nil)
        } catch {
            storeGuard.note(error)
            logger.error("an erasure failed", metadata: ["error": "\(error)"])
            // Nothing was deleted by the request.
            guard !erasure.isCompacting else { return .failure(ProtocolError(describing: error)) }
            // Not an error that suggests to repeat the request, which would find no entries.
            return .failure(
                ProtocolError(
                    .storeFailed,
                    ((reply(modelContainer)["purged"]?.integerValue ?? 0) > 0
                        ? "the entries were deleted, but " : "")
                        + "the content of deleted entries may remain in the files of the store "
                        + "(\(ProtocolError(describing: error).message)); to overwrite it, "
                        + "empty the trash"
                )
            )
        }
    }

    /// Returns the jobs that wait; nil once the mailbox is closed and empty.
    ///
    /// The result may be empty while a long write is in progress. The long write is not continued
    /// after the mailbox is closed: no connection waits for it, and repeating it completes it.
    private static func nextJobs(
        _ mailbox: WriterMailbox,
        backlog: inout WriterBacklog
    ) -> [WriterJob]? {
        let released = backlog.takeReleased()
        guard released.isEmpty else { return released }
        switch backlog.unfinished {
        case nil: return mailbox.next()
        case .erasure(let erasure, _, _)? where erasure.isBlocked:
            return mailbox.next(within: 0.02)
        case _?: return mailbox.poll()
        }
    }
}
