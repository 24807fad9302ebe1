// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol

/// A client that writes random changes of entries, and adds those that it finds executed to the
/// history.
struct RandomWriter {
    /// A call with the attributes that the entry has after it.
    private struct Change {
        var method: String
        var params: JSONObject
        let id: String
        /// The version before the call; nil for a new entry.
        let former: JournalHistory.Version?
        var expected: EntryState
        /// The kind of the error that the call must cause; nil for none.
        var errorKind: String?

        var call: JSON { ["method": .string(method), "params": .object(params)] }
    }

    private let shared: SharedHistory
    private let wire: PersistentWire
    private var random: SplitMix
    /// The versions that the writer added to the history.
    private(set) var written: [JournalHistory.Version] = []
    /// The versions of contended entries that the writer has seen last.
    private var seen: [String: JournalHistory.Version] = [:]

    init(_ bed: TestBed, _ shared: SharedHistory, seed: UInt64) {
        self.shared = shared
        random = SplitMix(seed: seed)
        wire = PersistentWire(bed, random.pick(Framing.allCases))
    }

    /// Writes a number of times.
    mutating func run(_ count: Int) throws {
        for _ in 0..<count {
            try shared.write {
                try random.oneIn(6) ? contend() : write(through: wire.exchange)
            }
        }
    }

    /// Writes once; `exchange` returns a reply, or nil if the connection ended before.
    mutating func write(through exchange: (String, JSON) throws -> JSON?) throws {
        let isBatch = random.oneIn(4)
        var changes: [Change] = []
        let count = isBatch ? random.number(1..<6) : 1
        if !random.oneIn(4) {
            changes = shared.take(count, &random).map { change(of: $0) }
        }
        while changes.count < count { changes.append(creation()) }
        if isBatch || !random.oneIn(12) { changes = changes.map(withoutError) }
        let ids = changes.map(\.id)
        defer { shared.giveBack(ids) }
        let fails = isBatch && random.oneIn(5)
        let reply =
            isBatch
            ? try exchange("batch", batch(changes, fails: fails))
            : try exchange(changes[0].method, .object(changes[0].params))
        guard let reply else { return try resolve(changes) }
        if let error = reply["error"] {
            let expected = fails ? "batch.failed" : isBatch ? nil : changes[0].errorKind
            guard let expected, error.kind == expected else {
                throw Stuck("\(changes.map(\.call)) got \(error), expected \(expected ?? "none")")
            }
            return
        }
        guard !fails, isBatch || changes[0].errorKind == nil, let result = reply["result"] else {
            throw Stuck("\(changes.map(\.call)) got \(reply)")
        }
        let results = isBatch ? result["results"]?.elements ?? [] : [result]
        for (change, result) in zip(changes, results) { try record(change, result) }
    }

    private func batch(_ changes: [Change], fails: Bool) -> JSON {
        var calls = changes.map(\.call)
        if fails {
            calls.append(["method": "entry.delete", "params": ["id": .string(Self.unknownID)]])
        }
        return ["calls": .array(calls)]
    }

    private static let unknownID = "00000000-0000-4000-8000-000000000000"

    // MARK: Random changes

    private mutating func creation() -> Change {
        let id = EntryID.random().text
        let state = EntryState(&random, notebooks: ["journal"])
        var params = JSONObject()
        params.append("id", id)
        params.append("text", state.text)
        params.append("tags", each: state.tags)
        params.append("starred", state.isStarred)
        params.append("createdAt", state.createdAt)
        params.append("include", "full")
        return Change(
            method: "entry.create",
            params: params,
            id: id,
            former: nil,
            expected: state
        )
    }

    private mutating func change(of former: JournalHistory.Version) -> Change {
        var params = JSONObject()
        params.append("id", former.id)
        var change = Change(
            method: "entry.update",
            params: params,
            id: former.id,
            former: former,
            expected: former.state ?? EntryState(&random, notebooks: ["journal"])
        )
        switch random.number(0..<10) {
        case 0, 1:
            change.method = "entry.delete"
            change.expected.isTrashed = true
            return change
        case 2, 3:
            change.method = "entry.restore"
            change.expected.isTrashed = false
        default: update(&change)
        }
        change.params.append("include", "full")
        return change
    }

    private mutating func update(_ change: inout Change) {
        if random.oneIn(2) {
            change.expected.text = EntryState.text(&random)
            change.params.append("text", change.expected.text)
        }
        if random.oneIn(3) {
            change.expected.tags = EntryState.tags(&random)
            change.params.append("tags", each: change.expected.tags)
        }
        if random.oneIn(3) {
            change.expected.isStarred = random.oneIn(2)
            change.params.append("starred", change.expected.isStarred)
        }
        if random.oneIn(4) {
            change.expected.notebook = random.pick(EntryState.notebooks)
            change.params.append("notebook", change.expected.notebook)
            change.params.append("createNotebook", true)
        }
        if random.oneIn(5) {
            change.expected.createdAt = EntryState.time(&random)
            change.params.append("createdAt", change.expected.createdAt)
        }
        guard let former = change.former, random.oneIn(3) else { return }
        let isCurrent = !random.oneIn(3)
        change.params.append("ifRev", former.revision - (isCurrent ? 0 : 1))
        if !isCurrent { change.errorKind = "conflict" }
    }

