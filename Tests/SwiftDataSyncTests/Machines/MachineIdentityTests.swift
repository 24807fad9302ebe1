// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct MachineIdentityTests {
    private typealias Facts = IdentityFacts

    private static let here = MachinePlace(machine: RowKey(high: 1, low: 1), inode: 7, modified: 9)
    private static let new = node(99)
    private static let binding = NodeBinding(node: node(2), store: "store")

    private static func node(_ number: UInt64) -> NodeID { NodeID(rawValue: number) }

    private static func file(
        _ nodes: [UInt64],
        writtenAt place: MachinePlace = here
    ) -> Facts.File {
        .found(MachineFile(place: place, nodes: nodes.map(node)), at: here)
    }

    /// What is found when a store is opened, and what follows from it.
    struct Opening: Sendable {
        let facts: IdentityFacts
        let change: IdentityChange?
        /// The earlier nodes that are the machine's own.
        let kept: [UInt64]

        init(
            _ file: IdentityFacts.File,
            store: String = "store",
            binding: NodeBinding? = MachineIdentityTests.binding,
            _ change: IdentityChange?,
            kept: [UInt64]
        ) {
            facts = IdentityFacts(store: store, binding: binding, file: file)
            self.change = change
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
        Opening(file([2]), nil, kept: [2]),
        Opening(file([1, 2]), nil, kept: [1, 2]),
        Opening(.missing, .fileMissing, kept: []),
        Opening(.damaged, .fileDamaged, kept: []),
        Opening(file([1, 2], writtenAt: otherMachine), .otherMachine, kept: []),
        Opening(file([1, 2], writtenAt: noMachine), .otherMachine, kept: []),
        Opening(file([1, 2], writtenAt: otherInode), .otherPlace, kept: [1, 2]),
        Opening(file([1, 2], writtenAt: otherTime), .otherPlace, kept: [1, 2]),
        Opening(file([1, 2, 3]), .olderStore, kept: [1, 2, 3]),
        Opening(file([4, 5]), .otherStore, kept: [4, 5]),
        Opening(file([]), .otherStore, kept: []),
        Opening(file([1, 2]), store: "restored", .storeRestored, kept: [1, 2]),
        Opening(.missing, store: "restored", .storeRestored, kept: []),
        Opening(
            file([1, 2], writtenAt: otherMachine),
            store: "restored",
            .storeRestored,
            kept: []
        ),
    ]

    @Test(arguments: openings)
    func aStoreKeepsItsNodeOnlyWhereItWasMade(opening: Opening) {
        var identity = MachineIdentity(pausesAfterRestoration: false)
        let actions = identity.storeOpened(opening.facts, newNode: Self.new)
        guard let change = opening.change else {
            #expect(actions == [])
            #expect(identity.state == .running(Self.binding.node))
            return
        }
        #expect(opening.facts.change == change)
        #expect(actions == Self.move(of: opening.kept, store: opening.facts.store))
        #expect(identity.state == .running(Self.new))
    }

    @Test(arguments: openings)
    func onlyARestoredStorePauses(opening: Opening) {
        var identity = MachineIdentity(pausesAfterRestoration: true)
        let actions = identity.storeOpened(opening.facts, newNode: Self.new)
        guard opening.change == .storeRestored else {
            let plain = opening.change == nil ? [] : Self.move(of: opening.kept, store: "store")
            #expect(actions == plain)
            return
        }
        #expect(actions == [.pause(.storeRestored)])
        #expect(identity.state == .paused(.storeRestored))
        // Until a person resumes, nothing else moves the log.
        let facts = LogFacts(hasUnknownObject: true, isCovered: true)
        #expect(identity.hubListed(facts, newNode: Self.node(98)) == [])
        let resumed = identity.resumed(newNode: Self.new)
        #expect(resumed == Self.move(of: opening.kept, store: opening.facts.store))
        #expect(identity.state == .running(Self.new))
        #expect(identity.resumed(newNode: Self.node(97)) == [])
    }

    @Test(arguments: [
        (LogFacts(), false), (LogFacts(hasUnknownObject: true), true),
        (LogFacts(isCovered: true), true),
        (LogFacts(hasUnknownObject: true, isCovered: true), true),
    ])
    func aLogThatSomethingElseWritesIsLeft(facts: LogFacts, isLeft: Bool) {
        var identity = MachineIdentity(pausesAfterRestoration: true)
        let opened = Facts(store: "store", binding: Self.binding, file: Self.file([1, 2]))
        #expect(identity.storeOpened(opened, newNode: Self.new) == [])
        let actions = identity.hubListed(facts, newNode: Self.new)
        #expect(actions == (isLeft ? Self.move(of: [1, 2], store: "store") : []))
        #expect(identity.state == .running(isLeft ? Self.new : Self.binding.node))
    }

    @Test func aStoreThatIsNotSynchronizedHasNoNode() {
        for file in [Facts.File.missing, .damaged, Self.file([1, 2])] {
            var identity = MachineIdentity(pausesAfterRestoration: true)
            let facts = Facts(store: "store", binding: nil, file: file)
            #expect(identity.storeOpened(facts, newNode: Self.new) == [])
            #expect(identity.state == .off)
            let unknown = LogFacts(hasUnknownObject: true)
            #expect(identity.hubListed(unknown, newNode: Self.new) == [])
            let kept: [UInt64] = file == Self.file([1, 2]) ? [1, 2] : []
            #expect(
                identity.spaceJoined(newNode: Self.new) == Self.move(of: kept, store: "store")
            )
            identity.spaceLeft()
            #expect(identity.state == .off)
        }
    }

    /// Whatever is interrupted, the next opening finds a state in which no node is used twice.
    @Test func anInterruptedMoveIsFound() throws {
        var identity = MachineIdentity(pausesAfterRestoration: true)
        let before = Facts(store: "store", binding: Self.binding, file: .missing)
        let actions = identity.storeOpened(before, newNode: Self.new)
        guard case .writeFile(let nodes)? = actions.first else {
            Issue.record("the file is not written first")
            return
        }
        // The file was written, and the store was not.
        let file = MachineFile(place: Self.here, nodes: nodes)
        let found = Facts(
            store: "store",
            binding: Self.binding,
            file: .found(file, at: Self.here)
        )
        let next = identity.storeOpened(found, newNode: Self.node(100))
        #expect(next == Self.move(of: [99], to: 100, store: "store"))
        // Both were written.
        guard case .bind(let binding, _)? = actions.last else {
            Issue.record("the store is not written last")
            return
        }
        let complete = Facts(store: "store", binding: binding, file: .found(file, at: Self.here))
        #expect(identity.storeOpened(complete, newNode: Self.node(101)) == [])
    }

    /// Machines that copy, restore and lose files at random never write to one log.
    @Test func noTwoMachinesUseOneNode() {
        for seed in 0..<UInt64(200) {
            var world = IdentityWorld(seed: seed)
            for _ in 0..<60 { world.advance() }
            #expect(world.problem == nil, "seed \(seed)")
        }
    }

    private static func move(
        of kept: [UInt64],
        to new: UInt64 = 99,
        store: String
    ) -> [MachineIdentity.Action] {
        let nodes = kept.map(node) + [node(new)]
        return [
            .writeFile(nodes),
            .bind(NodeBinding(node: node(new), store: store), of: Set(nodes)),
        ]
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
        var identity = MachineIdentity(pausesAfterRestoration: false)
        let facts = IdentityFacts(
            store: machine.store,
            binding: machine.binding,
            file: machine.file.map { .found($0, at: place) } ?? .missing
        )
        var actions = identity.storeOpened(facts, newNode: NodeID(rawValue: next()))
        if identity.state == .off {
            actions = identity.spaceJoined(newNode: NodeID(rawValue: next()))
        }
        for action in actions where !random.chance(0.1) { perform(action, on: index) }
        guard case .running(let node) = identity.state else { return }
        if users[node, default: index] != index { problem = "\(node) is used twice" }
        users[node] = index
    }

    private mutating func perform(_ action: MachineIdentity.Action, on index: Int) {
        switch action {
        case .writeFile(let nodes):
            machines[index].inode = next()
            machines[index].file = MachineFile(
                place: place(of: index, inode: machines[index].inode),
                nodes: nodes
            )
        case .bind(let binding, _): machines[index].binding = binding
        case .pause: break
        }
    }

    private func place(of index: Int, inode: UInt64) -> MachinePlace {
        MachinePlace(machine: RowKey(high: 1, low: UInt64(index)), inode: inode, modified: 1)
    }
}
