// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Random operations of two contexts over two stores have the effect that values predict.
@Suite struct ContextStateMachineTests {
    private static let seedCount: UInt64 =
        ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] == nil ? 16 : 400
    /// The first of the seeds, which the variable `JOURNAL_TEST_SEED` replaces.
    private static let firstSeed =
        ProcessInfo.processInfo.environment["JOURNAL_TEST_SEED"].flatMap { UInt64($0) } ?? 0

    private func run(seed: UInt64, library: any DataStoreConfiguration) throws {
        let depot = ModelConfiguration(
            "depot",
            schema: Schema(Depot.types),
            isStoredInMemoryOnly: true
        )
        let container = try ModelContainer(
            for: Schema(Library.types + Depot.types),
            configurations: [library, depot]
        )
        var machine = ContextStateMachine(container, seed: seed)
        for step in 0..<100 {
            try machine.step()
            let log = machine.log.suffix(16)
            for (index, comparison) in try machine.comparisons().enumerated() {
                try #require(
                    comparison.found == comparison.expected,
                    "seed \(seed), step \(step), context \(index): \(log)"
                )
            }
        }
    }

    @Test func operationsHaveTheirEffectInTwoDefaultStores() throws {
        for seed in Self.firstSeed..<Self.firstSeed + Self.seedCount {
            let library = ModelConfiguration(
                "library",
                schema: Schema(Library.types),
                isStoredInMemoryOnly: true
            )
            try run(seed: seed, library: library)
        }
    }

    @Test func operationsHaveTheirEffectInACustomStoreAndADefaultStore() throws {
        for seed in Self.firstSeed..<Self.firstSeed + Self.seedCount / 4 {
            let folder = try TemporaryFolder()
            let library = JSONStoreConfiguration(
                schema: Schema(Library.types),
                url: folder.url.appending(path: "library")
            )
            try run(seed: seed, library: library)
        }
    }
}
