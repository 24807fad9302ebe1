// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// The references between the folders of the modules that have a map.
struct FolderTests {
    @Test(arguments: FolderMap.all)
    func everyFolderHasItsPlaceInTheOrder(map: FolderMap) {
        #expect(map.references?.folders == Set(map.order))
    }

    @Test(arguments: FolderMap.all)
    func filesUseOnlyLowerFolders(map: FolderMap) throws {
        let wrong = try #require(map.references).references
            .filter { map.permits($0.from, naming: $0.to) == false }
            .map { "\($0.path) names \($0.name) of \($0.to)" }
        #expect(wrong.sorted() == [])
    }

    @Test(arguments: FolderMap.all)
    func atMostFourPairsOfFoldersNeedEachOther(map: FolderMap) {
        #expect(map.exceptions.count <= 4)
        #expect(map.exceptions.allSatisfy { !$0.reason.isEmpty })
    }

    @Test(arguments: FolderMap.all)
    func everyExceptionIsNeeded(map: FolderMap) throws {
        let references = try #require(map.references).references
        let unused = map.exceptions.filter { exception in
            !references.contains { $0.from == exception.from && $0.to == exception.to }
        }
        #expect(unused.map { "\($0.from) no longer uses \($0.to)" } == [])
    }

    @Test(arguments: FolderMap.all.filter(\.isModule))
    func testsAreInTheFolderOfTheirSource(map: FolderMap) {
        let sources = Project.sources.filter { $0.target == map.path }
        let paths = Dictionary(grouping: sources.map(\.path)) { path in
            path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
        }
        let tests = Project.tests.filter { $0.target == map.path + "Tests" }
        #expect(tests.count > 10)
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

    /// Tests that have no source of their name are in the folder that they test, too.
    @Test(arguments: FolderMap.all.filter { $0.isModule && !$0.order.contains("") })
    func testsAreInAFolder(map: FolderMap) {
        let tests = Project.tests.filter { $0.target == map.path + "Tests" }
        let loose = tests.filter { $0.folder(below: map.path + "Tests").isEmpty }
        #expect(loose.map(\.path) == [])
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
        #expect(source.folder(below: "SwiftData") == "Model")
        #expect(source.folder(below: "SwiftData/Model") == "Row")
        #expect(source.folder(below: "SwiftData/Model/Row") == "")
        #expect(source.identifiers.isSuperset(of: ["A", "B", "E"]))
        #expect(!source.identifiers.contains("G"))
    }

    @Test func membersOfExtensionsAreFound() {
        let low = SwiftSource(
            path: "Sources/Module/Low/A.swift",
            text: """
                struct A {
                    let own = 1
                }
                extension A { func sameFolder() {} }
                """
        )
        let high = SwiftSource(
            path: "Sources/Module/High/A+B.swift",
            text: """
                extension A {
                    var added: Int { own }
                    private var hidden: Int { 1 }
                    func own() {}
                }
                extension String.Index {
                    static func made() -> Self? { nil }
                }
                """
        )
        let declarations = FolderDeclarations([low, high], below: "Module")
        #expect(declarations.folder(ofType: "A") == "Low")
        #expect(declarations.folder(ofMember: "added") == "High")
        #expect(declarations.folder(ofMember: "made") == "High")
        #expect(declarations.folder(ofMember: "hidden") == nil)
        #expect(declarations.folder(ofMember: "own") == nil)
        #expect(declarations.folder(ofMember: "sameFolder") == nil)
        let user = SwiftSource(path: "Sources/Module/Low/B.swift", text: "a?.added(b.c, .made())")
        #expect(user.namesAfterDots == ["added", "c", "made"])
    }
}
