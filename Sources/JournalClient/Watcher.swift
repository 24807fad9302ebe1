// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Follows the changes of the journal across restarts of the daemon, and reports every gap.
package struct Watcher {
    /// An event of the subscription.
    package enum Event: Sendable, Equatable {
        /// The subscription starts; changes after the cursor follow.
        case subscribed(Cursor)
        /// Changes in order.
        case changes(Changes)
        /// Changes were missed; previously read data is out of date.
        case reset(Cursor)
    }

    private let client: JournalClient
    private var subscription: Subscribe
    /// Called with the reason when the watcher begins to wait for the journal, such as for its
    /// passphrase.
    package var beganWaiting: (ClientError) -> Void = { _ in }
    /// The time in milliseconds between two attempts to continue.
    package var waitingInterval: Int32 = 1_000

    /// Creates a watcher that starts at the `since` of a subscription.
    package init(client: JournalClient, subscription: Subscribe) {
        self.client = client
        self.subscription = subscription
    }

    /// Passes events to a handler until the handler or the connection fails.
    ///
    /// If the daemon stops, the watcher reconnects, which launches the daemon where that is
    /// allowed, and resumes after the last cursor. While the journal is locked, or another program
    /// has its store open or changes it, it waits. If another store took the place of the one that
    /// the cursor belongs to, such as a backup, it continues after the present with a reset. It
    /// never returns.
    ///
    /// - Parameter handler: Called with each event and the cursor to save once the event is
    ///   processed.
    /// - Throws: The error of the handler, or of a daemon that cannot be reached again.
    package mutating func follow(
        _ handler: (Event, Cursor) throws(ClientError) -> Void
    ) throws(ClientError) {
        var hasFollowed = false
        var isWaiting = false
        var isOtherStore = false
        while true {
            let reply: Subscribe.Reply
            do {
                reply = try client.subscribe(subscription)
            } catch  where error.cause?.kind == .cursorForeign && subscription.since != nil {
                subscription.since = nil
                isOtherStore = true
                continue
            } catch {
                // At the start it is an error, as for every command.
                guard hasFollowed, Self.isPassing(error) else { throw error }
                if !isWaiting { beganWaiting(error) }
                isWaiting = true
                client.disconnect()
                Deadline.after(.seconds(60)).pause(milliseconds: waitingInterval)
                continue
            }
            let isReset = reply.mode == .reset || isOtherStore
            (hasFollowed, isWaiting, isOtherStore) = (true, false, false)
            // An incomplete snapshot starts again from the beginning.
            if reply.mode != .snapshot {
                subscription.since = reply.cursor
                let event = isReset ? Event.reset : Event.subscribed
                try handler(event(reply.cursor), reply.cursor)
            }
            do {
                try drain(handler)
            } catch {
                guard error.isTransient else { throw error }
            }
            client.disconnect()
        }
    }

    /// Whether an error of the journal ends without a change to this command.
    private static func isPassing(_ error: ClientError) -> Bool {
        error.isTransient || [.busy, .unresponsive].contains(error.code)
            || [.encryptionLocked, .storeLocked].contains(error.cause?.kind)
    }

    /// Passes notifications to the handler until the subscription ends.
    private mutating func drain(
        _ handler: (Event, Cursor) throws(ClientError) -> Void
    ) throws(ClientError) {
        while true {
            let notification = try client.nextNotification()
            switch notification.method {
            case Changes.method:
                let changes = try notification.content(Changes.self)
                try handler(.changes(changes), changes.more ? changes.from : changes.to)
                if !changes.more {
                    subscription.since = changes.to
                    subscription.snapshot = false
                }
            case Reset.method:
                let reset = try notification.content(Reset.self)
                subscription.since = reset.to
                try handler(.reset(reset.to), reset.to)
            case End.method: return
            default: continue
            }
        }
    }
}
