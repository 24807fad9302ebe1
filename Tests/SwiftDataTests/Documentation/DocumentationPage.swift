// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A Markdown page or the documentation comments of a source file, with its fenced code blocks.
struct DocumentationPage {
    /// The path below the folder of the package.
    let path: String
    private let blocks: [Block]

    private struct Block {
        let language: String
        let lines: [String]
    }

    /// Reads a page.
    ///
    /// - Parameter path: The path below the folder of the package. Of a Swift file, only the
    ///   documentation comments count.
    /// - Throws: What reading the file throws.
    init(_ path: String) throws {
        let url = Self.root.appending(path: path)
        let text = try String(contentsOf: url, encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        if path.hasSuffix(".swift") {
            lines = lines.compactMap { line in
                let comment = line.drop { $0 == " " }
                guard comment.hasPrefix("///") else { return nil }
                return String(comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3))
            }
        }
        self.path = path
        blocks = Self.blocks(in: lines)
    }

    /// The blocks of a language, in order.
    func blocks(of language: String) -> [[String]] {
        blocks.filter { $0.language == language }.map(\.lines)
    }

    private static func blocks(in lines: [String]) -> [Block] {
        var blocks: [Block] = []
        var open: (language: String, lines: [String])?
        for line in lines {
            if let block = open, line == "```" {
                blocks.append(Block(language: block.language, lines: block.lines))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        return blocks
    }

    // MARK: Files

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of the files in a folder and the folders below it, by the end of their names.
    static func paths(in folder: String, suffix: String) throws -> [String] {
        let path = root.appending(path: folder).path(percentEncoded: false)
        return try FileManager.default.subpathsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The lines of a file.
    static func lines(of path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .components(separatedBy: "\n")
    }
}
