// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSync

/// The records of machines on a hub: reads all, and publishes the one of this machine.
struct MachineExchange {
    let hub: any SyncHub
    let sealer: ObjectSealer

    /// Reads the newest record of each machine.
    ///
    /// - Parameters:
    ///   - listing: The listing of the hub.
    ///   - known: The records that were read before.
    /// - Returns: The records by their names.
    /// - Throws: `HubError`.
    func read(
        _ listing: MachineListing,
        known: [MachineName: MachineRecord]
    ) async throws -> [MachineName: MachineRecord] {
        var records: [MachineName: MachineRecord] = [:]
        for node in listing.nodes {
            for name in listing.names(of: node) {
                guard let record = try await record(name, known: known) else { continue }
                records[name] = record
                break
            }
        }
        return records
    }

    /// Returns a record; nil if it does not open, such as one that has not arrived completely.
    private func record(
        _ name: MachineName,
        known: [MachineName: MachineRecord]
    ) async throws -> MachineRecord? {
        if let record = known[name] { return record }
        guard let sealed = try await hub.get(try hubName(of: name)) else { return nil }
        do {
            return try MachineRecord(sealed: sealed, named: name, with: sealer)
        } catch {
            guard [.incomplete, .damaged, .key, .format].contains(error.code) else { throw error }
            return nil
        }
    }

    /// Publishes the record of this machine if it has news.
    ///
    /// - Returns: The name of the record; nil if none was put.
    func publish(
        _ record: MachineRecord,
        in listing: MachineListing,
        records: [MachineName: MachineRecord]
    ) async throws -> MachineName? {
        let last = records.first { $0.key.node == record.node }?.value
        guard record.isNews(after: last) else { return nil }
        let name = listing.next(of: record.node, after: 0)
        let sealed = try record.sealed(as: name, with: sealer)
        try await hub.put(sealed, as: try hubName(of: name))
        for replaced in listing.replaced(by: name) {
            try await hub.delete(try hubName(of: replaced))
        }
        return name
    }

    private func hubName(of name: MachineName) throws(HubError) -> HubName {
        guard let place = HubName(space: sealer.space, path: name.description) else {
            throw HubError(.invalid, message: "\(name) is no name on a hub")
        }
        return place
    }
}
