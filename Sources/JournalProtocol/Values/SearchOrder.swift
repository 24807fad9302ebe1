// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of the matches of a search.
package enum SearchOrder: String, Sendable, CaseIterable, FieldValue {
    /// The best matches first.
    case best
    /// An order in which matches keep their places while others are written, for clients that read
    /// all of them.
    case unranked
}
