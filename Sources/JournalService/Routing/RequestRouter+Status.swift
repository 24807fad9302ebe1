// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

// MARK: - Requests about the daemon itself

extension RequestRouter {
    /// The time after its last progress for which a long write counts as working.
    private static let progressPause = TimeAmount.seconds(3)

    /// The state of the daemon.
    var snapshot: ServerSnapshot {
        ServerSnapshot(
            identity: dependencies.identity,
            cursor: broadcaster.cursor,
            clientCount: connections.count,
            subscriptionCount: broadcaster.subscriptionCount,
            memory: memory,
            isWorking: lastProgress.map { .now() - $0 < Self.progressPause } ?? false,
            isReadOnly: dependencies.storeGuard.isReadOnly,
            damage: dependencies.storeGuard.damage,
            isEncrypted: dependencies.access.isEncrypted,
            isLocked: dependencies.access.lockedStore != nil,
            limits: [
                "stall": PeerFault.seconds(monitor.stallTimeout), "memory": monitor.budget.limit,
            ]
        )
    }

    private var memory: MemoryRecord {
        let observed = broadcaster.memory
        return MemoryRecord(
            requests: monitor.budget.requests,
            output: monitor.budget.output,
            lists: observed.lists,
            subscriptions: observed.subscriptions,
            changes: observed.log
        )
    }

    /// Returns the open connections.
    func clients(for caller: ConnectionHandler) -> Clients.Reply {
        let all = connections.all.sorted { $0.number < $1.number }
        return Clients.Reply(
            clients: all.map { connection in
                ClientRecord(
                    connection,
                    subscriptions: broadcaster.subscriptionIDs(of: connection),
                    lists: broadcaster.listIDs(of: connection),
                    isPaused: monitor.isPaused(connection),
                    isCaller: connection.number == caller.number
                )
            }
        )
    }

    /// Replies with the state of the daemon and the numbers of its entries.
    func replyStatus(_ token: RequestToken, on connection: ConnectionHandler) {
        guard dependencies.access.lockedStore == nil else {
            let reply = Status.Reply(snapshot, damage: nil)
            connection.finishAfterTurn(token, with: .success(reply.json))
            return
        }
        let bound = NIOLoopBound(connection, eventLoop: loop)
        Task { @MainActor [snapshot, loop, dependencies] in
            let storeGuard = dependencies.storeGuard
            let outcome: Result<JSON, ProtocolError>
            do {
                let counts = try dependencies.statistics.counts(since: snapshot.cursor.revision)
                outcome = .success(Status.Reply(snapshot, counts: counts).json)
            } catch {
                storeGuard.note(error)
                // The state of the store matters more than the counts.
                outcome =
                    storeGuard.damage == nil
                    ? .failure(ProtocolError(describing: error))
                    : .success(Status.Reply(snapshot, damage: storeGuard.damage).json)
            }
            loop.execute {
                bound.value.finish(token, with: outcome)
                bound.value.flush()
            }
        }
    }
}
