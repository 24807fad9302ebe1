// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol

/// A client that renames, merges and deletes tags and notebooks, and deletes entries permanently,
/// while no other client writes.
struct RandomAdministrator {
    private let shared: SharedHistory
    private let wire: PersistentWire
    private var random: SplitMix

    init(_ bed: TestBed, _ shared: SharedHistory, seed: UInt64) {
        self.shared = shared
        wire = PersistentWire(bed)
        random = SplitMix(seed: seed)
    }

    /// Executes a number of changes, each after some writes of others.
    mutating func run(_ count: Int, writesBetween: Int) throws {
        for _ in 0..<count {
            try shared.waitForWrites(writesBetween)
            try shared.writeExclusively {
                let first = try wire.position()
                let (method, params) = call()
                // The outcome is what the store contains then.
                let reply = try wire.exchange(method, params)
                if let kind = reply?.kind, !Self.expectedKinds.contains(kind) {
                    throw Stuck("\(method) \(params) got \(reply?.description ?? "")")
                }
                let last = try wire.position()
                let found = try wire.entries([:]) + wire.entries(["trashed": true])
                guard try wire.position() == last else {
                    throw Stuck("\(method) continued after its reply")
                }
                shared.replace(with: found, after: first, upTo: last)
            }
        }
    }

    private static let expectedKinds: Set<String> = [
        "tag.notFound", "tag.exists", "tag.invalid", "notebook.notFound", "notebook.exists",
        "notebook.invalid",
    ]

    private mutating func call() -> (String, JSON) {
        let names = EntryState.tagNames
        let notebooks = Array(EntryState.notebooks.dropFirst()) + ["garden"]
        switch random.number(0..<8) {
        case 0, 1:
            let params: JSON = [
                "tag": .string(random.pick(names)), "name": .string(random.pick(names + ["e"])),
                "merge": true,
            ]
            return ("tag.rename", params)
        case 2:
            let params: JSON = [
                "tag": .string(random.pick(names)), "into": .string(random.pick(names)),
            ]
            return ("tag.merge", params)
        case 3: return ("tag.delete", ["tag": .string(random.pick(names))])
        case 4, 5:
            let params: JSON = [
                "notebook": .string(random.pick(notebooks)),
                "name": .string(random.pick(notebooks)),
            ]
            return ("notebook.rename", params)
        case 6:
            let params: JSON = [
                "notebook": .string(random.pick(notebooks)),
                "moveEntriesTo": .string(random.pick(EntryState.notebooks)),
            ]
            return ("notebook.delete", params)
        default:
            let ids = shared.take(random.number(1..<5), &random).map { JSON.string($0.id) }
            return ids.isEmpty || random.oneIn(3)
                ? ("trash.empty", [:]) : ("entry.purge", ["ids": .array(ids)])
        }
    }
}
