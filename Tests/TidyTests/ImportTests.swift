// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

struct ImportTests {
    @Test func everyModuleIsInTheMap() {
        let modules = Set(Project.sources.map(\.target))
        #expect(modules.count > 3)
        #expect(modules.subtracting(ModuleMap.allowed.keys) == [])
    }

    @Test func modulesImportOnlyWhatTheMapAllows() {
        let wrong = Project.sources.flatMap { source in
            source.imports.filter { !ModuleMap.permits(source.target, importing: $0) }
                .map { "\(source.path) imports \($0)" }
        }
        #expect(wrong == [])
    }

    @Test func confinedModulesAreImportedOnlyInTheirFolders() {
        let wrong = Project.sources.flatMap { source in
            source.imports.filter { name in
                ModuleMap.confined[name].map { !$0.contains(where: source.path.hasPrefix) } ?? false
            }
            .map { "\(source.path) imports \($0)" }
        }
        #expect(wrong == [])
    }

    @Test func onlySwiftDataReexportsImports() {
        let wrong = Project.sources.filter { $0.target != "SwiftData" }
            .flatMap { $0.places { $0.contains("@_exported") } }
        #expect(wrong == [])
    }

    @Test func allFormsOfImportsAreFound() {
        let text = """
            import A
            @testable import B
            @_exported public import C
            @preconcurrency package import struct D.Part
            // import E
            let text = "import F"
            #if canImport(G)
              internal import G
            #endif
            """
        #expect(SwiftSource(path: "x.swift", text: text).imports == ["A", "B", "C", "D", "G"])
    }
}

extension SwiftSource {
    /// The names of the modules that the file imports.
    fileprivate var imports: [String] {
        code.compactMap { line -> String? in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains($0) })
            else { return nil }
            let kinds: Set<Substring> = [
                "struct", "class", "enum", "protocol", "func", "var", "let",
            ]
            let name = words.dropFirst(index + 1).first { !kinds.contains($0) }
            return name?.split(separator: ".").first.map(String.init)
        }
    }

    private static var levels: Set<Substring> {
        ["public", "package", "internal", "fileprivate", "private"]
    }
}
