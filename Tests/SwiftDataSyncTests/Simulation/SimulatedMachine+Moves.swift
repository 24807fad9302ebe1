// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// The actions of a machine's user on parts that change their owners.
extension SimulatedMachine {
    /// Gives a part to another owner, or to none, and sometimes deletes the previous one.
    mutating func move(at time: Int64, _ ledger: inout Ledger) {
        let isAttachment = takeChance(0.7)
        let entity = isAttachment ? "attachment" : "part"
        let field = isAttachment ? "entry" : "attachment"
        guard let part = pick(store.rows(of: entity)) else { return }
        let previous = store.rows[part]?[field]?.row
        if takeChance(0.1) {
            store.set(.null, field, of: part, at: time)
        } else if let owner = pick(store.rows(of: field).filter { $0 != previous }) {
            store.set(.row(owner), field, of: part, at: time)
        } else {
            return
        }
        guard let previous, previous.entity == "entry", takeChance(0.3) else { return }
        let rows = store.tree(of: previous)
        for content in rows.compactMap(store.content(of:)) { ledger.delete(content) }
        store.delete(rows, at: time)
    }
}
