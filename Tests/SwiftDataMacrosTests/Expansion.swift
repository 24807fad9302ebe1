// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import SwiftDataMacros

/// The result of expanding the macros in a source file, for tests that check parts of it.
struct Expansion {
    /// The expanded source.
    let text: String

    /// The lines of the expanded source without their indentation.
    var lines: [String] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
    }

    /// Whether the expanded source is not valid Swift.
    let hasSyntaxErrors: Bool

    let diagnostics: [Diagnostic]

    var identifiers: [MessageID] { diagnostics.map(\.diagnosticID) }

    /// The original source after applying the first fix-it of every diagnostic.
    let fixed: String

    init(
        of source: String,
        macros: [String: MacroSpec] = sourceMacros,
        modelConformances: [TypeSyntax]? = nil,
        configuration: (any BuildConfiguration)? = nil
    ) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")],
            buildConfiguration: configuration
        )
        var macros = macros
        if let modelConformances {
            macros["Model"] = MacroSpec(type: ModelMacro.self, conformances: modelConformances)
        }
        let expanded = file.expand(macroSpecs: macros) { node in
            BasicMacroExpansionContext(
                sharingWith: context,
                lexicalContext: node.allMacroLexicalContexts()
            )
        }
        text = expanded.description
        hasSyntaxErrors = expanded.hasError
        diagnostics = context.diagnostics
        fixed = Self.fix(source, file, context)
    }

    private static func fix(
        _ source: String,
        _ file: SourceFileSyntax,
        _ context: BasicMacroExpansionContext
    ) -> String {
        let converter = SourceLocationConverter(fileName: "test.swift", tree: file)
        let edits = context.diagnostics.compactMap(\.fixIts.first).flatMap(\.changes).compactMap {
            change -> (offset: Int, length: Int, text: String)? in
            guard case .replace(let oldNode, let newNode) = change else { return nil }
            let start = context.location(
                for: oldNode.position,
                anchoredAt: oldNode,
                fileName: "test.swift"
            )
            let offset = converter.position(ofLine: start.line, column: start.column).utf8Offset
            return (offset, oldNode.totalLength.utf8Length, newNode.description)
        }
        var utf8 = Array(source.utf8)
        for edit in edits.sorted(by: { $0.offset > $1.offset }) {
            utf8.replaceSubrange(edit.offset..<(edit.offset + edit.length), with: edit.text.utf8)
        }
        return String(decoding: utf8, as: UTF8.self)
    }
}

/// Returns the stable identifier of a diagnostic.
func issue(_ identifier: String) -> MessageID {
    MessageID(domain: "SwiftData", id: identifier)
}

/// Returns a build configuration for Linux with a language mode and `-D` conditions.
func linuxBuild(swift version: Int = 6, _ conditions: String...) -> StaticBuildConfiguration {
    StaticBuildConfiguration(
        customConditions: Set(conditions),
        targetOSs: ["Linux"],
        languageVersion: VersionTuple(version),
        compilerVersion: VersionTuple(6, 3, 1)
    )
}
