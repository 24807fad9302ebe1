// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// The files of the package.
enum Project {
    /// The folder that holds Package.swift.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What the modules consist of.
    static let sources = swiftFiles(below: "Sources")

    /// What the tests consist of.
    static let tests = swiftFiles(below: "Tests")

    /// The text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The texts of the files of a kind below a folder.
    static func texts(in folder: String, suffix: String) throws -> [String] {
        try paths(below: folder).filter { $0.hasSuffix(suffix) }.map(text)
    }

    /// The paths of all files and folders below a folder; empty when it does not exist.
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
