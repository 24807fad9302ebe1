// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Checks the form that `contrib/decisions/README.md` describes.
struct DecisionTests {
    private static let records = Project.paths(below: "contrib/decisions")
        .filter { $0.hasSuffix(".md") && !$0.hasSuffix("/README.md") }

    @Test(arguments: records)
    func recordHasATitleAndThreeSections(record: String) throws {
        let lines = try Project.text(record).components(separatedBy: "\n")
        #expect(lines[0].hasPrefix("# "))
        let sections = lines.filter { $0.hasPrefix("## ") }
        #expect(sections.prefix(3) == ["## Context", "## Decision", "## Consequence"])
        #expect(sections.dropFirst(3).allSatisfy { $0 == "## Alternatives" })
    }

    @Test func numbersAreUnique() {
        let numbers = Self.records.map { path in
            String(path.dropFirst("contrib/decisions/".count).prefix { $0 != "-" })
        }
        #expect(numbers.filter { $0.count != 4 || Int($0) == nil } == [])
        let repeated = Dictionary(grouping: numbers) { $0 }.filter { $0.value.count > 1 }
        #expect(repeated.keys.sorted() == [])
    }
}
