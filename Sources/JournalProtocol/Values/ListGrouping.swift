// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The property by which the rows of a live list are grouped.
package enum ListGrouping: String, Sendable, CaseIterable, FieldValue {
    /// No groups.
    case none
    /// The day of writing, in the order of the list.
    case day
    /// The notebook, by name.
    case notebook
    /// Each tag, by name; an entry has a row for each of its tags.
    case tag
}
