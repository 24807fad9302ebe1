// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSpace
internal import SwiftDataSync

/// Reads what the other machines published, and publishes what this one has.
///
/// Objects are fetched, opened, merged and put one by one, so that memory does not grow with the
/// number of changes. A round can be interrupted anywhere, and the next one continues.
struct SyncRound {
    let hub: any SyncHub
    let store: any SyncStore
    /// The records of machines that were read before.
    var machines: [MachineName: MachineRecord] = [:]
    /// Called when the hub has responded, and has the space.
    var willReceive: @Sendable () async -> Void = {}
    /// Called before the first object is put.
    var willSend: @Sendable () async -> Void = {}

    /// Runs a round.
    ///
    /// - Returns: What was received and sent.
    /// - Throws: `HubError`; `SyncError` with the code `.key` or `.format` if the space has a newer
    ///   key, or this program cannot read it; the errors of the store.
    func run() async throws -> RoundReport {
        let (record, sealer) = try await store.space()
        try await store.capture()
        let listing = try await hub.list(HubPrefix(space: sealer.space))
        try await check(record, in: listing)
        await willReceive()
        let found = Set(listing.names.compactMap { ObjectName($0.path) })
        var report = RoundReport(listing)
        let start = try await store.begin(found: found)
        for name in start.obsolete { try await hub.delete(name.hubName(in: sealer.space)) }
        try await read(start, with: sealer, report: &report)
        var step: FinishingStep? = .repair(
            RoundEnd(found: found, isWaiting: !report.isComplete, time: listing.time)
        )
        while let next = step { step = try await store.finish(next) }
        while let (name, bytes) = try await store.nextOutgoing() {
            if report.sent == 0 { await willSend() }
            try await hub.put(bytes, as: name.hubName(in: sealer.space))
            report.sent += 1
            for replaced in try await store.confirm(name) {
                try await hub.delete(replaced.hubName(in: sealer.space))
            }
        }
        report.records = try await exchangeMachines(listing, with: sealer)
        return report
    }

    /// Reads the records of machines, and publishes the one of this machine.
    private func exchangeMachines(
        _ listing: HubListing,
        with sealer: ObjectSealer
    ) async throws -> [MachineName: MachineRecord] {
        let exchange = MachineExchange(hub: hub, sealer: sealer)
        let names = MachineListing(listing.names.compactMap { MachineName($0.path) })
        var records = try await exchange.read(names, known: machines)
        guard let own = try await store.machine() else { return records }
        if let name = try await exchange.publish(own, in: names, records: records) {
            records = records.filter { $0.key.node != own.node }
            records[name] = own
        }
        return records
    }

    /// Puts the record of the space on a hub without it, such as one that was emptied.
    ///
    /// - Throws: `SyncError` with the code `.key` if the space has a newer key.
    private func check(_ record: SpaceRecord, in listing: HubListing) async throws {
        let records = listing.names.compactMap { SpaceRecordName($0.description) }
        if let newer = records.max(), newer > record.name {
            throw SyncError(
                .key,
                message: "the space \(newer.space) has the new key \(newer.key); enter that key"
            )
        }
        if !records.contains(record.name), let name = HubName(record.name.description) {
            try await hub.put(record.bytes, as: name)
        }
    }

    // MARK: Reading

    /// Merges objects until none of them can be merged.
    private func read(
        _ start: RoundStart,
        with sealer: ObjectSealer,
        report: inout RoundReport
    ) async throws {
        var positions = start.positions
        var left = start.unread
        var early: [ObjectName] = []
        repeat {
            early = []
            let received = report.received
            for name in left {
                let canJoin = name.start <= positions[name.node] ?? 0
                switch canJoin ? try await read(name, with: sealer) : .early {
                case nil:
                    positions[name.node] = max(positions[name.node] ?? 0, name.end)
                    report.received += 1
                case .early?: early.append(name)
                case let reason?:
                    report.unread.append(UnreadObject(name: name, reason: reason))
                }
            }
            left = report.received > received ? early : []
        } while !left.isEmpty
        report.unread += early.map { UnreadObject(name: $0, reason: .early) }
    }

    /// Merges an object.
    ///
    /// - Returns: The reason if it was not merged.
    private func read(
        _ name: ObjectName,
        with sealer: ObjectSealer
    ) async throws -> UnreadObject.Reason? {
        guard let sealed = try await hub.get(name.hubName(in: sealer.space)) else {
            return .missing
        }
        let object: LogObject
        do {
            object = try LogObject(sealed: sealed, named: name, with: sealer)
        } catch {
            switch error.code {
            case .incomplete: return .incomplete
            // The key of this store is the newest one: its owner has not written it again yet.
            case .key: return .earlierKey
            case .damaged: return .damaged(error)
            default: throw error
            }
        }
        return try await store.receive(object, named: name) ? nil : .early
    }
}

extension ObjectName {
    /// Returns the name on the hub.
    ///
    /// - Throws: `HubError`; every name of an object is one on a hub.
    func hubName(in space: SpaceID) throws(HubError) -> HubName {
        guard let name = HubName(space: space, path: description) else {
            throw HubError(.invalid, message: "\(self) is no name on a hub")
        }
        return name
    }
}
