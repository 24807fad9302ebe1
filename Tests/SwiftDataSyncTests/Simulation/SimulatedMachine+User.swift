// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// The actions of a machine's user.
extension SimulatedMachine {
    /// Does something at random.
    mutating func act(
        step: Int,
        purges: Bool,
        singles: Bool,
        moves: Bool,
        ledger: inout Ledger
    ) {
        let time = 1_000 + Int64(step) + skew
        let text = "T\(step).\(number).\(Int.random(in: 0..<1_000, using: &random))"
        if singles, random.chance(0.3) { return actOnSingles("C" + text, at: time, &ledger) }
        if moves, random.chance(0.15) { return move(at: time, &ledger) }
        switch random.fraction() {
        case ..<0.10: create("book", names: ["work", "home", "trip"], at: time)
        case ..<0.18: create("tag", names: ["red", "blue"], at: time)
        case ..<0.46: createEntry(text, at: time, &ledger)
        case ..<0.64: edit(text, at: time, &ledger)
        case ..<0.67: attach("A" + text, at: time, &ledger)
        case ..<0.69: attachPart("P" + text, at: time, &ledger)
        case ..<0.71: set("star", of: "entry", [.integer(0), .integer(1)], at: time)
        case ..<0.72: set("label", of: "attachment", [.integer(2), .integer(3)], at: time)
        case ..<0.76: set("book", of: "entry", store.rows(of: "book").map { .row($0) }, at: time)
        case ..<0.83: tag(at: time)
        case ..<0.90: deleteEntry(purges: purges, at: time, &ledger)
        case ..<0.95: rename(at: time)
        case ..<0.98: deleteEmptyBook(at: time)
        default: deleteTag(at: time)
        }
    }

    mutating func newRow(_ entity: String) -> RowID {
        RowID(
            entity: entity,
            key: RowKey(high: takeRandom(), low: takeRandom())
        )
    }

    mutating func create(_ entity: String, names: [String], at time: Int64) {
        guard let name = pick(names), !hasName(name, entity) else { return }
        store.insert(newRow(entity), ["name": .text(name)], at: time)
    }

    private func hasName(_ name: String, _ entity: String) -> Bool {
        store.rows(of: entity).contains { store.text($0, "name") == name }
    }

    private mutating func createEntry(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        let entry = newRow("entry")
        let book = pick(store.rows(of: "book"))
        let values: [String: SyncValue] = [
            "text": .text(text), "star": .integer(0), "book": book.map { .row($0) } ?? .null,
        ]
        store.insert(entry, values, at: time)
        ledger.write(text)
        if let tag = pick(store.rows(of: "tag")), takeChance(0.5) {
            store.toggle(PairID(relation: "tags", left: entry, right: tag), at: time)
        }
    }

    private mutating func edit(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        guard let entry = pick(store.rows(of: "entry")) else { return }
        let old = store.text(entry)
        let earlier = store.parts(of: entry).filter { $0.entity == "earlier" }
        ledger.write(text, over: Set([old] + earlier.map { store.text($0) }))
        let values: [String: SyncValue] = ["text": .text(old), "entry": .row(entry)]
        store.insert(newRow("earlier"), values, at: time)
        store.set(.text(text), "text", of: entry, at: time)
    }

    private mutating func attach(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        guard let entry = pick(store.rows(of: "entry")) else { return }
        let values: [String: SyncValue] = [
            "content": .text(text), "label": .integer(0), "entry": .row(entry),
        ]
        store.insert(newRow("attachment"), values, at: time)
        ledger.write(text)
    }

    private mutating func attachPart(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        guard let attachment = pick(store.rows(of: "attachment")) else { return }
        let values: [String: SyncValue] = [
            "content": .text(text), "attachment": .row(attachment),
        ]
        store.insert(newRow("part"), values, at: time)
        ledger.write(text)
    }

    private mutating func set(
        _ field: String,
        of entity: String,
        _ values: [SyncValue],
        at time: Int64
    ) {
        guard let row = pick(store.rows(of: entity)), let value = pick(values) else { return }
        store.set(value, field, of: row, at: time)
    }

    private mutating func tag(at time: Int64) {
        guard let entry = pick(store.rows(of: "entry")), let tag = pick(store.rows(of: "tag"))
        else { return }
        store.toggle(PairID(relation: "tags", left: entry, right: tag), at: time)
    }

    private mutating func deleteEntry(
        purges: Bool,
        at time: Int64,
        _ ledger: inout Ledger
    ) {
        guard let entry = pick(store.rows(of: "entry")) else { return }
        let isPurge = purges && takeChance(0.5)
        let rows = store.tree(of: entry)
        for content in rows.compactMap(store.content(of:)) {
            ledger.delete(content)
            if isPurge { ledger.purged.insert(content) }
        }
        store.delete(rows, isPurge: isPurge, at: time)
    }

    private mutating func rename(at time: Int64) {
        guard let book = pick(store.rows(of: "book")),
            let name = pick(["work", "home", "trip", "misc"]), !hasName(name, "book")
        else { return }
        store.set(.text(name), "name", of: book, at: time)
    }

    private mutating func deleteEmptyBook(at time: Int64) {
        guard let book = pick(store.rows(of: "book")),
            !store.rows(of: "entry").contains(where: { store.rows[$0]?["book"]?.row == book })
        else { return }
        store.delete([book], at: time)
    }

    private mutating func deleteTag(at time: Int64) {
        guard let tag = pick(store.rows(of: "tag")) else { return }
        store.delete([tag], at: time)
    }
}
