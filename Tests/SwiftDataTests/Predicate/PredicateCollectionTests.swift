// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The results of predicates over relationships and captured collections.
@Suite struct PredicateCollectionTests {
    private static let numbers = [1, 5]
    private static let optionals: [Int?] = [nil, 2]
    private static let levels: Set<Level> = [.low, .high]
    private static let many = Array(5...2000)
    private static let words =
        (0..<40).map { "word \($0)" } + ["", "a\r\nb", "caf\u{E9}", "\"\\\u{1}"]
    private static let names = ["small": 1, "large": 11]
    private static let range = 1..<11
    private static let limits = Limits(size: 1)
    private static let versions = [Version(major: 1), Version(major: 5)]
    private static let latest = Version(major: 5)

    /// A type without a stored form.
    private struct Version: Codable, Comparable, Sendable {
        let major: Int

        static func < (left: Version, right: Version) -> Bool { left.major < right.major }
    }

    private struct Limits: Codable, Sendable {
        let size: Double
    }

    @Test(arguments: captured)
    func capturedCollectionsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let captured: [PredicateCase] = [
        PredicateCase("array", #Predicate { numbers.contains($0.int) }, [0, 1]),
        PredicateCase("array with nil", #Predicate { optionals.contains($0.optionalInt) }, [0, 2]),
        PredicateCase("set of enums", #Predicate { levels.contains($0.level) }, [0, 2, 3]),
        PredicateCase("long array", #Predicate { many.contains($0.int) }, [1, 3]),
        PredicateCase("long array of texts", #Predicate { words.contains($0.text) }, [0, 2, 3]),
        PredicateCase(
            "not in an array",
            #Predicate { !many.contains($0.optionalInt ?? 0) },
            [0, 2, 3]
        ),
        PredicateCase("dictionary", #Predicate { $0.int == names["large"] ?? 0 }, [3]),
        PredicateCase("captured range", #Predicate { range.contains($0.int) }, [0, 1]),
        PredicateCase("closed range", #Predicate { (1...5).contains($0.int) }, [0, 1]),
        PredicateCase("half-open range", #Predicate { (1..<5).contains($0.int) }, [0]),
        PredicateCase("range of the row", #Predicate { ($0.int...20).contains(2) }, [0, 2]),
        PredicateCase(
            "contains where",
            #Predicate { row in numbers.contains { $0 > row.int } },
            [0, 2]
        ),
        PredicateCase(
            "contains where of many",
            #Predicate { row in many.contains { $0 * 2 == row.int * 4 } },
            [1, 3]
        ),
        PredicateCase(
            "all satisfy",
            #Predicate { row in numbers.allSatisfy { $0 < row.int } },
            [3]
        ),
        PredicateCase(
            "captured values that only Swift compares",
            #Predicate { row in versions.contains { $0 < latest && $0.major == row.int } },
            [0]
        ),
        PredicateCase(
            "member of a captured value",
            #Predicate { $0.double < limits.size },
            [0, 1, 2, 3]
        ),
    ]

    @Test(arguments: toOne)
    func toOneChainsMatch(_ line: PredicateCase) throws { try line.verify() }

    // swift-format-ignore: NeverForceUnwrap
    private static let toOne: [PredicateCase] = [
        PredicateCase("== nil", #Predicate { $0.shelf == nil }, [2, 3]),
        PredicateCase("!= nil", #Predicate { $0.shelf != nil }, [0, 1]),
        PredicateCase("?.", #Predicate { $0.shelf?.name == "Top" }, [0]),
        PredicateCase("?. !=", #Predicate { $0.shelf?.name != "Top" }, [1, 2, 3]),
        PredicateCase("?.?.", #Predicate { $0.shelf?.region?.name == "North" }, [0]),
        PredicateCase("?. of an optional", #Predicate { $0.shelf?.region?.code == 7 }, [0]),
        PredicateCase("?. nil", #Predicate { $0.shelf?.note == nil }, [0, 2, 3]),
        PredicateCase("?. ??", #Predicate { ($0.shelf?.weight ?? 3) == 3 }, [0, 2, 3]),
        PredicateCase("!.", #Predicate { $0.shelf!.weight > 3 }, [1]),
        PredicateCase(
            "if let",
            #Predicate { if let shelf = $0.shelf { shelf.weight > 3 } else { $0.int == 11 } },
            [1, 3]
        ),
        PredicateCase(
            "to-many of a to-one",
            #Predicate { row in row.shelf?.specimens.contains { $0.int == row.int } ?? false },
            [0, 1]
        ),
    ]

    @Test(arguments: toMany)
    func toManyRelationshipsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let toMany: [PredicateCase] = [
        PredicateCase("contains", #Predicate { $0.stickers.contains { $0.isOld } }, [1]),
        PredicateCase(
            "contains the outer row",
            #Predicate { row in row.stickers.contains { $0.score == row.int } },
            [0, 1]
        ),
        PredicateCase(
            "allSatisfy",
            #Predicate { $0.stickers.allSatisfy { $0.score < 5 } },
            [0, 2, 3]
        ),
        PredicateCase("count", #Predicate { $0.stickers.count > 1 }, [1]),
        PredicateCase("isEmpty", #Predicate { $0.stickers.isEmpty }, [2, 3]),
        PredicateCase(
            "filter count",
            #Predicate { $0.stickers.filter { $0.score == 1 }.count == 1 },
            [0, 1]
        ),
        PredicateCase(
            "filter isEmpty",
            #Predicate { $0.stickers.filter { $0.score > 1 }.isEmpty },
            [0, 2, 3]
        ),
        PredicateCase(
            "filter contains",
            #Predicate { $0.stickers.filter { $0.score > 1 }.contains { $0.name == "old" } },
            [1]
        ),
        PredicateCase(
            "optional contains",
            #Predicate { $0.pieces?.contains { $0.size > 1 } == true },
            [0]
        ),
        PredicateCase("optional count", #Predicate { $0.pieces?.count == 2 }, [0]),
        PredicateCase("optional flatMap", #Predicate { $0.pieces.flatMap { $0.count } == 1 }, [2]),
        PredicateCase("optional == nil", #Predicate { $0.pieces == nil }, []),
        PredicateCase(
            "nested",
            #Predicate {
                $0.stickers.contains { $0.specimens.contains { $0.shelf?.name == "Bottom" } }
            },
            [0, 1]
        ),
    ]

    @Test func identifiersMatchTheirModels() throws {
        let specimens = try FourSpecimens()
        let all = try specimens.context.fetch(
            FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)])
        )
        let one = all[2].persistentModelID
        let two = [all[0].persistentModelID, all[3].persistentModelID]
        let shelf = try #require(all[0].shelf).persistentModelID
        #expect(try specimens.matching(#Predicate { $0.persistentModelID == one }) == [2])
        #expect(try specimens.matching(#Predicate { $0.id == one }) == [2])
        #expect(try specimens.matching(#Predicate { $0.persistentModelID != one }) == [0, 1, 3])
        #expect(
            try specimens.matching(#Predicate { two.contains($0.persistentModelID) }) == [0, 3]
        )
        #expect(try specimens.matching(#Predicate { $0.shelf?.persistentModelID == shelf }) == [0])
        #expect(try specimens.matching(#Predicate { $0.persistentModelID == shelf }) == [])
    }

    @Test func identifiersOfAnotherStoreMatchNothing() throws {
        let other = try FourSpecimens()
        let foreign = try #require(other.context.fetch(FetchDescriptor<Specimen>()).first)
            .persistentModelID
        let specimens = try FourSpecimens()
        #expect(try specimens.matching(#Predicate { $0.persistentModelID == foreign }) == [])
    }
}
