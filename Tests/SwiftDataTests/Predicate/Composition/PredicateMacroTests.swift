// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The results of what `#Predicate` for models accepts and Foundation's macro does not.
@Suite struct PredicateMacroTests {
    private static let level = Level.medium
    private static let numbers = [1, 5]
    private static let accent = "\u{E9}"
    private static let limits = Limits(size: 1)

    private struct Limits {
        static let most = 11
        let size: Double
        var texts: [String]? { ["b10", "CAFÉ"] }

        func doubled() -> Double { size * 2 }
    }

    @Test(arguments: implicitMembers)
    func implicitMembersMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let implicitMembers: [PredicateCase] = [
        PredicateCase("case", #Predicate { $0.level == .low }, [0, 3]),
        PredicateCase("case of a type", #Predicate { $0.level == Level.low }, [0, 3]),
        PredicateCase("on the left", #Predicate { .low == $0.level }, [0, 3]),
        PredicateCase("!=", #Predicate { $0.level != .low }, [1, 2]),
        PredicateCase("named none", #Predicate { $0.grade == .none }, [0, 1, 3]),
        PredicateCase("of an optional", #Predicate { $0.optionalLevel == .high }, [1]),
        PredicateCase("!= of an optional", #Predicate { $0.optionalLevel != .high }, [0, 2, 3]),
        PredicateCase("list", #Predicate { [.low, .high].contains($0.level) }, [0, 2, 3]),
        PredicateCase(
            "list with a type",
            #Predicate { [Level.low, .high].contains($0.level) },
            [0, 2, 3]
        ),
        PredicateCase("??", #Predicate { ($0.optionalLevel ?? .low) == .low }, [0, 2, 3]),
        PredicateCase(
            "ternary",
            #Predicate { ($0.int > 1 ? .low : $0.level) == .low },
            [0, 1, 3]
        ),
        PredicateCase(
            "both branches",
            #Predicate { ($0.int > 1 ? .low : .high) == $0.level },
            [2, 3]
        ),
        PredicateCase("<", #Predicate { $0.level < .high }, [0, 1, 3]),
        PredicateCase(
            "range",
            #Predicate { (Level.low ... .medium).contains($0.level) },
            [0, 1, 3]
        ),
        PredicateCase("static property", #Predicate { $0.date < .now }, [0, 1, 2, 3]),
        PredicateCase("call", #Predicate { $0.shelf?.name == .some("Top") }, [0]),
        PredicateCase(
            "order of texts",
            #Predicate { $0.text.caseInsensitiveCompare("CAF\u{C9}") == .orderedSame },
            [0]
        ),
    ]

    @Test(arguments: chains)
    func optionalChainsMatch(_ line: PredicateCase) throws { try line.verify() }

    // swift-format-ignore: NeverForceUnwrap
    private static let chains: [PredicateCase] = [
        PredicateCase(
            "contains(where:)",
            #Predicate { $0.pieces?.contains(where: { $0.size > 1 }) ?? false },
            [0]
        ),
        PredicateCase("isEmpty", #Predicate { $0.pieces?.isEmpty ?? true }, [1, 3]),
        PredicateCase("count", #Predicate { $0.pieces?.count ?? 0 > 1 }, [0]),
        PredicateCase(
            "allSatisfy",
            #Predicate { $0.pieces?.allSatisfy { $0.size < 1 } ?? false },
            [1, 2, 3]
        ),
        PredicateCase(
            "filter",
            #Predicate { $0.pieces?.filter { $0.title == nil }.count == 1 },
            [0, 2]
        ),
        PredicateCase("?.?.", #Predicate { $0.shelf?.region?.name.isEmpty ?? true }, [1, 2, 3]),
        PredicateCase(
            "to-many of a to-one",
            #Predicate { $0.shelf?.specimens.count ?? 0 > 0 },
            [0, 1]
        ),
        PredicateCase(
            "shorthand in an argument",
            #Predicate { $0.optionalText?.contains($0.text) ?? false },
            [3]
        ),
        PredicateCase(
            "outer variable in a closure",
            #Predicate { row in row.shelf?.specimens.contains { $0.int == row.int } ?? false },
            [0, 1]
        ),
        PredicateCase("forced", #Predicate { ($0.optionalText?.count)! > 2 }, [1, 2]),
        PredicateCase("forced link", #Predicate { $0.shelf?.region!.name == "North" }, [0]),
    ]

    @Test(arguments: keyPaths)
    func keyPathArgumentsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let keyPaths: [PredicateCase] = [
        PredicateCase("contains", #Predicate { $0.stickers.contains(where: \.isOld) }, [1]),
        PredicateCase("allSatisfy", #Predicate { $0.stickers.allSatisfy(\.isOld) }, [2, 3]),
        PredicateCase("filter", #Predicate { $0.stickers.filter(\.isOld).count == 1 }, [1]),
        PredicateCase("flatMap", #Predicate { $0.pieces.flatMap(\.count) == 2 }, [0]),
        PredicateCase("?.", #Predicate { $0.shelf.flatMap(\.region?.code) == 7 }, [0]),
    ]

    @Test(arguments: captures)
    func capturedExpressionsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let captures: [PredicateCase] = [
        PredicateCase("property", #Predicate { $0.double < limits.size }, [0, 1, 2, 3]),
        PredicateCase("static property", #Predicate { $0.int == Limits.most }, [3]),
        PredicateCase("call", #Predicate { $0.double < limits.doubled() }, [0, 1, 2, 3]),
        PredicateCase("chain", #Predicate { $0.optionalText == limits.texts?.first }, [1]),
        PredicateCase(
            "closure",
            #Predicate { numbers.map { $0 * 5 }.contains($0.int) },
            [1]
        ),
        PredicateCase(
            "closure with a parameter of the same name",
            #Predicate { row in numbers.filter { row in row > 1 }.contains(row.int) },
            [1]
        ),
        PredicateCase("interpolation", #Predicate { $0.text == "caf\(accent)" }, [0]),
        PredicateCase("least integer", #Predicate { $0.int8 > -128 }, [0, 1, 2, 3]),
        PredicateCase("open range", #Predicate { (5...).contains($0.int) }, [1, 3]),
        PredicateCase("coercion", #Predicate { $0.int16 == 0 as Int16 }, [0, 1, 2, 3]),
        PredicateCase("only argument", #Predicate({ $0.int == 5 }), [1]),
    ]

    @Test(arguments: conditions)
    func conditionsMatch(_ line: PredicateCase) throws { try line.verify() }

    private static let conditions: [PredicateCase] = [
        PredicateCase(
            "binding and test",
            #Predicate {
                if let number = $0.optionalInt, number > 1 { number == 5 } else { $0.int == 11 }
            },
            [1, 3]
        ),
        PredicateCase(
            "else if",
            #Predicate {
                if $0.int < 0 {
                    true
                } else if let shelf = $0.shelf, let region = shelf.region {
                    region.name == "North"
                } else {
                    $0.int == 11
                }
            },
            [0, 2, 3]
        ),
        PredicateCase(
            "name of a captured value",
            {
                let number = 11
                return #Predicate {
                    if let number = $0.optionalInt, number > 1 { false } else { $0.int == number }
                }
            }(),
            [3]
        ),
    ]

    @Test func capturedModelIsReadWhenThePredicateIsCreated() throws {
        let specimens = try FourSpecimens()
        let shelf = Shelf(name: "Top", note: nil, weight: 1, region: nil)
        let predicate = #Predicate<Specimen> { $0.shelf?.name == shelf.name }
        shelf.name = "Bottom"
        #expect(try specimens.matching(predicate) == [0])
        #expect(try specimens.evaluating(predicate) == [0])
    }

    // MARK: The choice of the macro

    private struct Plain {
        let number: Int
    }

    @Test func otherTypesUseTheMacroOfFoundation() throws {
        let plain = #Predicate<Plain> { $0.number == 1 }
        #expect(try plain.evaluate(Plain(number: 1)))
        let pair = #Predicate<Specimen, Specimen> { $0.int == $1.int }
        #expect(try pair.evaluate(Specimen(serial: 0), Specimen(serial: 1)))
    }

    @Test func modelIsInferredFromTheContext() throws {
        let specimens = try FourSpecimens()
        let annotated: Predicate<Specimen> = #Predicate { row in row.level == .medium }
        #expect(try specimens.matching(annotated) == [1])
        let typed = #Predicate { (row: Specimen) -> Bool in row.level == .medium }
        #expect(try specimens.matching(typed) == [1])
    }

    @Test func genericPredicatesMatch() throws {
        let context = try FourSpecimens().context
        let shelves = try context.fetch(FetchDescriptor(predicate: heavier(Shelf.self, than: 3)))
        #expect(shelves.map(\.name) == ["Bottom"])
        #expect(try Finder<Shelf>(context: context).named("Top").map(\.weight) == [3])
        #expect(try Finder<Region>(context: context).named("North").map(\.code) == [7])
        let damp = try context.fetch(FetchDescriptor(predicate: Shelf.all(notedAs: "damp")))
        #expect(damp.map(\.name) == ["Bottom"])
        #expect(try heavier(Shelf.self, than: 3).evaluate(shelves[0]))
    }

    @Test func computedPropertyInAGenericPredicateIsAnError() throws {
        let context = try FourSpecimens().context
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor(predicate: rounded(Shelf.self, to: 10)))
        }
        #expect(error?.explanation.contains("Shelf has no persisted property") == true)
    }
}

// MARK: Generic code

private protocol Named {
    var name: String { get }
}

private protocol Weighted {
    var weight: Int { get }
    var note: String? { get }
}

/// A protocol with a property that the model computes.
private protocol Rounded {
    var roundedWeight: Int { get }
}

extension Shelf: Named, Weighted {}
extension Shelf: Rounded {
    fileprivate var roundedWeight: Int { (weight + 5) / 10 * 10 }
}
extension Region: Named {}

private func heavier<M: PersistentModel & Weighted>(_ type: M.Type, than limit: Int) -> Predicate<M>
{
    #Predicate { $0.weight > limit }
}

private func rounded<M: PersistentModel & Rounded>(_ type: M.Type, to weight: Int) -> Predicate<M> {
    #Predicate { $0.roundedWeight == weight }
}

private struct Finder<M: PersistentModel & Named> {
    let context: ModelContext

    func named(_ name: String) throws -> [M] {
        try context.fetch(FetchDescriptor(predicate: #Predicate<M> { $0.name == name }))
    }
}

extension Weighted where Self: PersistentModel {
    fileprivate static func all(notedAs note: String) -> Predicate<Self> {
        #Predicate { $0.note?.localizedStandardContains(note) ?? false }
    }
}
