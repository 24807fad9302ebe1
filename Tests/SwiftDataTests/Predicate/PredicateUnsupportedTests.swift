// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

extension Specimen {
    fileprivate var doubled: Int { int * 2 }
    fileprivate var shelfName: String? { shelf?.name }
}

extension Grade {
    /// The raw value for all cases except one.
    fileprivate var capped: Int { self == .some ? 0 : rawValue }
}

/// Unsupported predicates throw an error that names the unsupported part.
@Suite struct PredicateUnsupportedTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let predicate: Predicate<Specimen>

        init(_ words: String, _ predicate: Predicate<Specimen>) {
            testDescription = words
            self.predicate = predicate
        }
    }

    private typealias Make = PredicateExpressions

    private struct Version: Codable, Sendable {
        let major: Int
    }

    private static let versions = [Version(major: 1)]
    private static let prices = ["a": 1]
    private static let bytes: [UInt8] = [1]
    private static let words = ["a"]
    private static let matrix = [[1]]

    @Test(arguments: [
        Case("computed and transient properties", #Predicate { $0.doubled == 2 }),
        Case("values of type Data cannot be searched", #Predicate { $0.data.contains(1) }),
        Case("Specimen.data.starts(with:)", #Predicate { $0.data.starts(with: bytes) }),
        Case("Specimen.keywords is stored as JSON", #Predicate { $0.keywords == words }),
        Case("the entries of a dictionary", #Predicate { $0.scores.contains { $0.value == 1 } }),
        Case("supports only count and isEmpty", #Predicate { $0.stickers.first != nil }),
        Case("is not supported in a predicate", #Predicate { $0.text.utf8.count == 1 }),
        Case("Specimen.grade: ", #Predicate { $0.grade.capped == 0 }),
        Case(
            "Array<Version>.filter: a captured collection supports contains",
            #Predicate { row in versions.filter { $0.major == row.int }.count == 1 }
        ),
        Case(
            "Dictionary<String, Int>[key] is only supported for captured values",
            #Predicate { prices[$0.text] == 1 }
        ),
        Case("search a collection with contains", #Predicate { $0.matrix == matrix }),
        Case("regular expressions are not supported", #Predicate { $0.text.contains(/a+/) }),
        Case(
            "is Int: only models can be tested or cast",
            Predicate {
                Make.TypeCheck<Make.KeyPath<Make.Variable<Specimen>, Int>, Int>(
                    Make.build_KeyPath(root: $0, keyPath: \.int)
                )
            }
        ),
    ])
    func unsupportedPredicateIsReportedByName(_ line: Case) throws {
        let specimens = try FourSpecimens()
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try specimens.matching(line.predicate)
        }
        #expect(error?.explanation.contains(line.testDescription) == true, "\(error as Any)")
    }

    @Test func computedPropertyCannotBeSortedBy() throws {
        let context = try FourSpecimens().context
        for sort in [
            SortDescriptor(\Specimen.doubled), SortDescriptor(\.shelfName),
            SortDescriptor(\.text.count),
            SortDescriptor(\.shelf?.name.count),
        ] {
            #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
                try context.fetch(FetchDescriptor(sortBy: [sort]))
            }
        }
    }
}
