// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Every code block of the documentation of SwiftDataCloud is compiled.
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The manifest of a program, which is not compiled.
    private static let manifest = "let dependencies: [Package.Dependency]"

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// Returns the Swift blocks of a page, or of the documentation comments of a source file.
    private static func blocks(_ path: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        for line in try lines(path) {
            let comment = line.trimmingCharacters(in: .whitespaces)
            let text =
                path.hasSuffix(".md")
                ? line : comment.hasPrefix("/// ") ? String(comment.dropFirst(4)) : ""
            if text == "```swift" {
                blocks.append([])
                isInside = true
            } else if text == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(text)
            }
        }
        return blocks
    }

    @Test func everyBlockIsCompiled() throws {
        let sources = "Sources/SwiftDataCloud"
        let names = try FileManager.default.subpathsOfDirectory(
            atPath: Self.root.appending(path: sources).path(percentEncoded: false)
        )
        let blocks = try names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
            .flatMap { try Self.blocks("\(sources)/\($0)") }
            .filter { !($0.first?.hasPrefix(Self.manifest) ?? true) }
        #expect(blocks.count > 8)
        let path = "Tests/SwiftDataCloudTests/Documentation/SwiftDataSyncExamples.swift"
        let code = try Self.lines(path).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
        for block in blocks {
            let wanted = block.map { $0.trimmingCharacters(in: .whitespaces) }
                .joined(separator: "\n")
            #expect(code.contains(wanted))
        }
    }
}
