// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error for a path that cannot be determined or must not be used.
package struct PathError: Error, Equatable, CustomStringConvertible {
    /// The problem and its remedy.
    package var description: String

    /// Creates an error with a message.
    package init(_ description: String) { self.description = description }
}
