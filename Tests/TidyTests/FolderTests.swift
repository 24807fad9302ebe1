// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// The references between the folders of `SwiftData`.
struct FolderTests {
    private let sources = Project.sources.filter { $0.target == FolderMap.module }
    /// The folders that declare a type of a name.
    private let foldersOfType: [String: Set<String>]

    init() {
        var folders: [String: Set<String>] = [:]
        for source in sources {
            for type in source.declaredTypes { folders[type, default: []].insert(source.folder) }
        }
        foldersOfType = folders
    }

    /// The types of other folders that a file names, with their folder.
    private func references(in source: SwiftSource) -> [(type: String, folder: String)] {
        source.identifiers.compactMap { name in
            guard let folders = foldersOfType[name], !folders.contains(source.folder) else {
                return nil
            }
            return folders.count == 1 ? folders.first.map { (name, $0) } : nil
        }
    }

    @Test func everyFolderHasItsPlaceInTheOrder() {
        #expect(sources.count > 100)
        #expect(Set(sources.map(\.folder)).subtracting(FolderMap.order) == [])
    }

    @Test func filesNameOnlyTypesOfLowerFolders() {
        let wrong = sources.flatMap { source in
            references(in: source)
                .filter { FolderMap.permits(source.folder, naming: $0.folder) == false }
                .map { "\(source.path) names \($0.type) of \($0.folder)" }
        }
        #expect(wrong.sorted() == [])
    }

    @Test func atMostFourPairsOfFoldersNeedEachOther() {
        #expect(FolderMap.exceptions.count <= 4)
        #expect(FolderMap.exceptions.allSatisfy { !$0.reason.isEmpty })
    }

    @Test(arguments: FolderMap.exceptions.indices)
    func everyExceptionIsNeeded(index: Int) {
        let exception = FolderMap.exceptions[index]
        let isUsed = sources.filter { $0.folder == exception.from }.contains { source in
            references(in: source).contains { $0.folder == exception.to }
        }
        #expect(isUsed, "\(exception.from) no longer names a type of \(exception.to)")
    }

    @Test func testsAreInTheFolderOfTheirSource() {
        let paths = Dictionary(grouping: sources.map(\.path)) { path in
            path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
        }
        let tests = Project.tests.filter { $0.target == FolderMap.module + "Tests" }
        #expect(tests.count > 50)
        let wrong = tests.map(\.path).filter { path in
            let parts = path.split(separator: "/")
            guard let file = parts.last, file.hasSuffix("Tests.swift"),
                let candidates = paths[String(file.dropLast("Tests.swift".count))]
            else { return false }
            return !candidates.contains { source in
                source.split(separator: "/").dropFirst(2).dropLast()
                    .elementsEqual(parts.dropFirst(2).dropLast())
            }
        }
        #expect(wrong == [])
    }

    @Test func typesAreFoundWhereTheyAreDeclared() {
        let text = """
            public final class A {
                struct B {}
            }
            @available(*, unavailable) enum C { case d }
            extension E {}
            protocol F {}
            // struct G {}
            private struct H {}
            """
        let source = SwiftSource(path: "Sources/SwiftData/Model/Row/A.swift", text: text)
        #expect(source.declaredTypes == ["A", "C", "F"])
        #expect(source.folder == "Model")
        #expect(source.identifiers.isSuperset(of: ["A", "B", "E"]))
        #expect(!source.identifiers.contains("G"))
    }
}

extension SwiftSource {
    /// The folder below that of the module, or nothing for a file in none.
    fileprivate var folder: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : ""
    }

    /// The names of the types that the file declares outside of other types.
    fileprivate var declaredTypes: [String] {
        let others: Set<Substring> = ["extension", "fileprivate", "private"]
        let kinds: Set<Substring> = ["actor", "class", "enum", "protocol", "struct", "typealias"]
        return code.filter { $0.first?.isWhitespace == false }.compactMap { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
            guard !words.contains(where: others.contains),
                let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
            else { return nil }
            return String(words[kind + 1])
        }
    }

    /// All names and words of the code.
    fileprivate var identifiers: Set<String> {
        Set(
            code.lazy.flatMap { line in
                line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            }
        )
    }
}
