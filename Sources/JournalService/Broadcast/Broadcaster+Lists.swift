// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The shared parts of the live lists of all connections.
struct OpenLists {
    /// The rows.
    let shared = SharedLists()
    /// The memory in bytes beyond which the largest lists are ended.
    let byteLimit: Int
    /// Opens lists that had newer rows than the log.
    var openings: [(Broadcaster) -> Void] = []

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Whether the lists use too much memory.
    var exceedLimit: Bool { shared.counter.value > byteLimit }

    /// Removes and returns the openings that waited for the log.
    mutating func takeOpenings() -> [(Broadcaster) -> Void] {
        defer { openings = [] }
        return openings
    }
}

/// Live lists, which the broadcaster advances together with the subscriptions of a connection.
extension Broadcaster {
    /// Opens a list: sends the reply with the first rows, then the changes after them.
    ///
    /// If the rows are newer than the log, the list waits for `broadcast()`.
    func open(
        _ request: ListOpen,
        page: ListPage,
        id: RequestID,
        token: RequestToken,
        on connection: ConnectionHandler
    ) {
        guard page.position <= log.head else {
            lists.openings.append { [weak connection] broadcaster in
                guard let connection else { return }
                broadcaster.openLater(request, page: page, id: id, token: token, on: connection)
            }
            return
        }
        let machine = ListStateMachine(request, page: page, sharing: lists.shared)
        let list = LiveList(machine, id: id, in: lists.shared)
        let subscriber = subscriber(of: connection)
        subscriber.lists[id] = list
        count(1)
        if let error = endLargestLists(besides: subscriber, request: id) {
            return connection.finish(token, with: .failure(error))
        }
        let rows = list.machine.contents.rows
        var encoded: [[UInt8]] = []
        var size = 0
        for row in rows {
            let json = row.row.json(group: row.group)
            size += json.count + 1
            guard size <= Limits.replyContent || encoded.isEmpty else { break }
            encoded.append(json)
        }
        let reply = ListOpen.Reply.json(
            list: id,
            cursor: cursor(page.position),
            rows: encoded,
            more: encoded.count < rows.count
        )
        connection.finish(token, with: .success(reply))
        list.machine.sendRows(from: encoded.count)
        list.count()
        sendPending(to: subscriber)
    }

    /// Ends lists until they fit their part of the memory, beginning with the connection that uses
    /// the most.
    ///
    /// - Parameters:
    ///   - opener: The connection that opens a list; nil for none.
    ///   - id: The id of that list.
    /// - Returns: The error for the new list, which is removed, if its connection has the most.
    @discardableResult
    func endLargestLists(
        besides opener: Subscriber? = nil,
        request id: RequestID? = nil
    ) -> ProtocolError? {
        while lists.exceedLimit {
            let sizes = subscribers.values.map { ($0, $0.listByteCount) }
            guard let (largest, _) = sizes.max(by: { $0.1 < $1.1 }), !largest.lists.isEmpty
            else { break }
            if let opener, let id, largest === opener {
                opener.lists.removeValue(forKey: id)?.end()
                count(-1)
                return ProtocolError(
                    .limitMemory,
                    "the lists of all connections use more than \(lists.byteLimit) bytes, and this "
                        + "connection has the most; close some of its lists",
                    details: ["limit": lists.byteLimit.json]
                )
            }
            endLists(of: largest)
        }
        return nil
    }

    private func endLists(of subscriber: Subscriber) {
        for id in subscriber.lists.keys {
            let end = End(subscription: id, reason: End.memory)
            subscriber.connection.notify(line: end.notification.line)
        }
        count(-subscriber.lists.count)
        let lists = subscriber.lists.values
        subscriber.lists = [:]
        // Also those that are being read, so that no list of another connection ends for them.
        for list in lists { list.end() }
        memoryChanged(memory.total)
        answerFlushes(of: subscriber)
        subscriber.connection.flush()
    }

    /// Opens a list that waited, unless its connection was closed or its request cancelled.
    private func openLater(
        _ request: ListOpen,
        page: ListPage,
        id: RequestID,
        token: RequestToken,
        on connection: ConnectionHandler
    ) {
        guard connection.isOpen, connection.isAwaited(token) else {
            connection.finish(token, with: .success(Empty().json))
            return
        }
        if let error = rejection(of: id, on: connection) {
            connection.finish(token, with: .failure(error))
        } else {
            open(request, page: page, id: id, token: token, on: connection)
        }
    }

    /// Closes a list.
    ///
    /// - Throws: `list.notFound`.
    func closeList(_ id: RequestID, on connection: ConnectionHandler) throws(ProtocolError) {
        guard let subscriber = subscribers[connection.number],
            let list = subscriber.lists.removeValue(forKey: id)
        else { throw ProtocolError(.listNotFound, "list \(id.json) does not exist") }
        list.end()
        count(-1)
        reviewMemory()
        answerFlushes(of: subscriber)
    }

    /// Returns the notification of edits.
    func line(of delivery: ListStateMachine.Delivery, id: RequestID) -> [UInt8] {
        ListLines(list: id, from: cursor(delivery.from), to: cursor(delivery.to))
            .line(delivery.edits, isEnd: delivery.isEnd)
    }
}

extension Subscriber {
    /// The size of its lists, some of which others may share, in bytes.
    fileprivate var listByteCount: Int { lists.values.reduce(0) { $0 + $1.byteCount } }

    /// The memory that its subscriptions and lists hold, in bytes.
    var heldByteCount: Int {
        subscriptions.values.reduce(listByteCount) { $0 + $1.machine.heldByteCount }
    }
}
