// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension Status: LookMethod {
    func look(at view: LiveView, _ facts: ServiceFacts) throws -> Reply {
        let counts = try view.counts(since: facts.head)
        let identity = facts.identity
        return Reply(
            version: identity.version,
            pid: identity.pid,
            startedAt: Timestamp(identity.startedAt),
            uptimeSeconds: Date().timeIntervalSince(identity.startedAt),
            store: identity.store,
            socket: identity.socket,
            cursor: facts.cursor,
            entryCount: counts.entries,
            trashedCount: counts.trashed,
            notebookCount: counts.notebooks,
            tagCount: counts.tags,
            clientCount: facts.clientCount,
            subscriptionCount: facts.subscriptionCount,
            sqliteVersion: SQLiteLibrary.version
        )
    }
}

extension Hello {
    /// What the daemon can do beyond the first version of the protocol.
    static let capabilities: [String] = []

    /// Introduces the daemon.
    ///
    /// - Throws: `protocol.unsupported`.
    func reply(_ facts: ServiceFacts) throws(ProtocolError) -> Reply {
        let missing = required.filter { !Self.capabilities.contains($0) }
        let speaks = protocolVersions.isEmpty || protocolVersions.contains(Protocol.version)
        guard speaks, missing.isEmpty else {
            throw ProtocolError(
                .protocolUnsupported,
                speaks
                    ? "the daemon cannot do: \(missing.joined(separator: ", "))"
                    : "the daemon speaks version \(Protocol.version) of the protocol",
                details: [
                    "supported": [.integer(Int64(Protocol.version))],
                    "missing": .array(missing.map { .string($0) }),
                ]
            )
        }
        return Reply(
            version: facts.identity.version,
            capabilities: Self.capabilities,
            epoch: facts.epoch,
            cursor: facts.cursor,
            pid: facts.identity.pid
        )
    }
}
