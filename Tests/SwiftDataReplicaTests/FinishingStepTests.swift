// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData
import SwiftDataReplica
import SwiftDataSync
import Testing

@testable import SwiftDataSyncEngine

/// The end of a round in steps, between which users write.
struct FinishingStepTests {
    private let space: TestSpace

    init() throws { space = try TestSpace() }

    /// A hub that lost all objects receives each of them again.
    @Test func textsThatAreWrittenBetweenStepsAreNoConflicts() async throws {
        let first = try TestMachine(space) { $0.pageSize = 5 }
        let second = try TestMachine(space)
        for page in 0..<4 {
            try first.write { context in
                for number in 0..<5 { context.insert(Diary.Entry("\(page) \(number)")) }
            }
            try await first.synchronize()
        }
        try await second.synchronize()
        var (step, count): (FinishingStep?, Int) = (
            .repair(RoundEnd(found: [], isWaiting: false, time: 0)), 0
        )
        var text = "0 0"
        while let next = step {
            step = try await first.store.finish(next)
            count += 1
            try first.write { try $0.entry(text)?.text = "written after step \(count)" }
            text = "written after step \(count)"
        }
        #expect(count >= 5)
        try await space.synchronize(first, second, first)
        let content = try first.content
        #expect(content.texts.contains(text) && content.texts.count == 20)
        #expect(content.partCount == 0)
        #expect(try second.content == content)
    }

    /// A machine without a connection fills an object with each capture.
    @Test func objectsThatWaitAreMergedInSteps() async throws {
        let first = try TestMachine(space) { $0.maximumObjectSize = 1_000 }
        let second = try TestMachine(space)
        for number in 0..<40 {
            try first.write { $0.insert(Diary.Entry("\(number)")) }
            try await first.store.capture()
        }
        let waiting = try await first.store.read { $0.log.waitingCount }
        #expect(waiting == 40)
        let steps = try await StepCounter(first.store).run(space)
        #expect(steps >= 6)
        #expect(space.objectCount < 20)
        try await second.synchronize()
        #expect(try second.content == first.content)
    }

    @Test func existingRowsFillObjects() async throws {
        let first = try TestMachine(space) {
            $0.pageSize = 3
        } before: { context in
            for number in 0..<12 { context.insert(Diary.Entry("\(number)")) }
        }
        let second = try TestMachine(space)
        try await first.synchronize()
        #expect(space.objectCount == 1)
        try await second.synchronize()
        #expect(try second.content == first.content)
    }

    /// What two machines gave equal names is published in pages.
    @Test func mergedRowsArePublishedInPages() async throws {
        let first = try TestMachine(space)
        let second = try TestMachine(space) { $0.pageSize = 2 }
        for machine in [first, second] {
            try machine.write { context in
                for number in 0..<6 { context.insert(Diary.Tag("\(number)")) }
            }
        }
        try await first.synchronize()
        let steps = try await StepCounter(second.store).run(space)
        #expect(steps >= 5)
        try await space.synchronize(first, second, first)
        #expect(try first.content.tags.count == 6)
        #expect(try second.content == first.content)
    }
}

/// Runs a round of a store, and counts the steps of its end.
private actor StepCounter: SyncStore {
    private let store: ContainerSyncStore
    private var steps = 0

    init(_ store: ContainerSyncStore) { self.store = store }

    func run(_ space: TestSpace) async throws -> Int {
        _ = try await SyncRound(hub: space.hub, store: self).run()
        return steps
    }

    func finish(_ step: FinishingStep) async throws -> FinishingStep? {
        steps += 1
        return try await store.finish(step)
    }

    func space() async throws -> (record: SpaceRecord, sealer: ObjectSealer) {
        await store.space()
    }
    func capture() async throws { try await store.capture() }
    func begin(found: Set<ObjectName>) async throws -> RoundStart {
        try await store.begin(found: found)
    }
    func receive(_ object: LogObject, named name: ObjectName) async throws -> Bool {
        try await store.receive(object, named: name)
    }
    func nextOutgoing() async throws -> (name: ObjectName, bytes: [UInt8])? {
        try await store.nextOutgoing()
    }
    func confirm(_ name: ObjectName) async throws -> Set<ObjectName> {
        try await store.confirm(name)
    }
    func machine() async throws -> MachineRecord? { try await store.machine() }
}
