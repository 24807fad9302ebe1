// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem

extension ClientRecord {
    /// Creates the record of an open connection.
    init(
        _ connection: ConnectionHandler,
        subscriptions: [RequestID],
        lists: [RequestID],
        isPaused: Bool,
        isCaller: Bool
    ) {
        let pid = Int(connection.client.peer.processID)
        self.init(
            number: connection.number,
            pid: pid > 0 ? pid : nil,
            name: connection.client.name,
            version: connection.client.version,
            connectedAt: connection.client.openedAt,
            framing: connection.framing,
            requests: connection.requestCount,
            subscriptions: subscriptions,
            lists: lists,
            unsentBytes: connection.unsentByteCount,
            receivedBytes: connection.memoryUse.undecoded + connection.memoryUse.unanswered,
            isPaused: isPaused,
            isCaller: isCaller
        )
    }
}
