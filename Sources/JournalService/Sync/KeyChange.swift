// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataReplica
internal import SwiftDataSpace
internal import SwiftDataSync

/// The change of a space's key, as one machine carries it out after its rounds.
///
/// It is complete once nothing on the hub needs an earlier key. Then the machine forgets the
/// earlier keys, so that it rejects objects of a removed machine.
struct KeyChange {
    /// The state after a step.
    enum Progress {
        /// Other machines have not joined again yet.
        case waiting
        /// The own log has to be published again.
        case rewriting
        case complete
    }

    private let hub: any SyncHub
    private let record: SpaceRecordName
    /// The keys of the objects that were looked at, which never change.
    private var keys: [String: KeyID] = [:]

    init(_ hub: any SyncHub, record: SpaceRecordName) {
        self.hub = hub
        self.record = record
    }

    /// Carries out what is possible now.
    mutating func advance(_ access: SyncAccess) async throws -> Progress {
        let listing = try await hub.list(HubPrefix(space: record.space))
        for name in listing.names { try await readHeader(of: name) }
        let (node, nodes) = try await access.run { store in
            try store.replica.read { ($0.log.node, $0.nodes) }
        }
        let plan = KeyChangePlan(
            for: record,
            node: node,
            nodes: nodes,
            listing: SpaceListing(
                of: record.space,
                names: listing.names.map(\.description),
                key: { keys[$0] }
            )
        )
        for name in plan.obsoleteRecords { try await hub.delete(name.hubName()) }
        for name in plan.obsoleteMachines {
            try await hub.delete(name.hubName(in: record.space))
        }
        if plan.mustRewriteLog {
            try await access.run { try $0.replica.restartLog() }
            return .rewriting
        }
        return plan.isComplete ? .complete : .waiting
    }

    /// Finds out with which key an object is sealed.
    private mutating func readHeader(of name: HubName) async throws {
        let text = name.description
        let isSealed = ObjectName(name.path) != nil || MachineName(name.path) != nil
        guard isSealed, keys[text] == nil, let bytes = try await hub.get(name) else { return }
        keys[text] = try? SealedHeader(bytes).key
    }
}

extension MachineName {
    /// Returns the name on the hub.
    ///
    /// - Throws: `HubError`; every name of a machine's record is one on a hub.
    func hubName(in space: SpaceID) throws(HubError) -> HubName {
        guard let name = HubName(space: space, path: description) else {
            throw HubError(.invalid, message: "\(self) is no name on a hub")
        }
        return name
    }
}
