// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// The actions of a machine's user on relationships that are to-one at both ends.
extension SimulatedMachine {
    /// Changes a shelf or a cover at random.
    mutating func actOnSingles(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        switch random.fraction() {
        case ..<0.20: create("shelf", names: ["oak", "pine", "beech"], at: time)
        case ..<0.45: give("book", of: "shelf", to: "book", at: time)
        case ..<0.50: clear("book", of: "shelf", at: time)
        case ..<0.55: deleteShelf(at: time)
        case ..<0.75: addCover(text, at: time, &ledger)
        case ..<0.90: give("page", of: "cover", to: "entry", at: time)
        case ..<0.95: clear("page", of: "cover", at: time)
        default: deleteCover(at: time, &ledger)
        }
    }

    /// Lets a row refer to another one, to which no other refers then.
    private mutating func give(
        _ field: String,
        of entity: String,
        to other: String,
        at time: Int64
    ) {
        guard let row = pick(store.rows(of: entity)), let target = pick(store.rows(of: other))
        else { return }
        release(target, from: field, of: entity, at: time)
        store.set(.row(target), field, of: row, at: time)
    }

    private mutating func release(
        _ target: RowID,
        from field: String,
        of entity: String,
        at time: Int64
    ) {
        for row in store.rows(of: entity) where store.rows[row]?[field]?.row == target {
            store.set(.null, field, of: row, at: time)
        }
    }

    private mutating func clear(_ field: String, of entity: String, at time: Int64) {
        guard let row = pick(store.rows(of: entity)) else { return }
        store.set(.null, field, of: row, at: time)
    }

    private mutating func deleteShelf(at time: Int64) {
        guard let shelf = pick(store.rows(of: "shelf")) else { return }
        store.delete([shelf], at: time)
    }

    private mutating func addCover(_ text: String, at time: Int64, _ ledger: inout Ledger) {
        guard let entry = pick(store.rows(of: "entry")) else { return }
        release(entry, from: "page", of: "cover", at: time)
        let values: [String: SyncValue] = ["content": .text(text), "page": .row(entry)]
        store.insert(newRow("cover"), values, at: time)
        ledger.write(text)
    }

    private mutating func deleteCover(at time: Int64, _ ledger: inout Ledger) {
        guard let cover = pick(store.rows(of: "cover")) else { return }
        if let content = store.content(of: cover) { ledger.delete(content) }
        store.delete([cover], at: time)
    }
}
