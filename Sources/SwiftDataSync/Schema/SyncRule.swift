// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rules of the merge, by the names under which tests leave one out.
///
/// Without most of them, the simulation finds runs that fail. It finds none without `absorb`,
/// `home` and `machine`, which other rules make good.
package enum SyncRule: String, CaseIterable, Sendable {
    /// The winner of a guarded field has seen what both have seen.
    case absorb
    /// A change of a merged row is published for the row that stayed.
    case again
    /// A change is later than what it follows.
    case clock
    /// A row that living rows need lives.
    case deny
    /// A value that is replaced unseen is kept.
    case `guard`
    /// Own objects that the hub lost are written again.
    case heal
    /// A reference to a row that no machine has gets its substitute.
    case home
    /// Rows are merged only if nothing is late.
    case late
    /// A store that was copied to another machine gets a node of its own.
    case machine
    /// A change waits for the row that it needs.
    case park
    /// A row that lives again outranks its deletion with all its fields.
    case restamp
    /// Content that the author of a deletion had not seen keeps the row alive.
    case revive
    /// Of several rows that refer to one, all but the last lose a reference that only one may have.
    case single
    /// Rows with one unique value become one.
    case unique
}
