// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
import Testing

@testable import SwiftDataSync

struct KeyChangePlanTests {
    private static let space = SpaceID(high: 1, low: 2)
    private static let old = KeyID(rawValue: 1)
    private static let new = KeyID(rawValue: 2)
    private static let oldRecord = SpaceRecordName(space: space, number: 1, key: old)
    private static let record = SpaceRecordName(space: space, number: 2, key: new)

    private static func object(_ node: UInt64, _ start: UInt64) -> ObjectName {
        ObjectName(
            node: NodeID(rawValue: node),
            start: start,
            end: start + 1,
            isRewrite: false,
            digest: RowKey(high: node, low: start)
        )
    }

    private static func machine(_ node: UInt64, _ number: UInt64) -> MachineName {
        MachineName(node: NodeID(rawValue: node), number: number)
    }

    private static func listing(
        records: [SpaceRecordName],
        _ objects: [(any CustomStringConvertible, KeyID?)]
    ) -> SpaceListing {
        let keys = Dictionary(
            objects.map { ("\(space)/\($0.0)", $0.1) },
            uniquingKeysWith: { first, _ in first }
        )
        return SpaceListing(of: space, names: records.map(\.description) + keys.keys) { name in
            keys[name] ?? nil
        }
    }

    /// The plan of the machine with the nodes 1 and 2, of which 2 is the present one.
    private static func plan(_ listing: SpaceListing) -> KeyChangePlan {
        let nodes = Set([1, 2].map { NodeID(rawValue: $0) })
        return KeyChangePlan(
            for: record,
            node: NodeID(rawValue: 2),
            nodes: nodes,
            listing: listing
        )
    }

    @Test func ownObjectsUnderTheEarlierKeyAreWrittenAgain() {
        let listing = Self.listing(
            records: [Self.oldRecord],
            [
                (Self.object(2, 0), Self.old), (Self.machine(2, 4), Self.old),
                (Self.object(3, 0), Self.old), (Self.machine(3, 1), Self.old),
            ]
        )
        let plan = Self.plan(listing)
        #expect(plan.mustPutSpaceRecord && plan.mustRewriteLog && plan.mustPutMachineRecord)
        #expect(plan.obsoleteRecords == [] && plan.obsoleteMachines == [])
        #expect(plan.waitingNodes == [NodeID(rawValue: 3)])
        #expect(!plan.isComplete)
    }

    @Test func nothingIsDeletedBeforeItsReplacementIsThere() {
        let listing = Self.listing(
            records: [Self.oldRecord, Self.record],
            [
                (Self.machine(1, 9), Self.old), (Self.machine(2, 4), Self.old),
                (Self.machine(2, 5), Self.new), (Self.machine(3, 1), Self.old),
            ]
        )
        let plan = Self.plan(listing)
        #expect(!plan.mustPutSpaceRecord && !plan.mustRewriteLog && !plan.mustPutMachineRecord)
        #expect(plan.obsoleteRecords == [Self.oldRecord])
        #expect(plan.obsoleteMachines == [Self.machine(1, 9), Self.machine(2, 4)])
        #expect(plan.waitingNodes == [NodeID(rawValue: 3)])
    }

    @Test func objectsOfEarlierNodesAreTheMachinesOwn() {
        let plan = Self.plan(Self.listing(records: [], [(Self.object(1, 0), Self.old)]))
        #expect(plan.mustRewriteLog)
        #expect(plan.waitingNodes == [])
    }

    /// The owner writes a damaged object again, and another machine's keeps the earlier key.
    @Test func objectsWithoutHeaderMayHaveTheEarlierKey() {
        let own = Self.plan(Self.listing(records: [], [(Self.object(2, 0), nil)]))
        #expect(own.mustRewriteLog)
        let other = Self.plan(Self.listing(records: [], [(Self.object(3, 0), nil)]))
        #expect(!other.mustRewriteLog)
        #expect(other.waitingNodes == [NodeID(rawValue: 3)])
    }

