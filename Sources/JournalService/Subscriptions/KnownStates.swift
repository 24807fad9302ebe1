// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The states of models that a subscriber may have beyond its position.
struct KnownStates: Sendable {
    /// The revisions of models that were sent in a newer state, by id.
    var revisions: [String: Int64] = [:]
    /// Whether the subscriber may have any other state, too, because it can have read it with
    /// another request.
    var mayIncludeAny = false
}
