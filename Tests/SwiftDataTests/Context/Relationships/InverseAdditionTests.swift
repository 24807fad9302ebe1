// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// To-many relationships that grow through their inverse.
@Suite struct InverseAdditionTests {
    let context: ModelContext
    let shelf = Shelf(name: "Top", note: nil, weight: 0, region: nil)

    init() throws {
        context = ModelContext(try SpecimenBox.container())
        context.insert(shelf)
    }

    private func add(_ serials: Range<Int>) {
        for serial in serials {
            let specimen = Specimen(serial: serial)
            context.insert(specimen)
            specimen.shelf = shelf
        }
    }

    private func serials() -> [Int] { shelf.specimens.map(\.serial).sorted() }

    @Test func addedModelsAppearExactlyOnce() throws {
        add(0..<100)
        #expect(shelf.specimens.map(\.serial) == Array(0..<100))
        let fifty = shelf.specimens[50]
        fifty.shelf = nil
        shelf.specimens[20].shelf = shelf
        #expect(serials() == Array(0..<50) + Array(51..<100))
        fifty.shelf = shelf
        add(100..<110)
        #expect(serials() == Array(0..<110))
        try context.save()
        #expect(serials() == Array(0..<110))
    }

    @Test func unreadRelationshipReleasesSavedModels() throws {
        weak var first: Specimen?
        do {
            let specimen = Specimen(serial: 0)
            context.insert(specimen)
            specimen.shelf = shelf
            first = specimen
        }
        #expect(first != nil)
        try context.save()
        #expect(first == nil)
        add(1..<3)
        #expect(serials() == [0, 1, 2])
        try context.save()
        #expect(serials() == [0, 1, 2])
    }

    @Test func readRelationshipStaysLoaded() throws {
        add(0..<3)
        let specimens = shelf.specimens
        try context.save()
        #expect(shelf._$model.entity?.properties.contains { $0.access.isLoaded(shelf) } == true)
        add(3..<5)
        #expect(Array(shelf.specimens.prefix(3)) == specimens)
        #expect(serials() == Array(0..<5))
    }

    @Test func optionalRelationshipThatGrewAndShrankIsEmpty() throws {
        let specimen = Specimen(serial: 0)
        context.insert(specimen)
        specimen.pieces = nil
        let piece = Piece(size: 1, title: nil)
        context.insert(piece)
        piece.specimen = specimen
        piece.specimen = nil
        #expect(specimen.pieces == [])
    }

    @Test func addingAModelReplacesNilRelationship() throws {
        let specimen = Specimen(serial: 0)
        context.insert(specimen)
        specimen.pieces = nil
        #expect(specimen.pieces == nil)
        let piece = Piece(size: 1, title: nil)
        context.insert(piece)
        piece.specimen = specimen
        #expect(specimen.pieces == [piece])
        try context.save()
        #expect(specimen.pieces == [piece])
    }

    @Test func emptyAssignmentPersistsAcrossSave() throws {
        add(0..<3)
        try context.save()
        #expect(serials() == [0, 1, 2])
        shelf.specimens = []
        #expect(serials() == [])
        try context.save()
        #expect(serials() == [])
        #expect(try context.fetchCount(FetchDescriptor<Specimen>()) == 3)
    }
}
