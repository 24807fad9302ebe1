// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The results of each operator of `#Predicate`.
@Suite struct PredicateOperatorTests {
    private static let level = Level.medium
    private static let optionalLevel: Level? = .high
    private static let grade = Grade.none
    private static let day = Date(timeIntervalSinceReferenceDate: 500)
    private static let infinity = Double.infinity
    private static let missing: Int? = nil

    @Test(arguments: comparisons)
    func comparisonsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let comparisons: [PredicateCase] = [
        PredicateCase("==", #Predicate { $0.int == 5 }, [1]),
        PredicateCase("!=", #Predicate { $0.int != 5 }, [0, 2, 3]),
        PredicateCase("<", #Predicate { $0.int < 1 }, [2]),
        PredicateCase("<=", #Predicate { $0.int <= 1 }, [0, 2]),
        PredicateCase(">", #Predicate { $0.int > 5 }, [3]),
        PredicateCase(">=", #Predicate { 5 >= $0.int }, [0, 1, 2]),
        PredicateCase("&& ||", #Predicate { $0.int > 0 && ($0.int < 3 || $0.flag) }, [0]),
        PredicateCase("!", #Predicate { !($0.int == 5) }, [0, 2, 3]),
        PredicateCase("canonical equivalence", #Predicate { $0.text == "cafe\u{301}" }, [0]),
        PredicateCase("unsigned half", #Predicate { $0.uint64 > 9_223_372_036_854_775_807 }, [3]),
        PredicateCase("decimal by value", #Predicate { $0.decimal > 9 }, [0]),
        PredicateCase("date", #Predicate { $0.date > day }, [1]),
        PredicateCase("captured enum", #Predicate { $0.level == level }, [1]),
        PredicateCase("optional enum", #Predicate { $0.optionalLevel == optionalLevel }, [1]),
        PredicateCase("raw value", #Predicate { $0.level.rawValue == "high" }, [2]),
        PredicateCase(
            "raw value of a plain enum",
            #Predicate { $0.grade.rawValue < 5 },
            [0, 1, 3]
        ),
        PredicateCase(
            "raw value of an optional enum",
            #Predicate { $0.optionalLevel?.rawValue == "high" },
            [1]
        ),
        PredicateCase("plain enum by its own order", #Predicate { $0.grade > grade }, [2]),
        PredicateCase("enum by its own order", #Predicate { $0.level < level }, [0, 3]),
        PredicateCase("plain enum", #Predicate { $0.grade == grade }, [0, 1, 3]),
        PredicateCase("true", #Predicate<Specimen> { _ in true }, [0, 1, 2, 3]),
        PredicateCase("false", #Predicate<Specimen> { _ in false }, []),
    ]

    @Test(arguments: calculations)
    func calculationsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let calculations: [PredicateCase] = [
        PredicateCase("+", #Predicate { $0.int + 1 == 6 }, [1]),
        PredicateCase("-", #Predicate { $0.int - 1 == 0 }, [0]),
        PredicateCase("*", #Predicate { $0.int * 2 == 22 }, [3]),
        PredicateCase("/ of integers", #Predicate { $0.int / 2 == -1 }, [2]),
        PredicateCase("%", #Predicate { $0.int % 2 == -1 }, [2]),
        PredicateCase("unary minus", #Predicate { -$0.int == 3 }, [2]),
        PredicateCase("/ by zero", #Predicate { 1 / $0.double == infinity }, [0, 1, 3]),
        PredicateCase(
            "NaN",
            #Predicate { $0.double / $0.double != $0.double / $0.double },
            [0, 1, 3]
        ),
        PredicateCase("unsigned", #Predicate { $0.uint64 / 2 == 9_223_372_036_854_775_807 }, [3]),
        PredicateCase("decimal", #Predicate { $0.decimal * $0.decimal == 81 }, [1]),
        PredicateCase("float rounds", #Predicate { $0.float + 0.1 == 0.1 }, [0, 1, 2, 3]),
        PredicateCase("ternary", #Predicate { ($0.int > 1 ? $0.int : 0) == 0 }, [0, 2]),
        PredicateCase(
            "seconds of a date",
            #Predicate { $0.date.timeIntervalSinceReferenceDate == 1000 },
            [1]
        ),
        PredicateCase("bytes", #Predicate { $0.data.count == 2 }, [0]),
    ]

    @Test(arguments: optionals)
    func optionalsMatch(_ line: PredicateCase) throws { try line.verify() }

    // swift-format-ignore: NeverForceUnwrap
    private static let optionals: [PredicateCase] = [
        PredicateCase("== nil", #Predicate { $0.optionalInt == nil }, [0]),
        PredicateCase("!= nil", #Predicate { $0.optionalInt != nil }, [1, 2, 3]),
        PredicateCase("== value", #Predicate { $0.optionalInt == 5 }, [1]),
        PredicateCase("!= value", #Predicate { $0.optionalInt != 5 }, [0, 2, 3]),
        PredicateCase("captured nil", #Predicate { $0.optionalInt == missing }, [0]),
        PredicateCase("not under a negation", #Predicate { !($0.optionalInt == 5) }, [0, 2, 3]),
        PredicateCase("??", #Predicate { ($0.optionalInt ?? 5) == 5 }, [0, 1]),
        PredicateCase("!", #Predicate { $0.optionalInt! < 3 }, [2, 3]),
        PredicateCase("flatMap", #Predicate { $0.optionalInt.flatMap { $0 + 1 } == 3 }, [2]),
        PredicateCase(
            "flatMap == true",
            #Predicate { $0.optionalInt.flatMap { $0 > 1 } == true },
            [1, 2]
        ),
        PredicateCase(
            "flatMap ?? false",
            #Predicate { $0.optionalInt.flatMap { $0 > 1 } ?? false },
            [1, 2]
        ),
        PredicateCase(
            "not flatMap == true",
            #Predicate { !($0.optionalInt.flatMap { $0 > 1 } == true) },
            [0, 3]
        ),
        PredicateCase(
            "flatMap == false",
            #Predicate { $0.optionalInt.flatMap { $0 > 1 } == false },
            [3]
        ),
        PredicateCase(
            "flatMap of flatMap",
            #Predicate { one in
                one.optionalInt.flatMap { _ in one.optionalFlag.flatMap { $0 } } == true
            },
            [3]
        ),
        PredicateCase(
            "if let",
            #Predicate { if let number = $0.optionalInt { number > 1 } else { $0.int == 1 } },
            [0, 1, 2]
        ),
        PredicateCase("Bool?", #Predicate { $0.optionalFlag == true }, [3]),
        PredicateCase("Bool? ??", #Predicate { $0.optionalFlag ?? true }, [0, 1, 3]),
        PredicateCase("optional text", #Predicate { $0.optionalText?.isEmpty == true }, [3]),
    ]

    @Test(arguments: texts)
    func textOperatorsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let texts: [PredicateCase] = [
        PredicateCase("contains", #Predicate { $0.text.contains("caf\u{E9}") }, [0, 1]),
        PredicateCase("contains characters", #Predicate { $0.text.contains("e") }, []),
        PredicateCase("CR LF is one character", #Predicate { $0.text.contains("\n") }, []),
        PredicateCase("contains nothing", #Predicate { $0.text.contains("") }, [0, 1, 2, 3]),
        PredicateCase(
            "is contained",
            #Predicate { "cafés and more".contains($0.text) },
            [0, 1, 3]
        ),
        PredicateCase("starts", #Predicate { $0.text.starts(with: "caf") }, [0, 1]),
        PredicateCase("count", #Predicate { $0.text.count == 4 }, [0]),
        PredicateCase("isEmpty", #Predicate { $0.text.isEmpty }, [3]),
        PredicateCase(
            "localizedStandardContains",
            #Predicate { $0.text.localizedStandardContains("CAFE") },
            [0, 1]
        ),
        PredicateCase(
            "localizedStandardContains through ?.",
            #Predicate { $0.optionalText?.localizedStandardContains("café") ?? false },
            [2]
        ),
        PredicateCase(
            "caseInsensitiveCompare",
            #Predicate { $0.text.caseInsensitiveCompare("CAFÉ") == same },
            [0]
        ),
        PredicateCase(
            "localizedCompare",
            #Predicate { $0.text.localizedCompare("caf\u{E9}") == same },
            [0]
        ),
    ]
    private static let same = ComparisonResult.orderedSame
}
