// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The results of predicates over attributes that are collections.
@Suite struct PredicateElementTests {
    private static let day = Date(timeIntervalSinceReferenceDate: 1000)
    private static let high = Level.high
    private static let nothing: Int? = nil
    private static let word = "swift"

    @Test(arguments: arrays)
    func arraysMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let arrays: [PredicateCase] = [
        PredicateCase("contains", #Predicate { $0.keywords.contains("swift") }, [0, 3]),
        PredicateCase(
            "contains a captured value",
            #Predicate { $0.keywords.contains(word) },
            [0, 3]
        ),
        PredicateCase(
            "canonical equivalence",
            #Predicate { $0.keywords.contains("cafe\u{301}") },
            [0, 2]
        ),
        PredicateCase("NUL", #Predicate { $0.keywords.contains("a\0b") }, [0]),
        PredicateCase("text before NUL", #Predicate { $0.keywords.contains("a") }, []),
        PredicateCase("emoji", #Predicate { $0.keywords.contains("\u{1F600}") }, [2]),
        PredicateCase("escapes", #Predicate { $0.keywords.contains("\"\\/\n") }, [3]),
        PredicateCase("isEmpty", #Predicate { $0.keywords.isEmpty }, [1]),
        PredicateCase("count", #Predicate { $0.keywords.count == 3 }, [0, 3]),
        PredicateCase("first", #Predicate { $0.keywords.first == "swift" }, [0, 3]),
        PredicateCase("first of none", #Predicate { $0.keywords.first == nil }, [1]),
        PredicateCase(
            "contains where",
            #Predicate { $0.keywords.contains { $0.starts(with: "caf") } },
            [0, 2]
        ),
        PredicateCase(
            "contains where with the row",
            #Predicate { row in row.keywords.contains { $0 == row.text } },
            [0]
        ),
        PredicateCase(
            "allSatisfy",
            #Predicate { $0.keywords.allSatisfy { $0.count > 2 } },
            [0, 1, 3]
        ),
        PredicateCase(
            "filter count",
            #Predicate { $0.keywords.filter { $0 == "swift" }.count == 2 },
            [3]
        ),
        PredicateCase("set", #Predicate { $0.numbers.contains(2) }, [1]),
        PredicateCase("set of the row", #Predicate { $0.numbers.contains($0.int) }, []),
        PredicateCase(
            "elements that are nil",
            #Predicate { $0.maybeNumbers.contains(nothing) },
            [2]
        ),
        PredicateCase("date", #Predicate { $0.dates.contains(day) }, [1]),
        PredicateCase("date in order", #Predicate { $0.dates.contains { $0 < day } }, []),
        PredicateCase(
            "nested",
            #Predicate { $0.matrix.contains { $0.contains(3) && $0.count == 1 } },
            [0]
        ),
        PredicateCase(
            "of a related model",
            #Predicate { $0.shelf?.specimens.contains { $0.keywords.contains("swift") } == true },
            [0]
        ),
    ]

    @Test(arguments: optionals)
    func optionalArraysMatch(_ line: PredicateCase) throws { try line.verify() }

    // swift-format-ignore: NeverForceUnwrap
    private static let optionals: [PredicateCase] = [
        PredicateCase("== nil", #Predicate { $0.optionalKeywords == nil }, [0, 3]),
        PredicateCase(
            "?.contains",
            #Predicate { $0.optionalKeywords?.contains("old") == true },
            [2]
        ),
        PredicateCase(
            "?.contains ??",
            #Predicate { !($0.optionalKeywords?.contains("old") ?? false) },
            [0, 1, 3]
        ),
        PredicateCase("?.isEmpty", #Predicate { $0.optionalKeywords?.isEmpty == true }, [1]),
        PredicateCase("?.count", #Predicate { ($0.optionalKeywords?.count ?? 7) == 7 }, [0, 3]),
        PredicateCase(
            "??",
            #Predicate { ($0.optionalKeywords ?? ["old"]).contains("old") },
            [0, 2, 3]
        ),
        PredicateCase("?? []", #Predicate { ($0.optionalKeywords ?? []).isEmpty }, [0, 1, 3]),
        PredicateCase(
            "if let",
            #Predicate { if let words = $0.optionalKeywords { words.isEmpty } else { false } },
            [1]
        ),
        PredicateCase("enum", #Predicate { $0.levels?.contains(.high) == true }, [3]),
        PredicateCase("captured enum", #Predicate { $0.levels?.contains(high) == true }, [3]),
        PredicateCase(
            "order of an enum",
            #Predicate { $0.levels?.contains { $0 < .medium } ?? false },
            [3]
        ),
    ]

    @Test(arguments: dictionaries)
    func dictionariesMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let dictionaries: [PredicateCase] = [
        PredicateCase("subscript", #Predicate { $0.scores["b"] == 5 }, [0]),
        PredicateCase("subscript of no entry", #Predicate { $0.scores["b"] == nil }, [1, 2]),
        PredicateCase("default", #Predicate { $0.scores["b", default: 7] == 7 }, [1, 2, 3]),
        PredicateCase("isEmpty", #Predicate { $0.scores.isEmpty }, [1, 2]),
        PredicateCase("count", #Predicate { $0.scores.count == 2 }, [0]),
        PredicateCase("keys", #Predicate { $0.scores.keys.contains("a") }, [0]),
        PredicateCase("values", #Predicate { $0.scores.values.contains { $0 > 5 } }, [3]),
        PredicateCase("keys of an enum", #Predicate { $0.gradesByLevel[.high] == .all }, [2]),
    ]

    @Test func unsavedChangesMatch() throws {
        let specimens = try FourSpecimens()
        let context = specimens.context
        let all = try context.fetch(FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)]))
        all[0].keywords = []
        all[1].keywords = ["swift"]
        let new = Specimen(serial: 4)
        new.keywords = ["new", "swift"]
        context.insert(new)
        #expect(try specimens.matching(#Predicate { $0.keywords.contains("swift") }) == [1, 3, 4])
        #expect(try specimens.matching(#Predicate { $0.keywords.count == 2 }) == [2, 4])
    }
}
