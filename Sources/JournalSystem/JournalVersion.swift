// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The version of the package and of its programs.
package enum JournalVersion {
    /// The version by the rules of Semantic Versioning.
    package static let current = "0.3.0"
}
