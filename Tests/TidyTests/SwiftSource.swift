// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A Swift source file and its code without comments.
struct SwiftSource: Sendable {
    /// The path relative to the root of the package.
    let path: String
    /// The lines of the file.
    let lines: [String]
    /// The lines with comments and the contents of string literals replaced by spaces;
    /// interpolations are kept as code.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        code = CodeScanner.code(of: text).components(separatedBy: "\n")
    }

    /// The name of the target: the first folder below Sources or Tests.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// Returns the locations of lines of code that violate a rule, in the form of compiler
    /// messages.
    func places(where isBad: (String) -> Bool) -> [String] {
        code.indices.filter { isBad(code[$0]) }.map(place)
    }

    /// Returns the location of a line, given its zero-based index.
    func place(_ index: Int) -> String {
        "\(path):\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces))"
    }
}
