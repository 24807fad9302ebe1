// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Four specimens that predicate tests select from.
struct FourSpecimens {
    let context: ModelContext

    init() throws {
        let container = try SpecimenBox.container()
        let writer = ModelContext(container)
        let region = Region(name: "North", code: 7)
        let shelves = [
            Shelf(name: "Top", note: nil, weight: 3, region: region),
            Shelf(name: "Bottom", note: "damp", weight: 9, region: nil),
        ]
        let stickers = [
            Sticker(name: "new", score: 1, isOld: false),
            Sticker(name: "old", score: 5, isOld: true),
        ]
        let specimens = (0..<4).map { Specimen(serial: $0) }
        for model in specimens { writer.insert(model) }

        specimens[0].text = "caf\u{E9}"
        specimens[1].text = "cafe\u{301}s"
        specimens[2].text = "a\r\nb"
        specimens[1].optionalText = "b10"
        specimens[2].optionalText = "CAFÉ"
        specimens[3].optionalText = ""
        for (specimen, int) in zip(specimens, [1, 5, -3, 11]) { specimen.int = int }
        for (specimen, int) in zip(specimens, [nil, 5, 2, 0]) { specimen.optionalInt = int }
        specimens[3].uint64 = .max
        specimens[2].double = 0.5
        specimens[3].optionalFlag = true
        specimens[2].optionalFlag = false
        specimens[1].date = Date(timeIntervalSinceReferenceDate: 1000)
        specimens[0].data = Data([1, 2])
        specimens[0].decimal = Decimal(string: "10") ?? 0
        specimens[1].decimal = Decimal(string: "9") ?? 0
        for (specimen, level) in zip(specimens, [Level.low, .medium, .high, .low]) {
            specimen.level = level
        }
        specimens[1].optionalLevel = .high
        specimens[2].grade = .some
        specimens[0].keywords = ["swift", "caf\u{E9}", "a\0b"]
        specimens[2].keywords = ["cafe\u{301}", "\u{1F600}"]
        specimens[3].keywords = ["swift", "swift", "\"\\/\n"]
        specimens[1].optionalKeywords = []
        specimens[2].optionalKeywords = ["old"]
        specimens[1].numbers = [1, 2, 3]
        specimens[2].maybeNumbers = [nil, 4]
        specimens[3].levels = [.high, .low]
        specimens[1].dates = [Date(timeIntervalSinceReferenceDate: 1000)]
        specimens[0].matrix = [[1, 2], [3]]
        specimens[0].scores = ["a": 1, "b": 5]
        specimens[3].scores = ["b": 7]
        specimens[2].gradesByLevel = [.high: .all]
        specimens[0].shelf = shelves[0]
        specimens[1].shelf = shelves[1]
        specimens[0].stickers = [stickers[0]]
        specimens[1].stickers = stickers
        for (size, owner) in [(1.0, 0), (2.0, 0), (0.5, 2)] {
            let piece = Piece(size: size, title: size == 2 ? "big" : nil)
            writer.insert(piece)
            piece.specimen = specimens[owner]
        }
        try writer.save()
        context = ModelContext(container)
    }

    /// Returns the serial numbers of the specimens that the store matches, in order.
    func matching(_ predicate: Predicate<Specimen>) throws -> [Int] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.serial).sorted()
    }

    /// Returns the serial numbers of the specimens for which `evaluate` is true.
    func evaluating(_ predicate: Predicate<Specimen>) throws -> [Int] {
        try context.fetch(FetchDescriptor<Specimen>())
            .filter { (try? predicate.evaluate($0)) == true }.map(\.serial).sorted()
    }
}

/// A predicate with the specimens it is expected to match.
struct PredicateCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Specimen>
    let matches: [Int]

    init(_ description: String, _ predicate: Predicate<Specimen>, _ matches: [Int]) {
        testDescription = description
        self.predicate = predicate
        self.matches = matches
    }

    func verify() throws {
        let specimens = try FourSpecimens()
        #expect(try specimens.matching(predicate) == matches)
        #expect(try specimens.evaluating(predicate) == matches)
        #expect(predicate.description.hasSuffix("}"))
    }
}
