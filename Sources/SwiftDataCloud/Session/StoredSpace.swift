// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftDataSync

/// The space with which a store is synchronized, as a sync record of the store.
struct StoredSpace: Codable {
    /// The key of the record: the merge and the replica use lower ones.
    static let key: [UInt8] = [0x60]
    private static let currentVersion = 1

    private let version: Int
    private let name: String
    private let record: Data
    /// The identifier of the store for which its node was made; copies have others.
    let store: String

    init(_ record: SpaceRecord, store: String) {
        version = Self.currentVersion
        name = record.name.description
        self.record = Data(record.bytes)
        self.store = store
    }

    /// Decodes a record of a store.
    init(bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        guard version == Self.currentVersion else {
            throw CloudError(
                .format,
                message: "the store was synchronized by a newer program; update this"
            )
        }
    }

    var bytes: [UInt8] {
        get throws { try Array(JSONEncoder().encode(self)) }
    }

    /// The record of the space.
    var space: SpaceRecord {
        get throws {
            guard let name = SpaceRecordName(name) else {
                throw SyncError(.damaged, message: "the store has no name of its space")
            }
            return try SpaceRecord(bytes: Array(record), named: name)
        }
    }
}
