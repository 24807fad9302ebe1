// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The sort order of a listing, by creation time.
package enum ListOrder: String, Sendable, CaseIterable, JSONConvertible {
    case newest
    case oldest
}
