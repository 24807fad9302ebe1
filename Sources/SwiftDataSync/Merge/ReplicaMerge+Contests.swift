// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// References by which one row at most refers to another one: both ends of a relationship are
/// to-one.
extension ReplicaMerge {
    /// Leaves of several rows that refer to one the row that was written last.
    ///
    /// It is decided at once, and not only when nothing is late: a repair has the clock of the lost
    /// reference, one level up, so that all that comes late is later.
    mutating func settleContests() {
        for contest in state.takeContests() where follows(.single) {
            let target = state.resolve(contest.target)
            let rows = state.rows(of: contest.entity, referringTo: target, by: contest.field)
            guard rows.count > 1 else { continue }
            let last = rows.max { left, right in
                guard let leftClock = clock(of: contest.field, in: left),
                    let rightClock = clock(of: contest.field, in: right)
                else { return false }
                return (leftClock, left) < (rightClock, right)
            }
            for row in rows where row != last { clear(contest.field, of: row) }
        }
    }

    private func clock(of field: String, in row: RowID) -> HybridClock? {
        state[row]?.fields[field]?.clock
    }

    /// Removes the value of a reference, which is published.
    private mutating func clear(_ field: String, of row: RowID) {
        guard let known = clock(of: field, in: row) else { return }
        state[row]?.fields[field] = FieldState(clock: known.repaired, value: .null)
        outcomes.insert(.field(row, field))
    }
}
