// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The results of predicates that evaluate other predicates.
@Suite struct PredicateEvaluateTests {
    private static let positive = #Predicate<Specimen> { $0.int > 0 }
    private static let old = #Predicate<Sticker> { $0.isOld }
    private static let heavy = #Predicate<Shelf> { $0.weight > 3 }
    private static let large = #Predicate<Specimen> { positive.evaluate($0) && $0.int > 4 }
    private static let half = #Expression<Specimen, Int> { $0.int / 2 }
    private static let unwrapping = #Predicate<Specimen> { ($0.optionalInt ?? 3) > 2 }

    @Test(arguments: [
        PredicateCase("alone", #Predicate { positive.evaluate($0) }, [0, 1, 3]),
        PredicateCase("!", #Predicate { !positive.evaluate($0) }, [2]),
        PredicateCase("&&", #Predicate { positive.evaluate($0) && $0.int < 5 }, [0]),
        PredicateCase("||", #Predicate { positive.evaluate($0) || $0.int == -3 }, [0, 1, 2, 3]),
        PredicateCase(
            "two",
            #Predicate { positive.evaluate($0) && unwrapping.evaluate($0) },
            [0, 1]
        ),
        PredicateCase("nested", #Predicate { large.evaluate($0) }, [1, 3]),
        PredicateCase(
            "twice",
            #Predicate { row in
                positive.evaluate(row)
                    && row.stickers.contains { $0.specimens.contains { positive.evaluate($0) } }
            },
            [0, 1]
        ),
        PredicateCase(
            "for the models of a relationship",
            #Predicate { $0.stickers.contains { old.evaluate($0) } },
            [1]
        ),
        PredicateCase(
            "for an optional",
            #Predicate { $0.shelf.flatMap { heavy.evaluate($0) } ?? false },
            [1]
        ),
        PredicateCase(
            "for a bound model",
            #Predicate { if let shelf = $0.shelf { heavy.evaluate(shelf) } else { $0.int == 11 } },
            [1, 3]
        ),
        PredicateCase("all", Predicate(all: [positive, unwrapping]), [0, 1]),
        PredicateCase("all of none", Predicate(all: []), [0, 1, 2, 3]),
        PredicateCase("any", Predicate(any: [large, unwrapping]), [0, 1, 3]),
        PredicateCase("any of one", Predicate(any: [large]), [1, 3]),
        PredicateCase("any of none", Predicate(any: []), []),
        PredicateCase(
            "any of all, evaluated",
            #Predicate {
                !Predicate(any: [Predicate(all: [positive, unwrapping]), large]).evaluate($0)
            },
            [2]
        ),
        PredicateCase("expression", #Predicate { half.evaluate($0) == 2 }, [1]),
    ])
    func evaluatedPredicatesMatch(_ line: PredicateCase) throws { try line.verify() }

    @Test func descriptionContainsTheOtherPredicate() {
        #expect("\(Self.large)".contains("evaluate(input1)"))
        #expect("\(Self.large)".contains("Predicate<SwiftDataTests.Specimen>"))
        #expect("\(#Predicate<Specimen> { Self.half.evaluate($0) > 1 })".contains("evaluate("))
    }

    @Test func joinedPredicatesOfSeveralVariablesAreEvaluated() throws {
        let less = #Predicate<Int, Int> { $0 < $1 }
        let positive = #Predicate<Int, Int> { first, second in first > 0 && second > 0 }
        #expect(try Predicate(all: [less, positive]).evaluate(1, 2))
        #expect(try !Predicate(all: [less, positive]).evaluate(-1, 2))
        #expect(try Predicate(any: [less, positive]).evaluate(2, 1))
        #expect(try !Predicate(any: [less, positive]).evaluate(2, -1))
    }

    @Test func descriptionOfJoinedPredicatesIsAvailable() {
        let predicate = Predicate<Specimen>(all: [Self.positive, Self.large])
        #expect("\(predicate)".contains("evaluate("))
        #expect("\(Predicate<Specimen>(any: [predicate]))".contains("evaluate("))
    }

    @Test func unsupportedPartOfTheOtherPredicateIsReported() throws {
        let other = #Predicate<Specimen> { $0.text.utf8.count == 1 }
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try FourSpecimens().matching(#Predicate { other.evaluate($0) })
        }
        #expect(error?.explanation.contains("is not supported in a predicate") == true)
    }
}
