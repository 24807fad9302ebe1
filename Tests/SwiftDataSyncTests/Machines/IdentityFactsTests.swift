// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct IdentityFactsTests {
    private static let here = MachinePlace(machine: RowKey(high: 1, low: 1), inode: 7, modified: 9)
    private static let binding = NodeBinding(node: node(2), store: "store")

    private static func node(_ number: UInt64) -> NodeID { NodeID(rawValue: number) }

    private static func file(
        _ nodes: [UInt64],
        writtenAt place: MachinePlace = here
    ) -> IdentityFacts.File {
        .found(MachineFile(place: place, nodes: nodes.map(node)), at: here)
    }

    /// What is found when a store with the node 2 is opened, and what follows from it.
    struct Opening: Sendable {
        let facts: IdentityFacts
        let decision: IdentityFacts.Decision
        /// The earlier nodes that are the machine's own.
        let kept: [UInt64]

        init(
            _ file: IdentityFacts.File,
            store: String = "store",
            _ decision: IdentityFacts.Decision,
            kept: [UInt64]
        ) {
            facts = IdentityFacts(store: store, binding: IdentityFactsTests.binding, file: file)
            self.decision = decision
            self.kept = kept
        }
    }

    private static let otherInode = MachinePlace(machine: here.machine, inode: 8, modified: 9)
    private static let otherTime = MachinePlace(machine: here.machine, inode: 7, modified: 8)
    private static let otherMachine = MachinePlace(
        machine: RowKey(high: 1, low: 2),
        inode: 7,
        modified: 9
    )
    private static let noMachine = MachinePlace(machine: nil, inode: 7, modified: 9)

    private static let openings = [
        Opening(file([2]), .keep, kept: [2]),
        Opening(file([1, 2]), .keep, kept: [1, 2]),
        Opening(.missing, .replace, kept: []),
        Opening(.damaged, .replace, kept: []),
        Opening(file([1, 2], writtenAt: otherMachine), .replace, kept: []),
        Opening(file([1, 2], writtenAt: noMachine), .replace, kept: []),
        Opening(file([1, 2], writtenAt: otherInode), .replace, kept: [1, 2]),
        Opening(file([1, 2], writtenAt: otherTime), .replace, kept: [1, 2]),
        // The file has a new node, which an interruption kept from the store.
        Opening(file([1, 2, 3]), .replace, kept: [1, 2, 3]),
        Opening(file([4, 5]), .replace, kept: [4, 5]),
        Opening(file([]), .replace, kept: []),
        Opening(file([1, 2]), store: "restored", .pause, kept: [1, 2]),
        Opening(.missing, store: "restored", .pause, kept: []),
        Opening(
            file([1, 2], writtenAt: otherMachine),
            store: "restored",
            .pause,
            kept: []
        ),
    ]

    @Test(arguments: openings)
    func aStoreKeepsItsNodeOnlyWhereItWasMade(opening: Opening) {
        #expect(opening.facts.decision(pausesAfterRestoration: true) == opening.decision)
        #expect(opening.facts.file.machineNodes == opening.kept.map(Self.node))
    }

    @Test(arguments: openings)
    func onlyAProgramThatAsksForItPauses(opening: Opening) {
        let decision = opening.facts.decision(pausesAfterRestoration: false)
        #expect(decision == (opening.decision == .pause ? .replace : opening.decision))
    }

    /// Machines that copy, restore and lose files at random never write to one log.
    @Test func noTwoMachinesUseOneNode() {
        for seed in 0..<UInt64(200) {
            var world = IdentityWorld(seed: seed)
            for _ in 0..<60 { world.advance() }
            #expect(world.problem == nil, "seed \(seed)")
        }
    }
}

/// Machines with stores and files that are copied, restored and removed.
private struct IdentityWorld {
    private struct Machine {
        var store = "store"
        var binding: NodeBinding?
        var file: MachineFile?
        var inode: UInt64
    }

    private var machines: [Machine]
    private var backup: Machine?
    private var random: SplitMix
    private var lastNumber: UInt64 = 100
    /// The machine that uses each node.
    private var users: [NodeID: Int] = [:]
    private(set) var problem: String?

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        machines = (0..<3).map { Machine(inode: UInt64($0)) }
    }

    private mutating func next() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func advance() {
        let index = Int.random(in: machines.indices, using: &random)
        let other = Int.random(in: machines.indices, using: &random)
        switch random.fraction() {
        case ..<0.60: open(index)
        case ..<0.65: machines[index].file = nil
        case ..<0.75: backup = machines[index]
        case ..<0.85 where backup != nil: restore(index)
        case ..<0.90: machines[index].binding = machines[other].binding
        default:
            // The folder with both is copied.
            machines[index].binding = machines[other].binding
            machines[index].file = machines[other].file
            machines[index].inode = next()
        }
    }

    private mutating func restore(_ index: Int) {
        machines[index].binding = backup?.binding
        if random.chance(0.5) {
            machines[index].file = backup?.file
            machines[index].inode = next()
        }
        if random.chance(0.5) { machines[index].store = "store \(next())" }
    }

    private mutating func open(_ index: Int) {
        let machine = machines[index]
        let place = place(of: index, inode: machine.inode)
        let file = machine.file.map { IdentityFacts.File.found($0, at: place) } ?? .missing
        if let binding = machine.binding {
            let facts = IdentityFacts(store: machine.store, binding: binding, file: file)
            if facts.decision(pausesAfterRestoration: false) == .keep {
                return use(binding.node, on: index)
            }
        }
        let node = NodeID(rawValue: next())
        // Either write can be interrupted.
        if !random.chance(0.1) {
            machines[index].inode = next()
            machines[index].file = MachineFile(
                place: self.place(of: index, inode: machines[index].inode),
                nodes: file.machineNodes + [node]
            )
        }
        if !random.chance(0.1) {
            machines[index].binding = NodeBinding(node: node, store: machine.store)
        }
        use(node, on: index)
    }

    private mutating func use(_ node: NodeID, on index: Int) {
        if users[node, default: index] != index { problem = "\(node) is used twice" }
        users[node] = index
    }

    private func place(of index: Int, inode: UInt64) -> MachinePlace {
        MachinePlace(machine: RowKey(high: 1, low: UInt64(index)), inode: inode, modified: 1)
    }
}
