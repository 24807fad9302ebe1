// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Live lists, which the broadcaster advances together with the subscriptions of a connection.
extension Broadcaster {
    /// Opens a list: sends the reply with the first rows, then the changes after them.
    ///
    /// If the rows are newer than the log, the list waits for `broadcast()`.
    func open(
        _ request: ListOpen,
        _ page: ListPage,
        _ id: RequestID,
        _ token: RequestToken,
        _ connection: ConnectionHandler
    ) {
        guard page.position <= log.head else {
            openings.append { [weak connection] broadcaster in
                guard let connection else { return }
                broadcaster.openLater(request, page, id, token, connection)
            }
            return
        }
        let list = LiveList(ListStateMachine(request, page))
        let position = cursor(page.position)
        let rows = list.machine.contents.rows
        let encoded = rows.map { $0.row.json(group: $0.group) }
        let sent =
            encoded.isEmpty ? 0 : ListLines.fittingCount(encoded[...], Limits.replyContent)
        let reply = ListOpen.Reply.json(
            list: id,
            cursor: position,
            rows: Array(encoded[..<sent]),
            more: sent < encoded.count
        )
        connection.finish(token, .success(reply))
        if sent < encoded.count {
            let items = rows[sent...].enumerated().map { offset, element in
                element.row.json(.insert(at: sent + offset), group: element.group)
            }
            for line in ListLines(list: id, from: position, to: position).lines(items) {
                connection.notify(line: line)
            }
        }
        let subscriber = subscriber(of: connection)
        subscriber.lists[id] = list
        count(1)
        advance(subscriber)
    }

    /// Opens a list that waited, unless its connection was closed or its request cancelled.
    private func openLater(
        _ request: ListOpen,
        _ page: ListPage,
        _ id: RequestID,
        _ token: RequestToken,
        _ connection: ConnectionHandler
    ) {
        guard connection.isOpen, connection.isAwaited(token) else {
            connection.finish(token, .success(Empty().json))
            return
        }
        if let error = rejection(of: id, connection) {
            connection.finish(token, .failure(error))
        } else {
            open(request, page, id, token, connection)
        }
    }

    /// Closes a list.
    ///
    /// - Throws: `list.notFound`.
    func closeList(_ id: RequestID, _ connection: ConnectionHandler) throws(ProtocolError) {
        guard let subscriber = subscribers[connection.number],
            subscriber.lists.removeValue(forKey: id) != nil
        else { throw ProtocolError(.listNotFound, "list \(id.json) does not exist") }
        count(-1)
        answerFlushes(of: subscriber)
    }

    /// Performs an action of a list.
    func perform(
        _ action: ListStateMachine.Action,
        _ list: LiveList,
        _ id: RequestID,
        _ subscriber: Subscriber
    ) {
        switch action {
        case .wait: break
        case .send(let delivery):
            let lines = ListLines(list: id, from: cursor(delivery.from), to: cursor(delivery.to))
            for line in lines.lines(delivery.edits.map(\.json)) {
                subscriber.connection.notify(line: line)
            }
        case .read:
            let (request, capacity) = (list.machine.request, list.machine.contents.capacity)
            // A rename reads all lists again, which must not delay the reads of clients.
            read(for: list, id, subscriber, isLong: true) { context in
                context.allowsUnknownNotebooks = true
                return try ListPage.read(request, capacity: capacity, in: context)
            } event: { list, page in
                list.machine.pageRead(page)
                return .wait
            }
        case .match(let changes, let last):
            let (filter, include) = (list.machine.filter, list.machine.request.include)
            read(for: list, id, subscriber) { _ in
                try filter.rows(of: changes, include)
            } event: { list, rows in
                list.machine.matched(rows, upTo: last)
            }
        case .retry(let delay):
            schedule(list, id, subscriber, after: delay) { list in
                list.machine.retryElapsed()
                return .wait
            }
        case .end:
            subscriber.lists[id] = nil
            count(-1)
            let end = End(subscription: id, reason: End.failed)
            subscriber.connection.notify(line: end.notification.line)
        }
    }
}

extension SubscriptionFilter {
    /// Returns the rows of changed entries, by id; nil for an entry that does not match.
    fileprivate func rows(
        of changes: [CommittedChange],
        _ include: Include
    ) throws -> [String: ListRow?] {
        let matcher = try matcher()
        var rows: [String: ListRow?] = [:]
        for change in changes {
            var isMatch = false
            if let after = change.after, selection.takes(after) {
                isMatch = try matcher?.matches(after) ?? true
            }
            rows[change.id] = .some(isMatch ? change.row(include) : nil)
        }
        return rows
    }
}
