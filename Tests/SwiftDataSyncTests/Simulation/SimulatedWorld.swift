// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// Four machines and a hub, and what goes wrong between them.
struct SimulatedWorld {
    /// The hub, and the failures that do not happen in all modes.
    enum Mode: Int, CaseIterable {
        /// A hub with one view: partitions, crashes, duplicates, rewritten logs.
        case oneView
        /// A synchronized folder: every machine has its own view.
        case folder
        /// One view, and stores restored from backups.
        case restoredStores
        /// One view, and the hub rolled back or emptied.
        case rolledBackHub
        /// A folder, and stores copied by hand to another machine.
        case copiedStores

        /// Whether no store is lost, so that nothing written may be lost.
        var keepsStores: Bool { self != .restoredStores && self != .copiedStores }
        var isFolder: Bool { self == .folder || self == .copiedStores }
    }

    let mode: Mode
    let purges: Bool
    /// Whether users relate rows by references that one row at most has.
    let singles: Bool
    /// Whether users give parts to other owners.
    let moves: Bool
    var ledger = Ledger()
    var hub: SimulatedHub
    var machines: [SimulatedMachine]
    private let schema: SyncSchema
    private let omitted: Set<SyncRule>
    private let storage: SimulatedStorage
    private var random: SplitMix
    private var backup: (machine: Int, store: SimulatedStore)?
    private var oldObjects: [ObjectName: [UInt8]]?
    /// All keys, as a person has them on paper; nil if objects are not sealed.
    private var keys: SimulatedKeys?

    init(
        mode: Mode,
        seed: UInt64,
        purges: Bool = false,
        seals: Bool = false,
        singles: Bool = false,
        moves: Bool = false,
        storage: SimulatedStorage = .memory,
        omitting omitted: Set<SyncRule> = []
    ) throws {
        self.storage = storage
        self.mode = mode
        self.purges = purges
        self.singles = singles
        self.moves = moves
        self.omitted = omitted
        let schema = try SyncSchema.journal(singles: singles)
        self.schema = schema
        var random = SplitMix(seed: seed &* 1_000_003 &+ UInt64(mode.rawValue))
        hub = SimulatedHub(isFolder: mode.isFolder, seed: random.next())
        machines = (1...4).map { number in
            SimulatedMachine(
                number: number,
                skew: [0, 0, 5, -7, 40].randomElement(using: &random) ?? 0,
                schema: schema,
                seed: random.next(),
                storage: storage,
                omitting: omitted
            )
        }
        self.random = random
        if seals { keys = try SimulatedKeys.first() }
        for index in machines.indices { machines[index].store.keys = keys }
    }

    /// Runs the simulation.
    ///
    /// - Returns: The names of the properties that do not hold at the end.
    mutating func run(steps: Int = 140) throws -> Set<String> {
        for step in 0..<steps {
            advance(step)
            if keys != nil { try advanceKeys() }
        }
        for index in machines.indices { machines[index].enter(keys) }
        settle(rounds: 30)
        // A line that is cut in the last round leaves objects that the next one puts.
        for _ in 0..<10 where !isAtRest { settle(rounds: 1) }
        return try check()
    }

    mutating func advance(_ step: Int) {
        let index = Int.random(in: machines.indices, using: &random)
        switch random.fraction() {
        case ..<0.62:
            machines[index].act(
                step: step,
                purges: purges,
                singles: singles,
                moves: moves,
                ledger: &ledger
            )
        case ..<0.93:
            machines[index].synchronize(&hub, crashes: random.chance(0.1))
        case ..<0.95: backup = (index, machines[index].store)
        case ..<0.965: replaceStore(by: index)
        case ..<0.98: oldObjects = hub.objects
        case ..<0.99: rollBackHub()
        default: break
        }
    }

    /// Changes the key on a machine, or enters all of them on another.
    private mutating func advanceKeys() throws {
        let index = Int.random(in: machines.indices, using: &random)
        if random.chance(0.02), let new = try machines[index].store.keys?.next(using: &random) {
            machines[index].store.keys = new
            keys = keys?.entering(new)
        } else if random.chance(0.05) {
            machines[index].enter(keys)
        }
    }

    private mutating func replaceStore(by index: Int) {
        if mode == .restoredStores, let backup { machines[backup.machine].store = backup.store }
        guard mode == .copiedStores else { return }
        let others = machines.indices.filter { $0 != index }
        guard let other = others.randomElement(using: &random) else { return }
        // What only the replaced store had is lost by nature.
        ledger.deleted.formUnion(
            machines[other].store.content.subtracting(machines[index].store.content)
        )
        machines[other].store = machines[index].store
        machines[other].isCopied = true
    }

    private mutating func rollBackHub() {
        guard mode == .rolledBackHub else { return }
        hub.objects = random.chance(0.3) ? [:] : oldObjects ?? [:]
    }

    mutating func settle(rounds: Int) {
        for _ in 0..<rounds {
            for index in machines.indices { machines[index].synchronize(&hub) }
        }
    }
}

