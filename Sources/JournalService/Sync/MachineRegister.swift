// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSpace
internal import SwiftDataSync

/// The descriptions that the machines of a space publish on its hub.
struct MachineRegister: Sendable {
    /// A machine of the space.
    struct Machine: Sendable {
        let node: NodeID
        /// The description; nil for a machine with a log only.
        let record: MachineRecord?
    }

    /// The number of attempts to publish under a number that the hub does not have.
    private static let attemptCount = 3

    let hub: any SyncHub
    let sealer: ObjectSealer

    /// Returns the machines of the space.
    ///
    /// - Throws: `HubError`; `SyncError` with the code `.key` or `.format`.
    func machines() async throws -> [Machine] {
        let listing = try await hub.list(HubPrefix(space: sealer.space))
        let names = MachineListing(listing.names.compactMap { MachineName($0.path) })
        var records: [MachineRecord] = []
        for node in names.nodes {
            if let record = try await newest(of: node, in: names) { records.append(record) }
        }
        let present = MachineRecord.present(records)
        let described = Set(records.map(\.node) + records.flatMap(\.earlierNodes))
        let others = Set(listing.names.compactMap { ObjectName($0.path)?.node })
            .subtracting(described)
        return present.map { Machine(node: $0.node, record: $0) }
            + others.sorted().map { Machine(node: $0, record: nil) }
    }

    /// Publishes a description, and deletes the earlier ones of its node.
    func publish(_ record: MachineRecord) async throws {
        let listing = try await hub.list(HubPrefix(space: sealer.space))
        let names = MachineListing(listing.names.compactMap { MachineName($0.path) })
        var name = names.next(of: record.node, after: 0)
        for attempt in 1...Self.attemptCount {
            do {
                try await hub.put(try record.sealed(as: name, with: sealer), as: hubName(name))
                break
            } catch let error as HubError
                where error.code == .taken && attempt < Self.attemptCount
            {
                name = MachineName(node: name.node, number: name.number + 1)
            }
        }
        for replaced in names.replaced(by: name) { try await hub.delete(hubName(replaced)) }
    }

    private func newest(of node: NodeID, in names: MachineListing) async throws -> MachineRecord? {
        for name in names.names(of: node) {
            guard let sealed = try await hub.get(hubName(name)) else { continue }
            do throws(SyncError) {
                return try MachineRecord(sealed: sealed, named: name, with: sealer)
            } catch {
                guard error.code == .incomplete || error.code == .damaged else { throw error }
            }
        }
        return nil
    }

    private func hubName(_ name: MachineName) throws(HubError) -> HubName {
        guard let name = HubName(space: sealer.space, path: name.description) else {
            throw HubError(.invalid, message: "\(name) is no name on a hub")
        }
        return name
    }
}
