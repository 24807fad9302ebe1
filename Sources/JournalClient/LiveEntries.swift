// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The rows of a live list, kept up to date from the notifications that have arrived.
///
/// Nothing here waits for a notification: a caller polls `descriptor` together with its own.
package struct LiveEntries {
    private let client: JournalClient
    private let request: ListOpen
    private var list: RequestID?
    private var pending: [ListedEntry] = []
    /// The connection over which the list was opened.
    private var connectionNumber = 0

    /// The entries in order, as of one commit.
    package private(set) var rows: [ListedEntry] = []
    /// The reason why the rows do not follow changes at present; nil while they do.
    package private(set) var fault: String?

    /// Creates a list without rows; nothing is connected yet.
    package init(client: JournalClient, request: ListOpen) {
        self.client = client
        self.request = request
    }

    /// The maximum number of entries.
    package var limit: Int { request.limit }

    /// The descriptor on which notifications arrive; nil without a connection.
    package var descriptor: Int32? { fault == nil ? client.descriptor : nil }

    /// Applies the notifications that have arrived; records a failure as the fault.
    ///
    /// - Parameter mayOpen: Whether to open the list again after a fault, which can take a while.
    package mutating func update(mayOpen: Bool) {
        guard fault == nil || mayOpen else { return }
        do throws(ClientError) {
            try fault == nil ? receive() : open()
            fault = nil
        } catch {
            fault = error.message
        }
    }

    /// Opens the list, over a new connection if the previous one was lost.
    package mutating func open() throws(ClientError) {
        let reply = try client.call(request)
        connectionNumber = client.connectionNumber
        list = reply.list
        pending = reply.rows
        if !reply.more { rows = pending }
        try receive()
    }

    /// Applies the notifications that have arrived; the rows stay as they are until the edits of a
    /// commit are complete.
    ///
    /// - Throws: `connectionLost` if the daemon has closed the connection or the list, which
    ///   `open()` opens again.
    package mutating func receive() throws(ClientError) {
        guard client.connectionNumber == connectionNumber else {
            // Another call may have opened a connection, over which no notifications arrive.
            throw ClientError(.connectionLost, "the daemon has ended the list")
        }
        while let notification = try client.pendingNotification() {
            switch notification.method {
            case ListChanges.method:
                let changes = try notification.content(ListChanges.self)
                guard changes.list == list else { continue }
                for item in changes.items where !item.apply(to: &pending) {
                    client.disconnect()
                    throw ClientError(.malformedReply, "the edits of the list do not fit its rows")
                }
                if !changes.more { rows = pending }
            case Reset.method, End.method:
                client.disconnect()
                throw ClientError(.connectionLost, "the daemon has ended the list")
            default: continue
            }
        }
    }
}
