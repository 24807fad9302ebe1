// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataSpace
internal import SwiftDataSync

/// The decisions of a person about the synchronization of a store, which are in the store.
struct SyncSettings: Sendable {
    /// The version of the encoding.
    private static let version = 1

    /// The address of the hub, which may have a password.
    var hub: String
    /// The record of the space.
    var record: SpaceRecord
    /// The key of the space.
    var key: SpaceKey
    /// The earlier keys, which something on the hub may still need.
    var earlierKeys: [SpaceKey] = []
    /// The identifier of the store for which its node was made; copies have others.
    var boundStore: String
    /// Whether a person has paused the synchronization.
    var isPaused = false
    /// The name of the machine.
    var machine: String

    /// The identifier of the space.
    var space: SpaceID { record.name.space }

    /// The keys that seal and open objects.
    var sealer: ObjectSealer {
        ObjectSealer(space: space, keys: KeyRing(current: key, earlier: earlierKeys))
    }
}

extension SyncSettings: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        let version: Int = try fields.required("version")
        guard version == Self.version else { throw InvalidParams("expected version 1") }
        let name: String = try fields.required("name")
        let record: Base64 = try fields.required("record")
        let key: Base64 = try fields.required("key")
        let earlierKeys: [Base64]? = try fields.optional("earlierKeys")
        guard let name = SpaceRecordName(name) else { throw InvalidParams("expected a space") }
        do throws(SyncError) {
            self.record = try SpaceRecord(bytes: record.bytes, named: name)
            self.key = try SpaceKey(key.bytes)
            for key in earlierKeys ?? [] { self.earlierKeys.append(try SpaceKey(key.bytes)) }
        } catch {
            throw InvalidParams(error.message)
        }
        hub = try fields.required("hub")
        boundStore = try fields.required("store")
        isPaused = try fields.required("paused")
        machine = try fields.required("machine")
    }

    var json: JSON {
        [
            "version": Self.version.json, "hub": hub.json, "name": record.name.description.json,
            "record": Base64(record.bytes).json, "key": Base64(key.withBytes { Array($0) }).json,
            "earlierKeys": earlierKeys.map { Base64($0.withBytes { Array($0) }) }.json,
            "store": boundStore.json, "paused": isPaused.json, "machine": machine.json,
        ]
    }
}
