// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension Status: ReadMethod {
    func find(from desk: ReadDesk) throws -> Reply {
        let identity = desk.facts.identity
        var trash = EntrySelection()
        trash.trashed = true
        func count(_ selection: EntrySelection) throws -> Int {
            try desk.context.fetchCount(FetchDescriptor(predicate: selection.predicate))
        }
        return Reply(
            version: identity.version,
            pid: identity.pid,
            startedAt: Timestamp(identity.startedAt),
            uptimeSeconds: Date().timeIntervalSince(identity.startedAt),
            store: identity.store,
            socket: identity.socket,
            cursor: desk.cursor,
            entryCount: try count(EntrySelection()),
            trashedCount: try count(trash),
            notebookCount: try desk.context.fetchCount(FetchDescriptor<Notebook>()),
            tagCount: try desk.context.fetchCount(FetchDescriptor<Tag>()),
            clientCount: desk.facts.clientCount,
            subscriptionCount: desk.facts.subscriptionCount,
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
            cursor: Cursor(epoch: facts.epoch, revision: facts.head),
            pid: facts.identity.pid
        )
    }
}
