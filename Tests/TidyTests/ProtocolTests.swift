// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Keeps the specification whole: what the code knows, the pages know.
struct ProtocolTests {
    private let methods: [String]

    init() throws {
        let path = "Sources/JournalProtocol/Methods/MethodName.swift"
        let source = SwiftSource(path: path, text: try Project.text(path))
        // The cases at the first level of the enumeration; those of a switch begin with a dot.
        methods = source.lines.compactMap { line in
            guard line.hasPrefix("    case "), !line.contains(".") || line.contains("=")
            else { return nil }
            let words = line.split(separator: " ")
            return words.last.map { $0.trimmingCharacters(in: ["\""]) }
        }
        try #require(methods.contains("entry.create") && methods.contains("shutdown"))
    }

    @Test func everyMethodHasItsSection() throws {
        let page = try Project.text("Protocol/README.md")
        #expect(methods.filter { !page.contains("\n### \($0)\n") } == [])
    }
}
