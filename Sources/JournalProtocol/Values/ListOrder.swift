// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of a listing: by creation time, or random.
package enum ListOrder: String, Sendable, CaseIterable, FieldValue {
    case newest
    case oldest
    /// A random selection in random order, which has one page only.
    case random
}
