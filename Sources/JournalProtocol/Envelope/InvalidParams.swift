// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A decoding error: a field that is missing, has the wrong type, or violates a rule of its type.
package struct InvalidParams: Error, Equatable {
    /// The path from the root of the message to the value, as `.key` and `[index]` steps.
    package private(set) var path: String
    /// The expectation and the value found instead.
    package var problem: String
    /// The error kind to report, `params.invalid` unless the value has a more specific one.
    package var kind: ErrorKind

    /// Creates an error for the value being decoded; callers prepend its path with `under`.
    package init(_ problem: String, kind: ErrorKind = .paramsInvalid) {
        path = ""
        self.problem = problem
        self.kind = kind
    }

    /// Creates an error for a value of the wrong JSON type.
    package init(expected: String, found: JSON) {
        self.init("expected \(expected), got \(found.kindWord)")
    }

    /// Returns the error with a member name prepended to its path.
    package func under(_ key: String) -> InvalidParams {
        var outer = self
        outer.path = "." + key + path
        return outer
    }

    /// Returns the error with an array index prepended to its path.
    package func under(index: Int) -> InvalidParams {
        var outer = self
        outer.path = "[\(index)]" + path
        return outer
    }

    /// Returns the message with the full path, starting at the name of the root.
    package func message(root: String) -> String { "\(root)\(path): \(problem)" }

    /// The error as sent in a response.
    package var error: ProtocolError {
        ProtocolError(kind, message(root: "params"), details: ["path": .string("params\(path)")])
    }
}

extension InvalidParams: CustomStringConvertible {
    package var description: String { message(root: "params") }
}
