// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
@testable import SwiftDataSync

/// The keys of a space as a store or a person has them.
struct SimulatedKeys {
    private(set) var ring: KeyRing
    private(set) var record: SpaceRecordName
    /// Whether nothing on the hub needed an earlier key.
    var isSettled = false

    private init(ring: KeyRing, record: SpaceRecordName) {
        self.ring = ring
        self.record = record
    }

    static func first() throws -> SimulatedKeys {
        let key = try SpaceKey.numbered(1)
        let record = SpaceRecordName(space: SpaceID(high: 1, low: 1), number: 1, key: key.id)
        return SimulatedKeys(ring: KeyRing(current: key), record: record)
    }

    var sealer: ObjectSealer { ObjectSealer(space: record.space, keys: ring) }

    /// Returns the keys with a new one.
    func next(using random: inout SplitMix) throws -> SimulatedKeys {
        let key = try SpaceKey.random(using: &random)
        let name = SpaceRecordName(space: record.space, number: record.number + 1, key: key.id)
        return SimulatedKeys(ring: ring.changing(to: key), record: name)
    }

    /// Returns the keys with the newest one of others, and with all earlier ones to open.
    func entering(_ other: SimulatedKeys) -> SimulatedKeys {
        let all = [other.ring.current] + other.ring.earlier
        guard other.record > record else {
            return SimulatedKeys(ring: ring.opening(with: all), record: record)
        }
        return SimulatedKeys(
            ring: ring.changing(to: other.ring.current).opening(with: all),
            record: other.record
        )
    }

    var withoutEarlier: SimulatedKeys {
        SimulatedKeys(ring: ring.withoutEarlier, record: record)
    }
}

/// The keys of a machine, and what it does when they change.
extension SimulatedMachine {
    /// Enters the keys by hand.
    mutating func enter(_ keys: SimulatedKeys?) {
        if let keys { store.keys = store.keys?.entering(keys) }
    }

    func decode(_ bytes: [UInt8], named name: ObjectName) throws -> LogObject {
        guard let sealer = store.keys?.sealer else {
            return try LogObject(bytes: bytes, named: name)
        }
        return try LogObject(sealed: bytes, named: name, with: sealer)
    }

    mutating func seal() {
        guard let sealer = store.keys?.sealer else { return }
        do { try store.participant.seal(with: sealer) } catch { failure = error.message }
    }

    /// Carries out the plan of a change of the key.
    mutating func changeKey(_ listing: [ObjectName: [UInt8]], on hub: inout SimulatedHub) {
        guard let keys = store.keys, !keys.isSettled else { return }
        let records = hub.listRecords(for: number)
        let plan = plan(keys, listing: listing, records: records)
        if plan.mustRewriteLog { store.participant.rewriteAll() }
        if takeChance(0.15) { return }  // The line is cut.
        if plan.mustPutSpaceRecord { putSpaceRecord(keys, on: &hub) }
        if plan.mustPutMachineRecord { putMachineRecord(keys, records: records, on: &hub) }
        for name in plan.obsoleteRecords { hub.delete(name.description, by: number) }
        for name in plan.obsoleteMachines {
            hub.delete("\(keys.record.space)/\(name)", by: number)
        }
        guard plan.isComplete else { return }
        store.keys = keys.withoutEarlier
        store.keys?.isSettled = true
    }

    private func plan(
        _ keys: SimulatedKeys,
        listing: [ObjectName: [UInt8]],
        records: [String: [UInt8]]
    ) -> KeyChangePlan {
        let prefix = "\(keys.record.space)/"
        let objects = Dictionary(
            uniqueKeysWithValues: listing.map { (prefix + $0.key.description, $0.value) }
        )
        let all = objects.merging(records) { $1 }
        return KeyChangePlan(
            for: keys.record,
            node: store.participant.log.node,
            nodes: store.participant.nodes,
            listing: SpaceListing(of: keys.record.space, names: all.keys) { name in
                all[name].flatMap { try? SealedHeader($0).key }
            }
        )
    }

    private mutating func putSpaceRecord(_ keys: SimulatedKeys, on hub: inout SimulatedHub) {
        do {
            let record = try SpaceRecord(
                keys.record.space,
                number: keys.record.number,
                key: keys.ring.current
            )
            hub.put(record.bytes, named: record.name.description, by: number)
        } catch {
            failure = error.message
        }
    }

    private mutating func putMachineRecord(
        _ keys: SimulatedKeys,
        records: [String: [UInt8]],
        on hub: inout SimulatedHub
    ) {
        let prefix = "\(keys.record.space)/"
        let names = records.keys.compactMap { MachineName(String($0.dropFirst(prefix.count))) }
        let node = store.participant.log.node
        let name = MachineListing(names).next(of: node, after: 0)
        let record = MachineRecord(
            node: node,
            name: "machine \(number)",
            software: "simulation",
            schema: "1",
            time: store.round,
            read: store.participant.reader.positions,
            earlierNodes: store.participant.nodes
        )
        do {
            let sealed = try record.sealed(as: name, with: keys.sealer)
            hub.put(sealed, named: prefix + name.description, by: number)
        } catch {
            failure = error.message
        }
    }
}
