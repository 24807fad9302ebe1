// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A change of the store by its user, as the history names it, with the present values.
///
/// A deletion is listed only if the row does not exist now, all others only if it does.
package enum LocalChange: Hashable, Sendable {
    /// A row was inserted.
    case insert(RowID, [String: SyncValue], milliseconds: Int64)
    /// A field was written.
    case set(RowID, field: String, SyncValue, milliseconds: Int64)
    /// Two rows were related or separated.
    case pair(PairID, isPresent: Bool, milliseconds: Int64)
    /// A row was deleted, and its parts with it, whether they are listed or not.
    case delete(RowID, isPurge: Bool, milliseconds: Int64)
}
