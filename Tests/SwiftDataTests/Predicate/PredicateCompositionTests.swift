// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Predicates that are composed of many others.
@Suite struct PredicateCompositionTests {
    private let specimens: FourSpecimens
    private let schema: ResolvedSchema

    init() throws {
        specimens = try FourSpecimens()
        schema = try ResolvedSchema(specimens.context.container.schema)
    }

    private static func equals(_ number: Int) -> Predicate<Specimen> {
        #Predicate { $0.int == number }
    }

    private static func differs(_ number: Int) -> Predicate<Specimen> {
        #Predicate { $0.int != number }
    }

    /// Expects the same results from the store and from `evaluate`.
    private func expect(
        _ predicate: Predicate<Specimen>,
        finds serials: [Int],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try specimens.matching(predicate) == serials, sourceLocation: location)
        #expect(try specimens.evaluating(predicate) == serials, sourceLocation: location)
    }

    private func translated(_ predicate: Predicate<Specimen>) throws -> QueryExpression {
        let entity = try schema.entity(for: Specimen.self)
        return try PredicateTranslator().translate(predicate, entity: entity) { _, _ in nil }
    }

    // MARK: One operator

    @Test func twoThousandPredicatesAreJoinedByOr() throws {
        var either = Self.equals(1)
        for number in 100..<2_100 {
            let (former, other) = (either, Self.equals(number))
            either = #Predicate { former.evaluate($0) || other.evaluate($0) }
        }
        let (former, last) = (either, Self.equals(11))
        try expect(#Predicate { former.evaluate($0) || last.evaluate($0) }, finds: [0, 3])
    }

    @Test func twoThousandPredicatesAreJoinedByAnd() throws {
        var every = Self.differs(1)
        for number in 100..<2_100 {
            let (former, other) = (every, Self.differs(number))
            every = #Predicate { other.evaluate($0) && former.evaluate($0) }
        }
        let last = every
        try expect(#Predicate { last.evaluate($0) && $0.int != 5 }, finds: [2, 3])
        try expect(#Predicate { !last.evaluate($0) }, finds: [0])
    }

    @Test func conditionsAreJoinedToEvaluatedPredicates() throws {
        var either = Self.equals(1)
        for number in 100..<600 {
            let former = either
            either = #Predicate { former.evaluate($0) || $0.int == number || $0.int64 == 7 }
        }
        try expect(either, finds: [0])
    }

    @Test func joinedPredicatesAreJoinedAgain() throws {
        var either = Self.equals(1)
        var every = Self.differs(1)
        for number in 100..<2_100 {
            either = Predicate(any: [either, Self.equals(number)])
            every = Predicate(all: [Self.differs(number), every])
        }
        try expect(either, finds: [0])
        try expect(every, finds: [1, 2, 3])
    }

    @Test func unsavedModelsMatchManyConditions() throws {
        let new = Specimen(serial: 4)
        new.int = 2_000
        specimens.context.insert(new)
        var (every, either) = (Self.differs(1), Self.equals(1))
        for number in 100..<2_100 {
            let (former, other) = (every, Self.differs(number))
            every = #Predicate { former.evaluate($0) && other.evaluate($0) }
            either = Predicate(any: [either, Self.equals(number)])
        }
        try expect(every, finds: [1, 2, 3])
        try expect(either, finds: [0, 4])
    }

    @Test func conditionsOfOneOperatorAreAList() throws {
        let (a, b, c) = (Self.equals(1), Self.equals(2), Self.equals(3))
        let pair = #Predicate<Specimen> { a.evaluate($0) || b.evaluate($0) }
        let forms = [
            #Predicate<Specimen> { $0.int == 1 || $0.int == 2 || $0.int == 3 },
            #Predicate<Specimen> { pair.evaluate($0) || c.evaluate($0) },
            #Predicate<Specimen> { $0.int == 1 || ($0.int == 2 || c.evaluate($0)) },
            Predicate(any: [a, Predicate(any: [b, Predicate(any: [c])])]),
        ]
        let expected = try translated(Predicate(any: [a, b, c]))
        guard case .any(let parts) = expected else {
            Issue.record("\(expected)")
            return
        }
        #expect(parts.count == 3)
        for predicate in forms { #expect(try translated(predicate) == expected) }
    }

    @Test func otherOperatorsStayInside() throws {
        let (a, b, c) = (Self.equals(1), Self.equals(5), Self.differs(1))
        let either = Predicate(any: [a, b])
        guard case .all(let parts) = try translated(Predicate(all: [either, c])) else {
            Issue.record("not a conjunction")
            return
        }
        #expect(parts.count == 2)
        #expect(try parts[0] == translated(either))
        try expect(Predicate(all: [either, c]), finds: [1])
        try expect(#Predicate { !either.evaluate($0) && c.evaluate($0) }, finds: [2, 3])
    }

    @Test func predicateIsComposedOfItself() throws {
        var predicate = Self.equals(5)
        for _ in 0..<10 {
            let former = predicate
            predicate = #Predicate { former.evaluate($0) || former.evaluate($0) }
        }
        try expect(predicate, finds: [1])
    }

    /// The models of a relationship are tested by the same predicate as their owners.
    @Test func composedPredicateIsEvaluatedForOtherModels() throws {
        let (one, five) = (Self.equals(1), Self.equals(5))
        let either = #Predicate<Specimen> { one.evaluate($0) || five.evaluate($0) }
        try expect(
            #Predicate { row in
                row.stickers.contains { $0.specimens.contains { either.evaluate($0) } }
                    && either.evaluate(row) && five.evaluate(row)
            },
            finds: [1]
        )
    }

    // MARK: Operators in each other

    /// Returns alternately joined predicates, of which the last is in the innermost condition.
    private func nested(_ depth: Int, isFirst: Bool) -> Predicate<Specimen> {
        var predicate = Self.equals(1)
        for level in 0..<depth {
            let former = predicate
            let other = level.isMultiple(of: 2) ? Self.equals(100 + level) : Self.differs(100)
            predicate =
                switch (level.isMultiple(of: 2), isFirst) {
                case (true, true): #Predicate { former.evaluate($0) || other.evaluate($0) }
                case (true, false): #Predicate { other.evaluate($0) || former.evaluate($0) }
                case (false, true): #Predicate { former.evaluate($0) && other.evaluate($0) }
                case (false, false): #Predicate { other.evaluate($0) && former.evaluate($0) }
                }
        }
        return predicate
    }

    @Test(arguments: [true, false]) func operatorsAreNestedInEachOther(isFirst: Bool) throws {
        try expect(nested(60, isFirst: isFirst), finds: [0])
    }

    @Test(arguments: [90, 150, 201, 2_000])
    func predicateThatIsTooDeepForTheStoreIsUnsupported(depth: Int) throws {
        for isFirst in [true, false] {
            let predicate = nested(depth, isFirst: isFirst)
            do {
                // The depth that SQLite permits depends on its version.
                #expect(try specimens.matching(predicate) == [0])
                #expect(depth <= PredicateScope.depthLimit)
            } catch let error as SwiftDataError {
                #expect(error == .unsupportedPredicate)
                #expect(error.explanation.contains("deep"))
            }
            #expect(try specimens.evaluating(predicate) == [0])
        }
    }

    @Test func negationsOfNegationsAreEvaluated() throws {
        var predicate = Self.equals(1)
        for _ in 0..<2_001 {
            let former = predicate
            predicate = #Predicate { !former.evaluate($0) }
        }
        #expect(try specimens.evaluating(predicate) == [1, 2, 3])
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try specimens.matching(predicate)
        }
        #expect(error?.explanation.contains("200 levels deep") == true)
    }

    @Test func errorOfSQLiteForTooManyConditionsIsTranslated() throws {
        let database = try SQLiteDatabase(SQLiteDatabase.inMemory)
        let sql = "SELECT " + Array(repeating: "1", count: 2_000).joined(separator: " AND ")
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try StoreError.translating(path: "test.store") { _ = try database.statement(sql) }
        }
        let invalid = #expect(throws: StoreError.self) {
            try StoreError.translating(path: "test.store") { _ = try database.statement("SELEC") }
        }
        #expect(invalid?.code == .failed)
    }

    // MARK: Descriptions

    @Test func descriptionOfALongCompositionIsShort() {
        var predicate = Self.equals(1)
        for number in 100..<300 {
            let (former, other) = (predicate, Self.equals(number))
            predicate = #Predicate { former.evaluate($0) || other.evaluate($0) }
        }
        #expect(predicate.description.contains("Predicate(200 conditions)"))
        #expect(predicate.description.utf8.count < 10_000)
    }
}
