// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows that a context will delete and that have no model in it, because a deletion cascaded to
/// them.
///
/// When a model of such a row is created, the row is removed here, and the model is marked as
/// deleted.
struct DeletedRows {
    private var keysByEntity: [Int: Set<Int64>] = [:]

    var isEmpty: Bool { keysByEntity.isEmpty }
    var count: Int { keysByEntity.values.reduce(0) { $0 + $1.count } }
    /// The indexes of the entities with such rows, in ascending order.
    var entities: [Int] { keysByEntity.keys.sorted() }

    /// Returns the primary keys of an entity's rows.
    func keys(ofEntity index: Int) -> Set<Int64> { isEmpty ? [] : keysByEntity[index] ?? [] }

    func contains(_ key: Int64, ofEntity index: Int) -> Bool {
        !isEmpty && keysByEntity[index]?.contains(key) == true
    }

    /// Adds rows.
    ///
    /// - Returns: The keys of the rows that were not among them.
    mutating func insert(_ keys: [Int64], ofEntity index: Int) -> [Int64] {
        func insert(into known: inout Set<Int64>) -> [Int64] {
            keys.filter { known.insert($0).inserted }
        }
        return keys.isEmpty ? [] : insert(into: &keysByEntity[index, default: []])
    }

    /// Removes a row; returns whether it was one of them.
    mutating func remove(_ key: Int64, ofEntity index: Int) -> Bool {
        guard keysByEntity[index]?.remove(key) != nil else { return false }
        if keysByEntity[index]?.isEmpty == true { keysByEntity[index] = nil }
        return true
    }
}