    @Test func otherFilesAndSpacesAreIgnored() {
        let names = [
            "\(SpaceID(high: 9, low: 9))/\(Self.object(2, 0))", "\(Self.space)/notes.txt",
            "\(Self.space)/\(Self.object(2, 0)).sync-conflict-1", "\(Self.object(2, 0))",
            "\(Self.space)/space/x", "",
        ]
        let listing = SpaceListing(of: Self.space, names: names) { _ in Self.old }
        #expect(listing.objects.isEmpty && listing.machines.isEmpty && listing.records.isEmpty)
    }

    @Test func aMachineWithoutThePresentKeyKnowsIt() {
        let listing = Self.listing(records: [Self.oldRecord, Self.record], [])
        #expect(KeyChangePlan.unknownRecord(in: listing, after: Self.oldRecord) == Self.record)
        #expect(KeyChangePlan.unknownRecord(in: listing, after: Self.record) == nil)
    }

    /// Whatever a hub has: carrying out the plans of all machines ends, without an earlier key.
    @Test func generatedListingsBecomeComplete() {
        for seed in 0..<UInt64(80) {
            var generator = Generator(seed: seed)
            var hub = KeyHub(&generator, record: Self.record, old: Self.oldRecord)
            for _ in 0..<4 {
                for node in UInt64(1)...3 { hub.carryOut(node) }
            }
            #expect(hub.isComplete, "seed \(seed)")
            #expect(hub.deletedForeignCount == 0, "seed \(seed)")
        }
    }
}

/// A hub with objects of three machines, and what their plans do to it.
private struct KeyHub {
    private let record: SpaceRecordName
    private var records: Set<SpaceRecordName> = []
    private var machines: [MachineName: KeyID?] = [:]
    private var objects: [ObjectName: KeyID?] = [:]
    private(set) var deletedForeignCount = 0

    init(_ generator: inout Generator, record: SpaceRecordName, old: SpaceRecordName) {
        self.record = record
        let keys: [KeyID?] = [record.key, old.key, nil]
        if generator.random.chance(0.5) { records.insert(record) }
        if generator.random.chance(0.8) { records.insert(old) }
        for _ in 0..<generator.number(0..<12) {
            let node = NodeID(rawValue: UInt64(generator.number(1..<4)))
            let number = UInt64(generator.number(1..<9))
            if generator.random.chance(0.4) {
                machines[MachineName(node: node, number: number)] = .some(
                    keys[generator.number(0..<3)]
                )
            } else {
                objects[object(node, number, isRewrite: false)] = .some(
                    keys[generator.number(0..<3)]
                )
            }
        }
    }

    private func object(_ node: NodeID, _ number: UInt64, isRewrite: Bool) -> ObjectName {
        ObjectName(
            node: node,
            start: 0,
            end: number,
            isRewrite: isRewrite,
            digest: RowKey(high: 0, low: number)
        )
    }

    private func plan(_ node: UInt64) -> KeyChangePlan {
        let space = "\(record.space)/"
        var keys: [String: KeyID?] = [:]
        for (name, key) in machines { keys[space + name.description] = .some(key) }
        for (name, key) in objects { keys[space + name.description] = .some(key) }
        let names = records.map(\.description) + keys.keys
        let listing = SpaceListing(of: record.space, names: names) { keys[$0] ?? nil }
        return KeyChangePlan(
            for: record,
            node: NodeID(rawValue: node),
            nodes: [NodeID(rawValue: node)],
            listing: listing
        )
    }

    mutating func carryOut(_ number: UInt64) {
        let plan = plan(number)
        let node = NodeID(rawValue: number)
        if plan.mustPutSpaceRecord { records.insert(record) }
        if plan.mustPutMachineRecord {
            let next = MachineListing(machines.keys).next(of: node, after: 0)
            machines[next] = .some(record.key)
        }
        if plan.mustRewriteLog {
            let end = objects.keys.filter { $0.node == node }.map(\.end).max() ?? 0
            objects = objects.filter { $0.key.node != node }
            objects[object(node, end + 1, isRewrite: true)] = .some(record.key)
        }
        for name in plan.obsoleteRecords { records.remove(name) }
        for name in plan.obsoleteMachines {
            if name.node != node { deletedForeignCount += 1 }
            machines[name] = nil
        }
    }

    var isComplete: Bool { (UInt64(1)...3).allSatisfy { plan($0).isComplete } }
}
