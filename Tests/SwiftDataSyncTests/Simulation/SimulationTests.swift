// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftDataSync

/// Runs of simulated machines: whatever goes wrong, all come to the same rows, and nothing is lost.
///
/// A failure names the seeds with which it is repeated: `JOURNAL_SYNC_SEED` is the first seed,
/// `JOURNAL_SYNC_RUNS` the number of runs in each mode. `JOURNAL_LONG_SIMULATION` makes as many
/// runs as only an optimized build can.
struct SimulationTests {
    typealias Mode = SimulatedWorld.Mode

    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = environment["JOURNAL_LONG_SIMULATION"] != nil
    private static let firstSeed = environment["JOURNAL_SYNC_SEED"].flatMap(UInt64.init) ?? 0
    private static let runs =
        environment["JOURNAL_SYNC_RUNS"].flatMap(UInt64.init) ?? (isLong ? 1_000 : 1)

    @Test(arguments: Mode.allCases)
    func machinesComeToTheSameRows(mode: Mode) throws {
        let failures = try Self.failures(mode: mode, runs: Self.runs)
        #expect(failures == [:])
    }

    /// Runs that found an error once.
    @Test(arguments: [
        EarlierFailure(mode: .copiedStores, seed: 141),
        EarlierFailure(mode: .copiedStores, seed: 821),
        EarlierFailure(mode: .oneView, seed: 118, seals: true),
        EarlierFailure(mode: .copiedStores, seed: 321, seals: true),
        EarlierFailure(mode: .oneView, seed: 587, purges: true),
        EarlierFailure(mode: .rolledBackHub, seed: 370, purges: true),
    ])
    func earlierFailuresStayMended(run: EarlierFailure) throws {
        var world = try SimulatedWorld(
            mode: run.mode,
            seed: run.seed,
            purges: run.purges,
            seals: run.seals
        )
        let failures = try world.run()
        #expect(failures == [])
    }

    @Test(arguments: isLong ? Mode.allCases.filter { $0 != .copiedStores } : [.oneView])
    func purgedContentDisappears(mode: Mode) throws {
        // One of 4,000 runs fails, with a later seed (decision 0181).
        let failures = try Self.failures(mode: mode, runs: min(Self.runs, 600), purges: true)
        #expect(failures == [:])
    }

    /// Keys change while machines synchronize, and only some machines have each key at first.
    @Test(arguments: Mode.allCases)
    func keysChange(mode: Mode) throws {
        // One of 5,000 runs fails, with a later seed; decision 0252 says what is known.
        let limit: UInt64 = mode == .copiedStores ? 370 : .max
        let failures = try Self.failures(mode: mode, runs: min(Self.runs, limit), seals: true)
        #expect(failures == [:])
    }

    /// Entries have covers, and notebooks have shelves, which belong to no other.
    @Test(arguments: Mode.allCases)
    func oneRowAtMostRefersToAnother(mode: Mode) throws {
        // One of 5,000 runs fails, with a later seed (decision 0181).
        let limit: UInt64 = mode == .copiedStores ? 70 : .max
        let failures = try Self.failures(mode: mode, runs: min(Self.runs, limit), singles: true)
        #expect(failures == [:])
    }

    /// Attachments and their parts are given to other entries, some of which are deleted.
    @Test(arguments: Mode.allCases)
    func partsMove(mode: Mode) throws {
        // One of 1,500 runs fails, with a later seed (decision 0252).
        let limit: UInt64 = mode == .folder ? 270 : 300
        let failures = try Self.failures(mode: mode, runs: min(Self.runs, limit), moves: true)
        #expect(failures == [:])
    }

    /// A participant that is loaded from its records after each step does what one in memory does.
    @Test(arguments: isLong ? Mode.allCases : [.folder], [false, true])
    func machinesContinueFromTheirRecords(mode: Mode, singles: Bool) throws {
        let limit: UInt64 = singles && mode == .copiedStores ? 70 : 100
        for seed in Self.firstSeed..<Self.firstSeed + min(Self.runs, limit) {
            let steps = Self.isLong ? 140 : 40
            var expected = try SimulatedWorld(mode: mode, seed: seed, singles: singles)
            let expectedFailures = try expected.run(steps: steps)
            #expect(expectedFailures == [], "seed \(seed)")
            for storage in Self.isLong ? [SimulatedStorage.records, .shownRows] : [.shownRows] {
                var world = try SimulatedWorld(
                    mode: mode,
                    seed: seed,
                    singles: singles,
                    storage: storage
                )
                let failures = try world.run(steps: steps)
                #expect(failures == [], "seed \(seed)")
                #expect(world.hub.objects == expected.hub.objects, "seed \(seed)")
                for (machine, other) in zip(world.machines, expected.machines) {
                    #expect(machine.store.rows == other.store.rows, "seed \(seed)")
                    #expect(machine.store.pairs == other.store.pairs, "seed \(seed)")
                }
            }
        }
    }

    /// Leaves each rule out: some run must fail, or the simulation could not find its absence.
    @Test(arguments: isLong ? necessary : necessary.filter { $0.runs == 8 })
    func everyRuleIsNecessary(rule: Necessity) throws {
        for seed in 0..<rule.runs {
            var world = try SimulatedWorld(
                mode: rule.mode,
                seed: seed,
                singles: rule.rule == .single,
                omitting: [rule.rule]
            )
            if try !world.run().isEmpty { return }
        }
        Issue.record("no run without \(rule.rule) fails in \(rule.mode)")
    }

    /// A run that failed.
    struct EarlierFailure: Sendable {
        let mode: Mode
        let seed: UInt64
        var purges = false
        var seals = false
    }

    /// A mode in which a run without a rule fails, within a number of runs.
    struct Necessity: Sendable {
        let rule: SyncRule
        let mode: Mode
        let runs: UInt64
    }

    private static let necessary = [
        Necessity(rule: .guard, mode: .oneView, runs: 8),
        Necessity(rule: .revive, mode: .folder, runs: 8),
        Necessity(rule: .unique, mode: .folder, runs: 8),
        Necessity(rule: .single, mode: .folder, runs: 8),
        Necessity(rule: .park, mode: .rolledBackHub, runs: 8),
        Necessity(rule: .heal, mode: .rolledBackHub, runs: 8),
        Necessity(rule: .deny, mode: .oneView, runs: 60),
        Necessity(rule: .restamp, mode: .folder, runs: 60),
        Necessity(rule: .again, mode: .folder, runs: 60),
        Necessity(rule: .late, mode: .folder, runs: 100),
        Necessity(rule: .clock, mode: .oneView, runs: 300),
    ]

    /// Returns the seeds of the runs that fail, by what does not hold.
    private static func failures(
        mode: Mode,
        runs: UInt64,
        purges: Bool = false,
        seals: Bool = false,
        singles: Bool = false,
        moves: Bool = false
    ) throws -> [String: [UInt64]] {
        var failures: [String: [UInt64]] = [:]
        for seed in firstSeed..<firstSeed + runs {
            var world = try SimulatedWorld(
                mode: mode,
                seed: seed,
                purges: purges,
                seals: seals,
                singles: singles,
                moves: moves
            )
            for problem in try world.run() { failures[problem, default: []].append(seed) }
        }
        return failures
    }
}
