// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The variables of a process, as a value that tests can make up.
package struct Environment: Sendable, Equatable {
    /// Every variable.
    package var variables: [String: String]

    /// Takes variables.
    package init(_ variables: [String: String]) { self.variables = variables }

    /// A variable; one that is empty counts as unset.
    package subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// A variable that holds a directory; relative values count as unset, as XDG demands.
    package func directory(_ name: String) -> String? {
        guard let value = self[name], value.hasPrefix("/") else { return nil }
        return value.count > 1 && value.hasSuffix("/") ? String(value.dropLast()) : value
    }
}

/// Why no path could be chosen.
package struct PathError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what to do.
    package var description: String

    /// Describes the reason.
    package init(_ description: String) { self.description = description }
}
