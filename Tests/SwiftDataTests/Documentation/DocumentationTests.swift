// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Every code block of the documentation of SwiftData occurs in a file that is compiled and run.
struct DocumentationTests {
    private static let catalog = "Sources/SwiftData/SwiftData.docc"
    private static let examples = "Tests/SwiftDataTests/Documentation/Examples"

    @Test func everyBlockOfAnArticleIsCompiled() throws {
        let paths = try DocumentationPage.paths(in: Self.catalog, suffix: ".md")
        #expect(paths.count > 5)
        for path in paths {
            let article = try DocumentationPage(path)
            let name = path.dropFirst(Self.catalog.count + 1).dropLast(".md".count)
            let blocks = article.blocks(of: "swift")
            guard !blocks.isEmpty else { continue }
            let code = try DocumentationPage.lines(of: "\(Self.examples)/\(name)Examples.swift")
            for block in blocks { #expect(code.contains(block: block), "\(path)") }
        }
    }

    @Test func everyBlockOfADocumentationCommentIsCompiled() throws {
        let code = try DocumentationPage.lines(of: "\(Self.examples)/ReferenceExamples.swift")
        var count = 0
        for path in try DocumentationPage.paths(in: "Sources/SwiftData", suffix: ".swift") {
            for block in try DocumentationPage(path).blocks(of: "swift") {
                #expect(code.contains(block: block), "\(path)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func everyBlockNamesItsLanguage() throws {
        let pages =
            try DocumentationPage.paths(in: Self.catalog, suffix: ".md")
            + DocumentationPage.paths(in: "Sources/SwiftData", suffix: ".swift")
        let unnamed = try pages.filter { try !DocumentationPage($0).blocks(of: "").isEmpty }
        #expect(unnamed == [])
    }

    @Test(arguments: [
        (["let a = 1", "", "let b = 2"], true), (["let b = 2"], true), (["b = 2"], false),
        (["let a = 1", "let b = 2"], false), (["let b = 2", "let c = 3"], false),
        (["    let a = 1", "", "let b = 2"], false),
    ])
    func blockIsFoundAtAnyIndentation(block: [String], expected: Bool) {
        let code = ["func f() {", "    let a = 1", "", "    let b = 2", "}"]
        #expect(code.contains(block: block) == expected)
    }
}

extension [String] {
    /// Whether the lines of a block follow each other here, all indented by the same depth.
    fileprivate func contains(block: [String]) -> Bool {
        guard let first = block.first else { return true }
        return indices.contains { start in
            let depth = self[start].prefix { $0 == " " }.count - first.prefix { $0 == " " }.count
            guard depth >= 0, start + block.count <= count else { return false }
            let indentation = String(repeating: " ", count: depth)
            return zip(self[start...], block).allSatisfy { line, wanted in
                line == (wanted.isEmpty ? "" : indentation + wanted)
            }
        }
    }
}
