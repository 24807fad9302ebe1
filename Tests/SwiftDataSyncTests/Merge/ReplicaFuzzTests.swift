// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Changes that no machine would write: rows that own themselves, redirects in all directions.
struct ReplicaFuzzTests {
    @Test func noChangesStopAReplica() throws {
        for seed in 0..<UInt64(100) {
            var generator = Generator(seed: seed)
            var replica = try Journal.replica(1)
            for _ in 0..<60 {
                replica.apply(generator.change())
                if generator.number(0..<20) == 0 { replica.repair(at: 0, patience: 0) }
            }
            let published = replica.publish()
            let object = LogObject(node: replica.node, start: 0, end: 1, changes: published)
            #expect(try LogObject(bytes: object.bytes) == object, "seed \(seed)")
            for row in replica.rows { #expect(replica.resolve(row) <= row, "seed \(seed)") }
        }
    }
}
