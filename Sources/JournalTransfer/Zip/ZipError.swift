// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reason why a zip archive cannot be read.
package struct ZipError: Error, Equatable, CustomStringConvertible {
    /// The fault.
    package var description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }

    /// The error for an archive that contradicts itself.
    package static let damaged = ZipError("the archive is damaged")
}
