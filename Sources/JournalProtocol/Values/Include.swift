// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The amount of detail per entry in a reply or a notification.
package enum Include: String, Sendable, CaseIterable, FieldValue {
    /// The id and the revision only.
    case ids
    /// The whole record, with its text truncated.
    case summary
    /// The whole record, with its full text.
    case full
}
