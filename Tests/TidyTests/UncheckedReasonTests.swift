// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// The rule that every opt-out of compiler checking has a comment with its justification.
struct UncheckedReasonTests {
    @Test func everyUncheckedAnnotationHasAReason() {
        #expect(Project.sources.flatMap(\.uncheckedWithoutReason) == [])
    }

    /// What rests on the runtime without a promise is in one folder, with a check of each.
    @Test(arguments: [
        "unsafeBitCast(", "unsafeDowncast(", "unowned(unsafe)", "@exclusivity(unchecked)",
        "swift_tryRetain", "_isPOD(",
    ])
    func uncheckedConstructsAreInOneFolder(word: String) {
        let sources = Project.sources.filter {
            $0.target == "SwiftData" && !$0.path.hasPrefix("Sources/SwiftData/Runtime/")
        }
        #expect(!sources.isEmpty)
        #expect(sources.flatMap { $0.places { $0.contains(word) } } == [])
    }

    @Test func reasonMayBeAboveOrBelow() {
        let above = "/// Unchecked, because it never changes.\nclass A: @unchecked Sendable {}"
        let below = "class A: @unchecked Sendable\n{\n    // Unchecked: it never changes.\n}"
        let unavailable = "@available(*, unavailable)\nextension A: @unchecked Sendable {}"
        for text in [above, below, unavailable] {
            #expect(SwiftSource(path: "x.swift", text: text).uncheckedWithoutReason == [])
        }
    }

    @Test(arguments: [
        "/// A class.\nclass A: @unchecked Sendable {}",
        "nonisolated(unsafe) var a = 1",
        "unowned(unsafe) var a: A?",
        "let a = unsafeBitCast(b, to: A.self)",
        "let a = uncheckedSendable(b, as: (any Sendable).self)",
        "// Unchecked, because of B.\n\n\n\n\n\n\n\nclass A: @unchecked Sendable {}",
    ])
    func unrelatedCommentsAreNotReasons(text: String) {
        #expect(SwiftSource(path: "x.swift", text: text).uncheckedWithoutReason.count == 1)
    }
}

extension SwiftSource {
    /// The constructs that neither the compiler nor the runtime checks.
    private static let uncheckedConstructs = [
        "@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)", "unsafeBitCast(",
        "unsafeDowncast(", "uncheckedSendable(",
    ]

    fileprivate var uncheckedWithoutReason: [String] {
        code.indices.filter { index in
            let line = code[index]
            guard Self.uncheckedConstructs.contains(where: line.contains), !line.contains("func ")
            else {
                return false
            }
            // An unavailable conformance cannot be used and needs no justification.
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
    /// The text after `//`.
    fileprivate var comment: Substring {
        firstRange(of: "//").map { self[$0.upperBound...] } ?? ""
    }
}
