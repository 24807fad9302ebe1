// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension Hello {
    /// Returns the properties of the daemon.
    ///
    /// - Throws: `protocol.unsupported`.
    func reply(_ server: ServerSnapshot) throws(ProtocolError) -> Reply {
        let missing = required.filter { name in !Capability.all.contains { $0.name == name } }
        let speaks = protocolVersions.isEmpty || protocolVersions.contains(Protocol.version)
        guard speaks, missing.isEmpty else {
            throw ProtocolError(
                .protocolUnsupported,
                speaks
                    ? "the daemon does not support: \(missing.joined(separator: ", "))"
                    : "the daemon supports version \(Protocol.version) of the protocol",
                details: [
                    "supported": [.integer(Int64(Protocol.version))],
                    "missing": .array(missing.map { .string($0) }),
                ]
            )
        }
        return Reply(
            version: server.identity.version,
            capabilities: Capability.all,
            epoch: server.cursor.epoch,
            cursor: server.cursor,
            limits: Limits.table.merging(server.limits) { $1 },
            pid: server.identity.pid,
            isWorking: server.isWorking
        )
    }
}
