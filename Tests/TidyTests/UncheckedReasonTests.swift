// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// Where the compiler is told to trust us, a comment beside it says why it may.
struct UncheckedReasonTests {
    @Test func everyUncheckedPromiseHasItsReason() {
        #expect(Project.sources.flatMap(\.promisesWithoutReason) == [])
    }

    @Test func aReasonMayStandAboveOrBelow() {
        let above = "/// Unchecked, because it never changes.\nclass A: @unchecked Sendable {}"
        let below = "class A: @unchecked Sendable\n{\n    // Unchecked: it never changes.\n}"
        let unavailable = "@available(*, unavailable)\nextension A: @unchecked Sendable {}"
        for text in [above, below, unavailable] {
            #expect(SwiftSource(path: "x.swift", text: text).promisesWithoutReason == [])
        }
    }

    @Test(arguments: [
        "/// A class.\nclass A: @unchecked Sendable {}",
        "nonisolated(unsafe) var a = 1",
        "// Unchecked, because of B.\n\n\n\n\n\n\n\nclass A: @unchecked Sendable {}",
    ])
    func otherCommentsAreNoReason(text: String) {
        #expect(SwiftSource(path: "x.swift", text: text).promisesWithoutReason.count == 1)
    }
}

extension SwiftSource {
    fileprivate var promisesWithoutReason: [String] {
        code.indices.filter { index in
            let line = code[index]
            guard line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)")
            else { return false }
            // A conformance that nobody can use promises nothing.
            if index > 0, code[index - 1].contains("unavailable") { return false }
            let neighbours = lines[max(0, index - 4)...min(lines.count - 1, index + 2)]
            return !neighbours.contains {
                $0.comment.contains("nchecked") || $0.comment.contains("nsafe")
            }
        }
        .map(place)
    }
}

extension String {
    /// What stands after `//`.
    fileprivate var comment: Substring {
        firstRange(of: "//").map { self[$0.upperBound...] } ?? ""
    }
}
