// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import JournalProtocol
import SwiftData
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import JournalService

/// The settings of synchronization in a store.
struct SyncSettingsRecordTests {
    private let store: SyncedStore
    private let settings: SyncSettings

    init() throws {
        store = SyncedStore(ModelContext(try JournalContainer.inMemory()))
        let key = try SpaceKey.random()
        settings = SyncSettings(
            hub: "/media/stick",
            record: try SpaceRecord(SpaceID.random(), key: key),
            key: key,
            boundStore: "store",
            machine: "laptop"
        )
    }

    @Test func settingsAreRead() throws {
        let record = SyncSettingsRecord(storeKey: nil)
        #expect(try record.read(store) == nil)
        try record.write(settings, to: store)
        #expect(try record.read(store)?.json == settings.json)
        try store.leave()
        #expect(try record.read(store) == nil)
    }

    @Test func encryptedStoreSealsThem() throws {
        try SyncSettingsRecord(storeKey: nil).write(settings, to: store)
        let key = JournalKey(.random(), envelope: "")
        let record = SyncSettingsRecord(storeKey: key)
        // Sealed by the first read.
        #expect(try record.read(store)?.json == settings.json)
        #expect(try record.read(store)?.json == settings.json)
        for other in [nil, JournalKey(.random(), envelope: "")] {
            let error = #expect(throws: ProtocolError.self) {
                try SyncSettingsRecord(storeKey: other).read(store)
            }
            #expect(error?.kind == .syncKey)
        }
    }
}
