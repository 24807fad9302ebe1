// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The environment variables of a process, as a value that tests can construct.
package struct Environment: Sendable, Equatable {
    /// The variables by name, including empty ones.
    package var variables: [String: String]

    /// Creates an environment from variables.
    package init(_ variables: [String: String]) { self.variables = variables }

    /// The value of a variable, or nil if it is unset or empty.
    package subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// Returns the directory in a variable, or nil if it is unset or, as XDG requires, if it is
    /// relative.
    package func directory(_ name: String) -> String? {
        guard let value = self[name], value.hasPrefix("/") else { return nil }
        return value.count > 1 && value.hasSuffix("/") ? String(value.dropLast()) : value
    }
}
