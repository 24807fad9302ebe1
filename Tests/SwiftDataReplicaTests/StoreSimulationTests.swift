// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataReplica
import SwiftDataSync
import SwiftDataSyncEngine
import Testing

/// Machines whose users write at random, with real stores.
struct StoreSimulationTests {
    /// A failure of the program in the middle of a step.
    private struct Refusal: Error {}

    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["JOURNAL_SYNC_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(1...(environment["JOURNAL_LONG_TESTS"] == nil ? 5 : 200))
    }()

    @Test(arguments: seeds)
    func storesAreEqualAtTheEnd(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let space = try TestSpace()
        let refuses = Flag()
        let machines = try (1...3).map { number in
            try TestMachine(space) { settings in
                settings.newNode = { NodeID(rawValue: UInt64(number)) }
                settings.pageSize = number * 2
                settings.complete = { _, _ in if refuses.isSet { throw Refusal() } }
            }
        }
        for step in 0..<40 {
            let machine = machines[Int.random(in: 0..<3, using: &random)]
            var user = DiaryUser(random: random)
            try user.act(step: step, in: machine.context)
            random = user.random
            switch Int.random(in: 0..<20, using: &random) {
            case ..<4: try await machine.synchronize()
            case 4: machine.restart()
            case 5:
                refuses.isSet = true
                _ = try? await machine.synchronize()
                refuses.isSet = false
            default: break
            }
        }
        for _ in 0..<4 {
            for machine in machines { try await machine.synchronize() }
        }
        let content = try machines[0].content
        for machine in machines {
            let lines = try machine.content.lines
            let differences = lines.difference(from: content.lines).map { "\($0)" }
            #expect(differences == [], "\(differences.joined(separator: "\n"))")
            let report = try await machine.synchronize()
            #expect(report.sent == 0 && report.received == 0)
        }
        #expect(Set(content.notebooks.values).count == content.notebooks.count)
        #expect(Set(content.tags.values).count == content.tags.count)
        let parts = content.entries.values.map { $0.attachments.count + $0.earlierTexts.count }
        #expect(parts.reduce(0, +) == content.partCount)
    }
}
