// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Checks that the files and folders that pages mention exist.
struct PageTests {
    /// Parts of a path that stand for a name of the reader's choice.
    private static let placeholders = ["+Area", "NAME", "TheCommand", "TheMethod", "Type+"]

    private static let pages =
        ["README.md"] + Project.paths(below: "contrib").filter { $0.hasSuffix(".md") }

    private static let paths =
        ["Package.swift", "README.md"]
        + ["Sources", "Tests", "Protocol", "contrib"].flatMap { [$0] + Project.paths(below: $0) }

    @Test(arguments: pages)
    func everyPathOfAPageExists(page: String) throws {
        let missing = Self.mentionedPaths(in: try Project.text(page)).filter { path in
            !Self.paths.contains { $0 == path || $0.hasSuffix("/" + path) }
        }
        #expect(missing == [])
    }

    @Test func pathsAreFoundInCodeSpans() {
        let text = "`A/B.swift`, `C.swift`, `D/`, `TheMethod+Find.swift`, `/tmp`, `a/b c`, E/F"
        #expect(Self.mentionedPaths(in: text) == ["A/B.swift", "C.swift", "D"])
    }

    /// Returns the paths in the code spans of a page, without a trailing slash.
    private static func mentionedPaths(in page: String) -> [String] {
        let pieces = page.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }.filter(isPath)
            .map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }

    private static func isPath(_ span: String) -> Bool {
        guard span.first?.isLetter == true, span.contains("/") || span.hasSuffix(".swift"),
            span.allSatisfy({ $0.isLetter || $0.isNumber || "/+-._".contains($0) })
        else { return false }
        return !placeholders.contains { span.contains($0) }
    }
}
