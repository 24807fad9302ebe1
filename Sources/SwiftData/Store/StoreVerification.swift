// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of a check of a store's file.
package struct StoreVerification: Sendable {
    /// The problems; empty if the file is intact.
    package let problems: [String]
    /// The numbers of rows, by the names of entities.
    package let rowCounts: [String: Int]
    /// The version of the schema.
    package let version: Schema.Version
}
