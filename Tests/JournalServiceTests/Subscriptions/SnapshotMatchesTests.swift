// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

@Suite struct SnapshotMatchesTests {
    private func identifiers(_ keys: some Sequence<Int>) throws -> [PersistentIdentifier] {
        try keys.map {
            try PersistentIdentifier.identifier(for: "s", entityName: "Entry", primaryKey: $0)
        }
    }

    @Test(arguments: [0, 1, 3, 4, 5, 7, 8, 9, 50])
    func chunksContainEveryMatchOnceInOrder(count: Int) throws {
        var random = SplitMix(seed: UInt64(count))
        let found = try identifiers((0..<count).shuffled(using: &random))
        var seen: [PersistentIdentifier] = []
        var next = SnapshotMatches(of: found, capacity: 4)
        while true {
            #expect(next.identifiers.count <= 4)
            seen += next.identifiers
            guard let end = next.end else { break }
            next = SnapshotMatches(of: found, after: end, capacity: 4)
        }
        #expect(seen == found.sorted())
    }

    @Test func sentMatchesAreRemoved() throws {
        let all = try identifiers(1...4)
        var matches = SnapshotMatches(of: all)
        matches.removeFirst(through: all[1])
        #expect(Array(matches.identifiers) == Array(all[2...]))
        #expect(matches.end == nil)
    }

    @Test func pagesOfLongEntriesAreShort() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = "rain " + String(repeating: "x", count: 60_000)
                for _ in 1...12 { try await client.call(EntryCreate(text: text)) }
                for query in ["rain", nil] {
                    try await client.call(
                        Subscribe(query: query, include: .full, snapshot: true)
                    )
                    let entries = try await client.changes().flatMap(\.items)
                        .filter { $0.kind == .entry }
                    #expect(Set(entries.map(\.id)).count == 12)
                    #expect(entries.count == 12)
                }
            }
        }
    }
}
