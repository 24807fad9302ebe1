// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A commit with all its changes.
struct Commit: Sendable {
    let revision: Int64
    let changes: [CommittedChange]
    /// The number of the connection that requested it; nil for the daemon itself.
    var origin: Int?
}
