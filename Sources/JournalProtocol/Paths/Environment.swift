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

/// A namespace for resolving relative paths against a working directory.
package enum AbsolutePath {
    /// Returns the absolute form of a path, resolved against the directory if it is relative.
    ///
    /// - Throws: If the path is relative and the directory has no path because it was removed.
    package static func path(_ path: String, from directory: String) throws(PathError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard directory.hasPrefix("/") else {
            throw PathError(
                "cannot resolve the relative path \(path): the working directory was removed"
            )
        }
        return directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }
}

/// An error for a path that cannot be determined or must not be used.
package struct PathError: Error, Equatable, CustomStringConvertible {
    /// The problem and its remedy.
    package var description: String

    /// Creates an error with a message.
    package init(_ description: String) { self.description = description }
}