    private func withoutError(_ change: Change) -> Change {
        guard change.errorKind != nil, let former = change.former else { return change }
        var change = change
        change.errorKind = nil
        change.params["ifRev"] = .integer(former.revision)
        return change
    }

    // MARK: Contended entries

    /// Changes an entry that others change at the same time, as an editor does: on a conflict, again
    /// on top of the current version.
    private mutating func contend() throws {
        let id = random.pick(shared.contended)
        guard var base = seen[id] ?? shared.present(id) else { throw Stuck("no entry \(id)") }
        for _ in 0..<2 {
            // A name of the version may have changed since.
            if let present = shared.present(id), present.revision == base.revision {
                base = present
            }
            let change = try contendedChange(of: base)
            guard let reply = try wire.exchange(change.method, .object(change.params)) else {
                seen[id] = nil
                return try resolve(contended: change)
            }
            if let result = reply["result"] {
                try record(change, result)
                seen[id] = try result["entry"].map(JournalHistory.Version.init)
                return
            }
            guard reply.kind == "conflict", let current = reply["error"]?["data"]?["current"]
            else { throw Stuck("\(change.call) got \(reply)") }
            let former = base.revision
            base = try JournalHistory.Version(current)
            seen[id] = base
            guard base.revision > former, base.state?.text != change.expected.text else {
                throw Stuck("\(change.call) conflicts with \(current)")
            }
            shared.addConflict(base)
        }
    }

    private mutating func contendedChange(
        of former: JournalHistory.Version
    ) throws -> Change {
        guard var state = former.state else { throw Stuck("\(former) was deleted") }
        // No other change has this text.
        state.text = EntryState.text(&random) + " " + EntryID.random().text
        var params = JSONObject()
        params.append("id", former.id)
        params.append("ifRev", former.revision)
        params.append("text", state.text)
        if random.oneIn(2) {
            state.isStarred.toggle()
            params.append("starred", state.isStarred)
        }
        params.append("include", "full")
        return Change(
            method: "entry.update",
            params: params,
            id: former.id,
            former: former,
            expected: state
        )
    }

    /// Determines whether a change of a contended entry was executed, if others did not hide it.
    private mutating func resolve(contended change: Change) throws {
        let reply = try wire.repeating("entry.get", ["id": .string(change.id)])
        guard let entry = reply["result"]?["entry"], let former = change.former else {
            throw Stuck("\(change.call), then \(reply)")
        }
        let found = try JournalHistory.Version(entry)
        if found.state?.text == change.expected.text {
            guard found.state == change.expected else {
                throw Stuck("\(change.call), then \(entry)")
            }
            try add(change, found.revision)
        } else if found.revision != former.revision {
            shared.addUnclear(after: former.revision, upTo: found.revision)
        }
    }

    // MARK: Outcomes

    private mutating func record(_ change: Change, _ result: JSON) throws {
        guard let revision = result["rev"]?.integerValue else { throw Stuck("\(result)") }
        let found = result["entry"].flatMap(EntryState.init)
        if change.method != "entry.delete" || found != nil {
            guard found == change.expected else {
                throw Stuck("\(change.call) returned \(result), expected \(change.expected)")
            }
        }
        try add(change, revision)
    }

    private mutating func add(_ change: Change, _ revision: Int64) throws {
        if let former = change.former, former.state == change.expected {
            guard revision == former.revision else {
                throw Stuck("\(change.call) changed nothing of \(former), but was \(revision)")
            }
            return
        }
        guard revision > change.former?.revision ?? 0 else {
            throw Stuck("\(change.call) got \(revision) after \(String(describing: change.former))")
        }
        let version = JournalHistory.Version(
            id: change.id,
            position: revision,
            revision: revision,
            state: change.expected
        )
        shared.add(version)
        written.append(version)
    }

    /// Determines whether changes without a reply were executed.
    private mutating func resolve(_ changes: [Change]) throws {
        for change in changes {
            let reply = try wire.repeating("entry.get", ["id": .string(change.id)])
            guard let entry = reply["result"]?["entry"] else {
                guard reply.kind == "entry.notFound", change.former == nil else {
                    throw Stuck("\(change.call), then \(reply)")
                }
                continue
            }
            let found = try JournalHistory.Version(entry)
            if let former = change.former, found.revision == former.revision {
                guard found.state == former.state else { throw Stuck("\(former) is \(found)") }
            } else {
                guard found.state == change.expected else {
                    throw Stuck("\(change.call), then \(entry)")
                }
                try add(change, found.revision)
            }
        }
    }
}
