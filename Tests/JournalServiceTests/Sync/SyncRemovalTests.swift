// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import SwiftDataHub
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import JournalService

/// Machines that are removed, and new keys.
struct SyncRemovalTests {
    @Test func lostMachineCanReadNothingNew() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "of the first"))
            try await bench.second.call(EntryCreate(text: "of the lost one"))
            try await bench.join()
            try await bench.synchronize()
            let machines = try await bench.first.call(SyncMachines()).machines
            let lost = try #require(machines.first { !$0.isCurrent })
            let key = try await bench.first.call(SyncKey(isNew: true)).key
            #expect(try await bench.first.call(SyncKey()).key == key)
            try await bench.first.call(SyncRemove(node: lost.node))
            try await bench.first.call(EntryCreate(text: "new"))
            try await bench.first.call(SyncNow())
            #expect(try await bench.second.refusal(SyncNow()).kind == .syncKey)
            #expect(try await bench.second.texts() == ["of the first", "of the lost one"])
            #expect(try await bench.first.call(SyncMachines()).machines.map(\.name) == ["one"])
            try await bench.waitForKey(key)
            // A new machine has everything, also what the lost one had written.
            try await bench.second.call(SyncOff())
            try await bench.second.call(
                SyncJoin(hub: SyncBench.address, credential: .key(key), name: "three")
            )
            try await bench.second.call(SyncNow())
            let texts = try await bench.second.texts()
            #expect(Set(texts) == ["new", "of the first", "of the lost one"])
        }
    }

    @Test func machinesJoinAgainWithANewPassphrase() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "before"))
            try await bench.join()
            try await bench.synchronize()
            let passphrase: Secret = "five words of my own"
            let key = try await bench.first.call(
                SyncKey(isNew: true, passphrase: passphrase)
            ).key
            try await bench.second.call(EntryCreate(text: "while it was stopped"))
            #expect(try await bench.second.refusal(SyncNow()).kind == .syncKey)
            let join = SyncJoin(hub: SyncBench.address, credential: .passphrase(passphrase))
            let joined = try await bench.second.call(join)
            #expect(joined.space == bench.hub.spaces().first?.description)
            #expect(try await bench.second.refusal(join).kind == .syncSpace)
            try await bench.synchronize()
            for client in [bench.first, bench.second] {
                #expect(try await client.texts() == ["before", "while it was stopped"])
            }
            try await bench.waitForKey(key)
            try await bench.second.call(EntryCreate(text: "with the new key"))
            try await bench.synchronize()
            #expect(try await bench.first.texts().contains("with the new key"))
        }
    }

    /// A daemon that ends after it has stored a new key has not begun to write with it.
    @Test func interruptedChangeOfTheKeyContinues() async throws {
        let hub = MemoryHub()
        let hubs = HubSource { _ in hub }
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: hubs) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "before"))
                    try await client.call(SyncInit(hub: SyncBench.address))
                    try await client.call(SyncNow())
                }
            }
            let key = try await Self.storeNewKey(in: daemon)
            try await daemon.serve(hubs: hubs) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.waitForKey(key, on: hub)
                    #expect(try await client.call(SyncKey()).key == Secret(KeyText.text(key)))
                    #expect(try await client.texts() == ["before"])
                }
            }
            #expect(try hub.sealingKeys == [key.id])
        }
    }

    private static func storeNewKey(in daemon: TestDaemon) async throws -> SpaceKey {
        let container = try JournalContainer.open(URL(filePath: daemon.store))
        let store = SyncedStore(ModelContext(container))
        let record = SyncSettingsRecord(storeKey: nil)
        var settings = try #require(try record.read(store))
        settings.earlierKeys = [settings.key]
        (settings.record, settings.key) = try await SpaceSetup.renewed(settings.record, nil)
        try record.write(settings, to: store)
        try container.close()
        return settings.key
    }

    @Test func removedMachineThatComesBackIsANewOne() async throws {
        try await SyncBench.run { bench in
            try await bench.second.call(EntryCreate(text: "before"))
            try await bench.join()
            try await bench.synchronize()
            try await bench.second.call(SyncPause())
            let machines = try await bench.first.call(SyncMachines()).machines
            let removed = try #require(machines.first { !$0.isCurrent })
            try await bench.first.call(SyncRemove(node: removed.node))
            try await bench.first.call(SyncNow())
            #expect(try await bench.first.call(SyncStatusCall()).machines == 1)
            try await bench.second.call(EntryCreate(text: "after"))
            try await bench.second.call(SyncResume())
            for _ in 0..<2 { try await bench.synchronize() }
            let nodes = try await bench.first.call(SyncMachines()).machines.map(\.node)
            #expect(nodes.count == 2 && !nodes.contains(removed.node))
            #expect(try await bench.first.texts() == ["after", "before"])
            #expect(try await bench.second.texts() == ["after", "before"])
        }
    }

    @Test func onlyOtherMachinesAreRemoved() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            try await bench.synchronize()
            let machines = try await bench.first.call(SyncMachines()).machines
            let own = try #require(machines.first { $0.isCurrent })
            for node in [own.node, "00c0ffee00c0ffee", "other"] {
                let error = try await bench.first.refusal(SyncRemove(node: node))
                #expect(error.kind == .paramsInvalid)
            }
            #expect(try await bench.first.call(SyncMachines()).machines.count == 2)
        }
    }
}

extension SyncBench {
    /// Waits until nothing on the hub is sealed with another key.
    fileprivate func waitForKey(_ text: Secret) async throws {
        let key = try text.withBytes { try KeyText.key(Array($0)) }
        try await first.waitForKey(key, on: hub)
    }
}

extension TestClient {
    /// Exchanges changes until nothing on a hub is sealed with another key.
    fileprivate func waitForKey(_ key: SpaceKey, on hub: MemoryHub) async throws {
        while try hub.sealingKeys != [key.id] || hub.recordCount != 1 {
            try await call(SyncNow())
        }
    }
}

extension MemoryHub {
    /// The keys with which objects are sealed.
    fileprivate var sealingKeys: Set<KeyID> {
        get throws {
            let names = spaces().flatMap { list(HubPrefix(space: $0)).names }
            return try names.filter { !$0.path.hasPrefix("space/") }
                .compactMap { try get($0).map { try SealedHeader($0).key } }
                .reduce(into: []) { $0.insert($1) }
        }
    }

    /// The number of records of spaces.
    fileprivate var recordCount: Int {
        spaces().flatMap { list(HubPrefix(space: $0)).names }.count { $0.path.hasPrefix("space/") }
    }
}
