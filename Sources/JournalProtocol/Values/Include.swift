// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// How much of an entry an answer or a notification carries.
package enum Include: String, Sendable, CaseIterable, JSONConvertible {
    /// Only its id and revision.
    case ids
    /// Everything, with the text cut to its beginning.
    case summary
    /// Everything.
    case full
}

/// In which order a listing comes.
package enum ListOrder: String, Sendable, CaseIterable, JSONConvertible {
    case newest
    case oldest
}
