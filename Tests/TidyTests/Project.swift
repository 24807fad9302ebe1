// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// The files of the package.
enum Project {
    /// The directory that contains Package.swift.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The source files of all modules.
    static let sources = swiftFiles(below: "Sources")

    /// The source files of all tests.
    static let tests = swiftFiles(below: "Tests")

    /// The source files of the examples, which readers copy, and those of their tests.
    static let examples = swiftFiles(below: "contrib/examples")

    /// Returns the content of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the contents of all files with a suffix below a folder.
    static func texts(in folder: String, suffix: String) throws -> [String] {
        try paths(below: folder).filter { $0.hasSuffix(suffix) }.map(text)
    }

    /// Returns the paths of all files and folders below a folder, or none if it does not exist.
    static func paths(below folder: String) -> [String] {
        let names = try? FileManager.default.subpathsOfDirectory(
            atPath: root.appending(path: folder).path
        )
        return (names ?? []).filter { !$0.hasPrefix(".build") && !$0.contains("/.build") }
            .map { "\(folder)/\($0)" }.sorted()
    }

    private static func swiftFiles(below folder: String) -> [SwiftSource] {
        paths(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
            (try? text(path)).map { SwiftSource(path: path, text: $0) }
        }
    }
}