extension SimulatedWorld {
    mutating func check() throws -> Set<String> {
        var problems: Set<String> = []
        if !areEqual { problems.insert("machines differ") }
        if machines.contains(where: \.hasMissedChanges) { problems.insert("change not captured") }
        problems.formUnion(constraintProblems)
        if !isAtRest { problems.insert("not at rest") }
        if machines.contains(where: \.store.isWaiting) { problems.insert("waits") }
        if keys != nil { problems.formUnion(keyProblems) }
        problems.formUnion(machines.compactMap { $0.failure ?? $0.store.failure })
        let kept = machines[0].store.content
        if mode.keepsStores, !ledger.written.subtracting(ledger.deleted).isSubset(of: kept) {
            problems.insert("content lost")
        }
        join()
        if !areEqual { problems.insert("newcomer differs") }
        if purges, try hasPurgedContent(except: kept) {
            problems.insert("purged content on the hub")
        }
        if machines.contains(where: \.store.keepsPurgedContent) {
            problems.insert("purged content waits")
        }
        return problems
    }

    private var isAtRest: Bool { machines.allSatisfy(\.store.isAtRest) }

    var areEqual: Bool {
        machines.allSatisfy {
            $0.store.rows == machines[0].store.rows && $0.store.pairs == machines[0].store.pairs
        }
    }

    private var constraintProblems: Set<String> {
        let store = machines[0].store
        var problems: Set<String> = []
        for entity in ["book", "tag"] {
            let names = store.rows(of: entity).map { store.text($0, "name") }
            if Set(names).count < names.count { problems.insert("equal names") }
        }
        for entry in store.rows(of: "entry") {
            if let book = store.rows[entry]?["book"]?.row, store.rows[book] == nil {
                problems.insert("no notebook")
            }
        }
        if mode.keepsStores, machines.contains(where: \.hasReplacedReference) {
            problems.insert("no notebook")
        }
        for row in store.rows.keys {
            let owner = store.rows[row]?["entry"]?.row ?? store.rows[row]?["attachment"]?.row
            if let owner, store.rows[owner] == nil { problems.insert("part without owner") }
        }
        return problems
    }

    /// What is left of earlier keys.
    private var keyProblems: Set<String> {
        var problems: Set<String> = []
        let present = keys?.record.key
        if hub.objects.values.contains(where: { (try? SealedHeader($0).key) != present }) {
            problems.insert("object with an earlier key")
        }
        if machines.contains(where: { $0.store.keys?.ring.earlier.isEmpty == false }) {
            problems.insert("earlier key is kept")
        }
        if hub.records.keys.filter({ SpaceRecordName($0) != nil }) != [keys?.record.description] {
            problems.insert("records of earlier keys")
        }
        if hub.records.count != machines.count + 1 { problems.insert("records of machines") }
        return problems
    }

    /// Adds a fifth machine, which reads everything.
    private mutating func join() {
        machines.append(
            SimulatedMachine(
                number: 5,
                skew: 0,
                schema: schema,
                seed: 1,
                storage: storage,
                omitting: omitted
            )
        )
        // It has the newest key alone.
        machines[4].store.keys = keys?.withoutEarlier
        for _ in 0..<60 { machines[4].synchronize(&hub) }
        settle(rounds: 30)
    }

    private mutating func hasPurgedContent(except kept: Set<String>) throws -> Bool {
        for index in machines.indices { machines[index].rewriteAll() }
        settle(rounds: 20)
        let objects = try hub.objects.map { try machines[0].decode($0.value, named: $0.key) }
        let changes = objects.flatMap(\.changes).filter { !$0.contents.isEmpty }
        let replica = machines[0].store.participant.replica
        if changes.contains(where: { change in
            replica.death(of: change.row)?.isPurge == true && !replica.contains(change.row)
        }) {
            return true
        }
        // A store that is restored may forget a purge before others learnt of it.
        guard mode.keepsStores else { return false }
        return !ledger.purged.subtracting(kept).isDisjoint(with: changes.flatMap(\.contents))
    }
}

extension SimulatedStore {
    /// Whether nothing waits to be captured or put.
    fileprivate var isAtRest: Bool { history.isEmpty && participant.isAtRest }

    /// Whether changes wait for something that does not exist.
    fileprivate var isWaiting: Bool {
        let state = participant.replica.state
        return state.slots.map(\.awaited).contains { row in
            participant.replica.schema.entities[row.entity]?.owner == nil
                && state.death(of: row) == nil && !state.isRedirected(row)
        }
    }

    /// Whether content that was purged waits for rows.
    fileprivate var keepsPurgedContent: Bool {
        let replica = participant.replica
        return replica.parkedChanges.contains { change in
            !change.contents.isEmpty && replica.death(of: change.row)?.isPurge == true
                && !replica.contains(change.row)
        }
    }
}

extension Change {
    /// The values of guarded fields.
    fileprivate var contents: [String] {
        let fields: [String: FieldState] =
            switch self {
            case .birth(let birth): birth.state.fields
            case .set(_, let field, let state): [field: state]
            case .pair, .death, .redirect: [:]
            }
        return ["text", "content"].compactMap { name in
            if case .text(let text)? = fields[name]?.value { text } else { nil }
        }
    }
}
