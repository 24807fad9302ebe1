// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A field that is missing, has the wrong type, or breaks a rule of its own.
package struct InvalidParams: Error, Equatable {
    /// The place below the message's root, as `.key` and `[index]` steps.
    package private(set) var path: String
    /// What was expected there and what was found.
    package var problem: String
    /// The kind a peer is told; a bad date has its own.
    package var kind: ErrorKind

    /// Describes a problem of the value at hand; callers add the place with `under`.
    package init(_ problem: String, kind: ErrorKind = .paramsInvalid) {
        path = ""
        self.problem = problem
        self.kind = kind
    }

    /// Describes a value of the wrong type.
    package init(expected: String, found: JSON) {
        self.init("expected \(expected), got \(found.kindWord)")
    }

    /// The same problem, seen from the object that holds the value.
    package func under(_ key: String) -> InvalidParams {
        var outer = self
        outer.path = "." + key + path
        return outer
    }

    /// The same problem, seen from the array that holds the value.
    package func under(index: Int) -> InvalidParams {
        var outer = self
        outer.path = "[\(index)]" + path
        return outer
    }

    /// The sentence for a message whose root has a name.
    package func message(root: String) -> String { "\(root)\(path): \(problem)" }

    /// The error a server answers with.
    package var error: ProtocolError {
        ProtocolError(kind, message(root: "params"), details: ["path": .string("params\(path)")])
    }
}

extension InvalidParams: CustomStringConvertible {
    package var description: String { message(root: "params") }
}
