// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The memory that the subscriptions and live lists of all connections hold, in bytes.
struct ObservationMemory: Sendable {
    /// The rows of live lists, and edits that were not sent.
    var lists = 0
    /// The rest of pages, the matches of snapshots and the revisions of items that were sent.
    var subscriptions = 0
    /// The recent commits.
    var log = 0

    /// The sum.
    var total: Int { lists + subscriptions + log }
}
