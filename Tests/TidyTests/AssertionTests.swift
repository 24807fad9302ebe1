// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct AssertionTests {
    @Test func everyTestAsserts() {
        let targets = Dictionary(grouping: Project.tests + Project.examples, by: \.target)
        #expect(targets.count > 2)
        #expect(targets.values.flatMap { TestsWithoutAssertions.find(in: $0) }.sorted() == [])
    }

    @Test func testsWithoutAssertionsAreFound() {
        let source = SwiftSource(
            path: "Tests/T/T.swift",
            text: """
                @Test func adds() { _ = 1 + 1 }
                @Test("with a name", arguments: [{ 1 }])
                func speaks(_ value: () -> Int) { say("#expect") }
                @Test func expects() { #expect(true) }
                @Test func requires() throws { try #require(nil as Int?) }
                @Test func callsAnother() { check(1) }
                private func check(_ value: Int) { checkMore(value) }
                private func checkMore(_ value: Int) { #expect(value == 1) }
                """
        )
        #expect(
            TestsWithoutAssertions.find(in: [source]) == [
                "Tests/T/T.swift: adds", "Tests/T/T.swift: speaks",
            ]
        )
    }
}

/// A search for tests without an assertion, in their own body or in a function they call.
enum TestsWithoutAssertions {
    private static let assertions = [
        "#expect", "#require", "Issue.record", "confirmation(", "confirmation {",
    ]

    /// Returns the tests of a target that can fail only by throwing.
    static func find(in target: [SwiftSource]) -> [String] {
        let functions = target.flatMap(TestFunction.all)
        var asserting: Set<String> = []
        var grew = true
        while grew {
            let names = functions.filter { asserts($0.body, through: asserting) }.map(\.name)
            grew = !asserting.isSuperset(of: names)
            asserting.formUnion(names)
        }
        return functions.filter { $0.isTest && !asserts($0.body, through: asserting) }
            .map { "\($0.path): \($0.name)" }
    }

    private static func asserts(_ body: String, through names: Set<String>) -> Bool {
        assertions.contains { body.contains($0) } || !names.isDisjoint(with: calls(in: body))
    }

    /// Returns the names before an opening parenthesis or brace.
    private static func calls(in body: String) -> Set<String> {
        var found: Set<String> = []
        var name = ""
        for character in body {
            if character.isLetter || character.isNumber || character == "_" {
                name.append(character)
            } else if character != " " {
                if character == "(" || character == "{", !name.isEmpty { found.insert(name) }
                name = ""
            } else if !name.isEmpty, name == "try" || name == "await" || name == "return" {
                name = ""
            }
        }
        return found
    }
}
