// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import JournalSystem
internal import Logging
internal import NIOCore
internal import SwiftData

/// Repeats the tasks that no client requests: emptying the trash, completing erasures, watching
/// files, returning memory, and the heartbeat for systemd.
struct Housekeeping {
    /// The interval at which the daemon checks that its files are in place.
    private static let watchInterval = TimeAmount.seconds(2)
    /// The interval at which the daemon looks whether another program still changes the store.
    private static let reservationInterval = TimeAmount.milliseconds(20)
    /// The interval at which the trash is emptied.
    private static let trashInterval = TimeAmount.minutes(5)

    /// The interval at which freed memory is returned to the system.
    private static let memoryInterval = TimeAmount.seconds(10)

    /// The time after which an upload without a new part is removed.
    private static let uploadPatience: TimeInterval = 3600

    let loop: any EventLoop
    let mailbox: WriterMailbox

    /// Deletes entries that have been in the trash for the retention time, now and at every
    /// interval, unless the clock is wrong.
    func emptyTrash(after retention: Duration?, by clock: @escaping @Sendable () -> LocalClock) {
        guard let retention else { return }
        let seconds = TimeInterval(retention.components.seconds)
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.trashInterval) {
            [mailbox] _ in
            let clock = clock()
            guard clock.permitsExpiry else { return }
            let limit = Date(timeIntervalSinceNow: -seconds)
            let deletion = EntryDeletion(expiredAt: limit, isSynchronized: clock != .alone)
            _ = mailbox.post(.backgroundTask(deletion))
        }
    }

    /// Removes uploads that were given up, now and at every interval.
    func removeAbandonedUploads() {
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.trashInterval) {
            [mailbox] _ in
            let limit = Date(timeIntervalSinceNow: -Self.uploadPatience)
            _ = mailbox.post(.backgroundTask(AbandonedUploads(limit: limit)))
        }
    }

    /// Removes the steps that are too old to be undone, now and at every interval.
    func removeExpiredSteps() {
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.trashInterval) {
            [mailbox] _ in
            _ = mailbox.post(.backgroundTask(StepExpiry()))
        }
    }

    /// Overwrites what an interrupted purge has deleted, now and at every interval.
    func completeErasures() {
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.trashInterval) {
            [mailbox] _ in
            _ = mailbox.post(.backgroundTask(UnfinishedErasure()))
        }
    }

    /// Shuts the daemon down when the file of its socket is removed or replaced.
    ///
    /// Without the file no client can connect, and no other daemon can start while this one runs.
    func watch(_ socket: String, shutdown: ShutdownTrigger) {
        guard let identity = FileIdentity(path: socket) else { return }
        loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) {
            task in
            guard FileIdentity(path: socket) != identity else { return }
            shutdown.fire("\(socket) was removed or replaced")
            task.cancel()
        }
    }

    /// Checks at every interval that the file of the store is in place.
    ///
    /// On a reader thread: the check saves the open store when the file was removed.
    func watchStore(_ readers: ReaderPool, at cursor: Cursor) {
        loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) {
            _ in
            // The pool checks before every read.
            readers.read(at: cursor, isLong: true, { _ in }, completion: { _ in })
        }
    }

    /// Ends the service of a locked store once its file was changed, so that the store is looked at
    /// again.
    ///
    /// New connections look as well; this is for those that are open.
    func watch(_ store: LockedStore, shutdown: ShutdownTrigger) {
        loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) {
            _ in
            if !store.isCurrent { shutdown.fireContinuing("the store was changed") }
        }
    }

    /// Ends a service without the store once no other program reserves it.
    func watchReservation(of store: String, shutdown: ShutdownTrigger) {
        let interval = Self.reservationInterval
        loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { task in
            guard !StoreReservation.isHeld(for: store) else { return }
            shutdown.fireContinuing("the store is not reserved any more")
            task.cancel()
        }
    }

    /// Checks once that the indexes of the store contain its rows, after the first requests.
    ///
    /// SQLite does not notice an index that has lost rows. The pool records the damage, and nothing
    /// more is written to the store.
    ///
    /// - Returns: The interruption that ends the check.
    func checkIndexes(
        after delay: Duration,
        readers: ReaderPool,
        at cursor: Cursor,
        logger: Logger
    ) -> ReadInterruption {
        let interruption = ReadInterruption()
        loop.scheduleTask(in: TimeAmount(delay)) {
            readers.read(at: cursor, isLong: true, cancellation: interruption) { context in
                try context.models.container.checkIndexes(interruption: interruption)
            } completion: { result in
                guard case .failure(let error) = result, error.kind == .storeFailed else { return }
                logger.error(
                    "the check of the indexes failed",
                    metadata: ["error": "\(error.message)"]
                )
            }
        }
        return interruption
    }

    /// Returns freed memory to the system at every interval.
    func returnMemory() {
        let freed = FreedMemory()
        loop.scheduleRepeatedTask(
            initialDelay: Self.memoryInterval,
            delay: Self.memoryInterval
        ) { _ in freed.release() }
    }

    /// Sends heartbeats to systemd while the event loop and the writer respond.
    func sendHeartbeats() {
        guard let interval = SystemdNotifier.watchdogMicroseconds else { return }
        let half = TimeAmount.microseconds(Int64(interval / 2))
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: half) { [mailbox] _ in
            _ = mailbox.post(.call { SystemdNotifier.sendHeartbeat() })
        }
    }
}
