// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalSystem
internal import NIOCore

/// Repeats the tasks that no client requests: emptying the trash, watching files, and the heartbeat
/// for systemd.
struct Housekeeping {
    /// The interval at which the daemon checks that its files are in place.
    private static let watchInterval = TimeAmount.seconds(2)
    /// The interval at which the trash is emptied.
    private static let trashInterval = TimeAmount.minutes(5)

    let loop: any EventLoop
    let mailbox: WriterMailbox

    /// Deletes what has been in the trash for the retention time, now and at every interval.
    func emptyTrash(after retention: Duration?) {
        guard let retention else { return }
        let seconds = TimeInterval(retention.components.seconds)
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.trashInterval) {
            [mailbox] _ in
            let limit = Date(timeIntervalSinceNow: -seconds)
            _ = mailbox.post(.backgroundTask(EmptyTrash(limit: limit)))
        }
    }

    /// Shuts the daemon down when one of its files is removed or replaced.
    ///
    /// Without its socket no client finds the daemon, and while it runs no other one can start.
    func watch(_ files: [String], shutdown: ShutdownTrigger) {
        let known = files.compactMap { path in FileIdentity(path: path).map { (path, $0) } }
        loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) {
            task in
            for (path, identity) in known where FileIdentity(path: path) != identity {
                shutdown.fire("\(path) was removed or replaced")
                task.cancel()
            }
        }
    }

    /// Sends heartbeats to systemd while the event loop and the writer respond.
    func sendHeartbeats() {
        guard let interval = SystemdNotifier.watchdogMicroseconds else { return }
        let half = TimeAmount.microseconds(Int64(interval / 2))
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: half) { [mailbox] _ in
            _ = mailbox.post(.heartbeat { SystemdNotifier.sendHeartbeat() })
        }
    }
}
