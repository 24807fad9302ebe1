// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Follows the state of the synchronization across restarts of the daemon.
package struct SyncFollower {
    private let client: JournalClient
    /// The time in milliseconds between two attempts to continue.
    package var waitingInterval: Int32 = 1_000

    /// Creates a value that reads the state through a client.
    package init(client: JournalClient) { self.client = client }

    /// Passes the state, and then each one that follows, to a handler.
    ///
    /// If the daemon stops, the client connects again, which starts the daemon where that is
    /// allowed. It never returns.
    ///
    /// - Throws: The error of the handler, or of a daemon that cannot be reached.
    package func follow(
        _ handler: (SyncState) throws(ClientError) -> Void
    ) throws(ClientError) {
        var hasFollowed = false
        while true {
            let state: SyncState
            do {
                state = try client.call(SyncStatusCall(follow: true))
            } catch {
                // At the start it is an error, as for every command.
                guard hasFollowed, error.isTransient else { throw error }
                client.disconnect()
                Deadline.after(.seconds(60)).pause(milliseconds: waitingInterval)
                continue
            }
            hasFollowed = true
            try handler(state)
            do {
                try drain(handler)
            } catch {
                guard error.isTransient else { throw error }
            }
            client.disconnect()
        }
    }

    private func drain(
        _ handler: (SyncState) throws(ClientError) -> Void
    ) throws(ClientError) {
        while true {
            let notification = try client.nextNotification()
            guard notification.method == SyncState.method else { continue }
            try handler(try notification.content(SyncState.self))
        }
    }
}
