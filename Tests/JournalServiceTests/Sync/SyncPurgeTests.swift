// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import SwiftDataHub
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import JournalService

/// Purges in journals that are synchronized.
struct SyncPurgeTests {
    private let secret = "zanzibarquagga"

    /// Returns the files of both stores that contain the secret.
    private func filesWithSecret(_ bench: SyncBench) throws -> [String] {
        try bench.directories.flatMap { directory in
            try FileManager.default.subpathsOfDirectory(atPath: directory)
                .filter { path in
                    // A socket cannot be read.
                    let content = FileManager.default.contents(atPath: directory + "/" + path)
                    return content?.range(of: Data(secret.utf8)) != nil
                }
        }
    }

    /// Returns the number of objects of the hub that contain the secret.
    private func objectsWithSecret(_ bench: SyncBench) async throws -> Int {
        let text = try await bench.first.call(SyncKey()).key
        let key = try text.withBytes { try KeyText.key(Array($0)) }
        let space = try #require(bench.hub.spaces().first)
        let sealer = ObjectSealer(space: space, keys: KeyRing(current: key))
        return try bench.hub.list(HubPrefix(space: space)).names
            .count { name in
                guard let object = ObjectName(name.path), let sealed = bench.hub.get(name) else {
                    return false
                }
                let content = try LogObject(sealed: sealed, named: object, with: sealer).bytes
                return Data(content).range(of: Data(secret.utf8)) != nil
            }
    }

    @Test func noFileAndNoObjectHasPurgedContent() async throws {
        try await SyncBench.run { bench in
            let first = try await bench.first.call(EntryCreate(text: "the \(secret)"))
            try await bench.join()
            try await bench.synchronize()
            let second = try await bench.second.call(EntryCreate(text: "another \(secret)"))
            try await bench.second.call(EntryCreate(text: "kept"))
            try await bench.synchronize()
            let entries = [EntryReference(first.id), EntryReference(second.id)]
            // An earlier version has the secret, too.
            try await bench.first.call(EntryUpdate(id: entries[1], text: "changed"))
            try await bench.synchronize()
            #expect(try filesWithSecret(bench).count >= 2)
            #expect(try await objectsWithSecret(bench) > 0)
            try await bench.first.call(EntryPurge(ids: entries))
            try await bench.synchronize()
            #expect(try filesWithSecret(bench) == [])
            #expect(try await objectsWithSecret(bench) == 0)
            #expect(try await bench.second.texts() == ["kept"])
        }
    }

    @Test func machinesConfirmPurges() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            let created = try await bench.first.call(EntryCreate(text: "secret"))
            try await bench.synchronize()
            try await bench.second.call(SyncPause())
            try await bench.first.call(EntryPurge(ids: [EntryReference(created.id)]))
            try await bench.first.call(SyncNow())
            let unconfirmed = try await bench.first.call(SyncMachines()).machines
            #expect(unconfirmed.map(\.name) == ["one", "two"])
            #expect(unconfirmed.map(\.hasPendingPurges) == [false, true])
            try await bench.second.call(SyncResume())
            try await bench.second.call(SyncNow())
            try await bench.first.call(SyncNow())
            let confirmed = try await bench.first.call(SyncMachines()).machines
            #expect(confirmed.map(\.name) == ["one", "two"])
            #expect(confirmed.map(\.hasPendingPurges) == [false, false])
        }
    }
}
