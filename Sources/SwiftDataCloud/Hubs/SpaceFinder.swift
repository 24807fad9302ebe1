// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSpace
internal import SwiftDataSync

/// Finds the space of a key on a hub, which may have several.
struct SpaceFinder {
    let hub: any SyncHub

    /// Returns the record of the space that a key opens.
    ///
    /// - Throws: `SyncError` with the code `.key` if the hub has no such space; the errors of the
    ///   hub.
    func record(for key: SpaceKey) async throws -> SpaceRecord {
        for space in try await hub.spaces() {
            let listing = try await hub.list(HubPrefix(recordsOf: space))
            let names = listing.names.compactMap { SpaceRecordName($0.description) }
            guard let name = names.first(where: { $0.key == key.id }),
                let bytes = try await hub.get(name.hubName())
            else { continue }
            let record = try SpaceRecord(bytes: bytes, named: name)
            try record.confirm(key)
            return record
        }
        throw SyncError(
            .key,
            message: "the hub has nothing that the key opens; use the key of the device that made "
                + "the hub"
        )
    }
}

extension SpaceRecordName {
    /// Returns the name on a hub.
    ///
    /// - Throws: `HubError`; every name of a record is one on a hub.
    func hubName() throws(HubError) -> HubName {
        guard let name = HubName(description) else {
            throw HubError(.invalid, message: "\(self) is no name on a hub")
        }
        return name
    }
}
