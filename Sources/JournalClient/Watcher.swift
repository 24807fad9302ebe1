// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Follows the journal, through a restart of the daemon too, and never without a word of a gap.
package struct Watcher {
    /// What is told while following.
    package enum Event: Sendable, Equatable {
        /// The place that changes follow; nothing has happened yet.
        case begin(Cursor)
        /// Changes, in order.
        case changes(Changes)
        /// History was missed: what was read before is out of date.
        case reset(Cursor)
    }

    private let client: JournalClient
    private var subscription: Subscribe

    /// Follows with a subscription, from its `since` on.
    package init(client: JournalClient, subscription: Subscribe) {
        self.client = client
        self.subscription = subscription
    }

    /// Tells events until the handler or the connection fails.
    ///
    /// When the daemon ends, the watcher connects anew (which starts the daemon again, where that is
    /// allowed) and goes on after the last cursor it told. It never comes back otherwise.
    ///
    /// - Parameter handler: Told each event and the cursor to keep once it was dealt with.
    /// - Throws: What ends it: the handler's error, or a daemon that cannot be reached again.
    package mutating func follow(
        _ handler: (Event, Cursor) throws(ClientError) -> Void
    ) throws(ClientError) {
        while true {
            let reply = try client.subscribe(subscription)
            // A snapshot begins anew until all of it has come.
            if reply.mode != .snapshot {
                subscription.since = reply.cursor
                let event = reply.mode == .reset ? Event.reset : Event.begin
                try handler(event(reply.cursor), reply.cursor)
            }
            do {
                try drain(handler)
            } catch {
                guard error.code == .connectionLost || error.cause?.kind == .shuttingDown else {
                    throw error
                }
            }
            client.disconnect()
        }
    }

    /// Passes notifications on until the subscription ends.
    private mutating func drain(
        _ handler: (Event, Cursor) throws(ClientError) -> Void
    ) throws(ClientError) {
        while true {
            let notification = try client.nextNotification()
            switch notification.method {
            case Changes.method:
                let changes = try content(Changes.self, notification)
                try handler(.changes(changes), changes.more ? changes.from : changes.to)
                if !changes.more {
                    subscription.since = changes.to
                    subscription.snapshot = false
                }
            case Reset.method:
                let reset = try content(Reset.self, notification)
                subscription.since = reset.to
                try handler(.reset(reset.to), reset.to)
            case End.method: return
            default: continue
            }
        }
    }

    private func content<Content: NotificationContent>(
        _ type: Content.Type,
        _ notification: ServerNotification
    ) throws(ClientError) -> Content {
        do {
            return try Content(json: notification.params)
        } catch {
            throw ClientError(
                .malformedReply,
                "a strange notification: \(error.message(root: notification.method))"
            )
        }
    }
}
