// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A Swift file, and what of it is code.
struct SwiftSource: Sendable {
    /// The path from the root of the package.
    let path: String
    /// The lines as they are.
    let lines: [String]
    /// The lines with blanks in place of comments and of what stands in string literals; what is
    /// interpolated into a string is code.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        code = CodeScanner.code(of: text).components(separatedBy: "\n")
    }

    /// The first folder below Sources or Tests: the name of the target.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// The lines of code that a rule objects to, as a compiler would name them.
    func places(where isBad: (String) -> Bool) -> [String] {
        code.indices.filter { isBad(code[$0]) }.map(place)
    }

    /// Names a line, counted from 0.
    func place(_ index: Int) -> String {
        "\(path):\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces))"
    }
}
