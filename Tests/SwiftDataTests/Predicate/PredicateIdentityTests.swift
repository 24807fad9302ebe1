// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The results of predicates over models and their identifiers, saved and unsaved.
@Suite struct PredicateIdentityTests {
    private typealias Make = PredicateExpressions

    let specimens: FourSpecimens
    let models: [Specimen]
    let top: Shelf

    init() throws {
        specimens = try FourSpecimens()
        models = try specimens.context.fetch(
            FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)])
        )
        top = try #require(models[0].shelf)
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

    // swift-format-ignore: NeverForceUnwrap
    @Test func toOneIdentifiersCompareInBothDirections() throws {
        let id = top.persistentModelID
        let optional: PersistentIdentifier? = id
        let none: PersistentIdentifier? = nil
        let some = [id]
        let all: Set<PersistentIdentifier?> = [id, nil]
        try expect(#Predicate { $0.shelf?.persistentModelID == id }, finds: [0])
        try expect(#Predicate { id == $0.shelf?.id }, finds: [0])
        try expect(#Predicate { $0.shelf?.persistentModelID != id }, finds: [1, 2, 3])
        try expect(#Predicate { $0.shelf?.persistentModelID == optional }, finds: [0])
        try expect(#Predicate { none == $0.shelf?.persistentModelID }, finds: [2, 3])
        try expect(#Predicate { $0.shelf?.persistentModelID != nil }, finds: [0, 1])
        try expect(
            #Predicate { all.contains($0.shelf.flatMap { $0.persistentModelID }) },
            finds: [0, 2, 3]
        )
        try expect(
            #Predicate { $0.shelf != nil && some.contains($0.shelf!.persistentModelID) },
            finds: [0]
        )
        try expect(
            #Predicate {
                if let shelf = $0.shelf { some.contains(shelf.id) } else { $0.int == 11 }
            },
            finds: [0, 3]
        )
    }

    @Test func modelsCompareWithModels() throws {
        try expect(#Predicate { $0.shelf == $0.shelf }, finds: [0, 1, 2, 3])
        try expect(#Predicate { $0.shelf != $0.shelf }, finds: [])
        try expect(
            #Predicate { row in row.shelf?.specimens.contains(row) == true },
            finds: [0, 1]
        )
        try expect(
            #Predicate { row in row.stickers.contains { $0.specimens.contains(row) } },
            finds: [0, 1]
        )
    }

    @Test func capturedModelComparesByIdentifier() throws {
        let shelf: Shelf? = top
        let sticker = try #require(models[0].stickers.first)
        try expect(
            Predicate {
                Erased(
                    Make.build_Equal(
                        lhs: Make.build_KeyPath(root: $0, keyPath: \.shelf),
                        rhs: Make.build_Arg(shelf)
                    )
                )
            },
            finds: [0]
        )
        try expect(
            Predicate {
                Erased(
                    Make.build_contains(
                        Make.build_KeyPath(root: $0, keyPath: \.stickers),
                        Make.build_Arg(sticker)
                    )
                )
            },
            finds: [0, 1]
        )
    }

    @Test func identifiersOfTwoEntitiesAreNeverEqual() throws {
        // Keys start at 1 in each table, so that some are equal.
        let keys = models.map(\._$model.key)
        #expect(keys.contains(top._$model.key))
        try expect(
            #Predicate { row in
                if let shelf = row.shelf {
                    shelf.persistentModelID == row.persistentModelID
                } else {
                    row.int == 11
                }
            },
            finds: [3]
        )
        try expect(
            #Predicate { row in
                row.stickers.contains { row.persistentModelID != $0.persistentModelID }
            },
            finds: [0, 1]
        )
        try expect(
            #Predicate {
                $0.shelf?.region?.persistentModelID == $0.shelf?.persistentModelID
            },
            finds: [2, 3]
        )
        let id = models[0].persistentModelID
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try specimens.matching(
                #Predicate { ($0.shelf?.persistentModelID ?? $0.persistentModelID) == id }
            )
        }
    }

    @Test func identifierOfUnsavedModelMatchesIt() throws {
        let context = specimens.context
        let shelf = Shelf(name: "New", note: nil, weight: 1, region: nil)
        models[3].shelf = shelf
        let specimen = Specimen(serial: 4)
        context.insert(specimen)
        let id = shelf.persistentModelID
        let both = [specimen.persistentModelID, models[1].persistentModelID]
        #expect(id.isTemporary)
        try expect(#Predicate { $0.shelf?.persistentModelID == id }, finds: [3])
        try expect(#Predicate { $0.shelf?.persistentModelID != id }, finds: [0, 1, 2, 4])
        try expect(#Predicate { both.contains($0.persistentModelID) }, finds: [1, 4])

        let other = ModelContext(context.container)
        let elsewhere = FetchDescriptor<Specimen>(
            predicate: #Predicate { both.contains($0.persistentModelID) }
        )
        #expect(try other.fetch(elsewhere).map(\.serial) == [1])

        try context.save()
        try expect(#Predicate { $0.shelf?.persistentModelID == id }, finds: [])
    }
}
