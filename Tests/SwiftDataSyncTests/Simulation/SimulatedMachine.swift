// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// A machine with a clock that may be wrong.
struct SimulatedMachine {
    let number: Int
    let skew: Int64
    var store: SimulatedStore
    /// The nodes that this machine had: a file that a copy of the store does not contain.
    var nodes: Set<NodeID>
    /// Whether the store was copied from another machine since the last round.
    var isCopied = false
    /// Whether capture missed a change of the store.
    private(set) var hasMissedChanges = false
    /// Whether an entry lost its notebook because no machine had that any more.
    private(set) var hasReplacedReference = false
    /// An error that a machine must not have.
    var failure: String?
    var random: SplitMix

    init(
        number: Int,
        skew: Int64,
        schema: SyncSchema,
        seed: UInt64,
        storage: SimulatedStorage,
        omitting: Set<SyncRule>
    ) {
        self.number = number
        self.skew = skew
        let node = NodeID(rawValue: UInt64(number) << 32)
        random = SplitMix(seed: seed)
        // Some machines divide what they publish into several objects.
        let size = random.chance(0.25) ? 2_000 : 100_000
        let participant = SyncParticipant(
            schema: schema,
            node: node,
            maximumObjectSize: size,
            omitting: omitting
        )
        let recording = SimulatedRecording(
            storage: storage,
            schema: schema,
            node: node,
            maximumObjectSize: size,
            omitted: omitting
        )
        store = SimulatedStore(
            participant: participant,
            recording: storage == .memory ? nil : recording
        )
        store.load()
        nodes = [node]
    }

    private var follows: (SyncRule) -> Bool { store.participant.replica.follows }

    // MARK: A round of synchronization

    mutating func synchronize(_ hub: inout SimulatedHub, crashes: Bool = false) {
        let listing = hub.list(for: number)
        let names = Set(listing.keys)
        store.load()
        delete(store.participant.confirm(found: names), from: &hub)
        store.commit()
        let unread = store.participant.unread(in: names)
        let objects = unread.compactMap { name in
            // A file that is incomplete is read later.
            (try? decode(listing[name] ?? [], named: name)).map { object in
                (name: name, object: object)
            }
        }
        moveLogIfTaken(names: names, objects: objects.map(\.object))
        capture()
        let waiting = receive(ordered(objects))
        let isWaiting = !waiting.isEmpty || objects.count < unread.count
        let references = lateReferences
        store.participant.repair(at: store.round, patience: 12, isWaiting: isWaiting)
        store.commit()
        hasReplacedReference = hasReplacedReference || references.contains(where: isReplaced)
        store.round += 1
        if !objects.isEmpty || store.participant.replica.hasOutcomes { store.update() }
        capture()
        rewrite(names)
        store.commit()
        changeKey(listing, on: &hub)
        seal()
        store.commit()
        if random.chance(0.15) { return }  // The line is cut.
        for object in store.participant.log.outbox {
            hub.put(object.bytes, named: object.name, by: number)
            if crashes { return }  // The hub has it, and the store has not recorded that.
            delete(store.participant.confirm(object.name), from: &hub)
            store.commit()
        }
    }

    /// Receives objects; one that is in records commits each.
    private mutating func receive(
        _ objects: [(name: ObjectName, object: LogObject)]
    ) -> [ObjectName] {
        guard store.recording != nil else { return store.participant.receive(objects) }
        var waiting = objects
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            for item in waiting where store.participant.canReceive(item.name) {
                store.participant.receive([item])
                store.commit()
                hasMoved = true
            }
            waiting = waiting.filter { item in
                !store.participant.reader.hasRead(item.name)
                    && item.name.node != store.participant.log.node
            }
        }
        return waiting.map(\.name)
    }

    /// The references to notebooks that are not here, and were not deleted.
    private var lateReferences: [FieldID] {
        let state = store.participant.replica.state
        return state.homeless.keys().filter { id in
            let target = state[id.row]?.fields[id.field]?.value.row
            return target.map { state.death(of: $0) == nil } ?? false
        }
    }

    private func isReplaced(_ reference: FieldID) -> Bool {
        store.participant.replica[reference.row]?.fields[reference.field]?.value == .null
    }

    private func delete(_ names: Set<ObjectName>, from hub: inout SimulatedHub) {
        for name in names { hub.delete(name, by: number) }
    }

    private mutating func moveLogIfTaken(names: Set<ObjectName>, objects: [LogObject]) {
        let isBound = !isCopied || !follows(.machine)
        isCopied = false
        guard !isBound || store.participant.isLogTaken(listing: names, objects: objects) else {
            return
        }
        let node = NodeID(rawValue: UInt64(number) << 32 | UInt64(nodes.count))
        nodes.insert(node)
        store.participant.moveLog(to: node, of: nodes)
        store.commit()
    }

    private mutating func capture() {
        if !store.capture() { hasMissedChanges = true }
    }

    /// Returns objects in the order of their ends or any other, some of them twice.
    private mutating func ordered(
        _ objects: [(name: ObjectName, object: LogObject)]
    ) -> [(name: ObjectName, object: LogObject)] {
        var order = objects
        if random.chance(0.3) { order.shuffle(using: &random) }
        if random.chance(0.2) { order += order.prefix(3) }
        return order
    }

    private mutating func rewrite(_ listing: Set<ObjectName>) {
        if store.participant.heal(listing: listing) { return writeAgain() }
        if random.chance(0.3) { store.participant.mergeOutbox() }
        let own = listing.filter { store.participant.nodes.contains($0.node) }
        if own.count > 4, random.chance(0.3) {
            store.participant.beginRewriting()
            writeAgain()
        } else if own.count > 2, random.chance(0.3) {
            store.participant.rewriteYoungest(Int.random(in: 2...3, using: &random))
        }
    }

    /// Writes objects again, sometimes in small parts, and not all of them in one round.
    private mutating func writeAgain() {
        let limit = random.chance(0.3) ? 5 : 1_000
        while store.participant.write(limit: limit) {
            store.commit()
            if random.chance(0.1) { return }
        }
    }

    // MARK: Chance

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }

    mutating func takeChance(_ probability: Double) -> Bool { random.chance(probability) }

    mutating func takeRandom() -> UInt64 { random.next() }

    /// Writes everything again, as the next rewriting of the log does.
    mutating func rewriteAll() {
        store.participant.rewriteAll()
        store.commit()
    }
}
