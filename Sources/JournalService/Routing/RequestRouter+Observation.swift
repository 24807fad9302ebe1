// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

// MARK: - Subscriptions and live lists

extension RequestRouter {
    /// Prepares a subscription on a reader thread and begins it.
    func subscribe(
        _ request: Subscribe,
        token: RequestToken,
        id: RequestID?,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        let number = connection.number
        var request = request
        // Kept with the subscription, so that dates mean the same after a restart.
        if request.query != nil, request.options.now == nil {
            request.options.now = SearchDates.present
        }
        try observe(
            token,
            id: id,
            on: connection,
            isLong: request.query != nil,
            rejection: { [request] in $0.rejection(of: request, id: $1, on: $2) },
            prepare: { [request] context in
                try SubscriptionStart.prepare(request, from: number, in: context)
            },
            begin: { [request] in $0.begin($1, request: request, id: $2, token: token, on: $3) }
        )
    }

    /// Reads the first rows of a live list on a reader thread and opens it.
    func openList(
        _ request: ListOpen,
        token: RequestToken,
        id: RequestID?,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        let capacity = request.limit + ListContents.reserve(for: request.limit)
        try observe(
            token,
            id: id,
            on: connection,
            isLong: request.query != nil,
            rejection: { $0.rejection(of: $1, on: $2) },
            prepare: { try ListPage.read(request, capacity: capacity, in: $0) },
            begin: { $0.open(request, page: $1, id: $2, token: token, on: $3) }
        )
    }

    /// Reads the start of a subscription or a list on a reader thread, and begins it unless the
    /// connection is closed or the request cancelled by then.
    private func observe<Start: Sendable>(
        _ token: RequestToken,
        id: RequestID?,
        on connection: ConnectionHandler,
        isLong: Bool,
        rejection:
            @escaping @Sendable (Broadcaster, RequestID, ConnectionHandler) -> ProtocolError?,
        prepare: @escaping @Sendable (ReadContext) throws -> Start,
        begin: @escaping @Sendable (Broadcaster, Start, RequestID, ConnectionHandler) -> Void
    ) throws(ProtocolError) {
        guard let id else {
            // A subscription has the id of its request, which a notification lacks.
            connection.finishAfterTurn(token, with: .success(Empty().json))
            return
        }
        if let error = rejection(broadcaster, id, connection) { throw error }
        let bound = NIOLoopBound(broadcaster, eventLoop: loop)
        reads.read(token, connection, isLong: isLong, prepare) { connection, outcome in
            let broadcaster = bound.value
            guard connection.isOpen, connection.isAwaited(token) else {
                connection.finish(token, with: .success(Empty().json))
                return
            }
            // Others may have begun since.
            if let error = rejection(broadcaster, id, connection) {
                connection.finish(token, with: .failure(error))
                return
            }
            switch outcome {
            case .success(let start): begin(broadcaster, start, id, connection)
            case .failure(let error): connection.finish(token, with: .failure(error))
            }
        }
    }
}
