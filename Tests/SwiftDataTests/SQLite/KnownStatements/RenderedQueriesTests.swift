// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The results of repeated queries while unsaved rows, limits and scopes change.
@Suite struct RenderedQueriesTests {
    private let specimens: FourSpecimens
    private var context: ModelContext { specimens.context }

    init() throws { specimens = try FourSpecimens() }

    private func serials(_ least: Int, limit: Int? = nil, offset: Int? = nil) throws -> [Int] {
        var descriptor = FetchDescriptor<Specimen>(
            predicate: #Predicate { $0.serial >= least },
            sortBy: [SortDescriptor(\.serial)]
        )
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        let serials = try context.fetch(descriptor).map(\.serial)
        #expect(try context.fetchCount(descriptor) == serials.count)
        #expect(try context.fetchIdentifiers(descriptor).count == serials.count)
        return serials
    }

    @Test func limitsAndOffsetsOfRepeatedQueriesApply() throws {
        #expect(try serials(1) == [1, 2, 3])
        #expect(try serials(1, limit: 2) == [1, 2])
        #expect(try serials(1, limit: 1) == [1])
        #expect(try serials(0, limit: 2, offset: 1) == [1, 2])
        #expect(try serials(0, limit: 1, offset: 3) == [3])
        #expect(try serials(0, offset: 2) == [2, 3])
        #expect(try serials(0, offset: 0) == [0, 1, 2, 3])
        #expect(try serials(0, limit: 0) == [])
        #expect(try serials(2) == [2, 3])
    }

    @Test func repeatedQueriesReadUnsavedChanges() throws {
        #expect(try serials(2) == [2, 3])
        let specimen = Specimen(serial: 5)
        context.insert(specimen)
        #expect(try serials(2) == [2, 3, 5])
        specimen.serial = 7
        #expect(try serials(2) == [2, 3, 7])
        let old = try context.fetch(
            FetchDescriptor<Specimen>(predicate: #Predicate { $0.serial == 3 })
        )
        context.delete(try #require(old.first))
        #expect(try serials(2) == [2, 7])
        context.delete(specimen)
        #expect(try serials(2) == [2])
        context.rollback()
        #expect(try serials(2) == [2, 3])
        context.insert(Specimen(serial: 8))
        try context.save()
        #expect(try serials(2) == [2, 3, 8])
    }

    @Test func repeatedQueriesOfRelativesReadUnsavedChanges() throws {
        func named(_ name: String) throws -> [Int] {
            try specimens.matching(#Predicate { $0.shelf?.name == name })
        }
        let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
        let before = try named(shelf.name)
        #expect(!before.isEmpty)
        let former = shelf.name
        shelf.name = "renamed"
        #expect(try named("renamed") == before)
        #expect(try named(former) == [])
        context.delete(shelf)
        #expect(try named("renamed") == [])
        context.rollback()
        #expect(try named(former) == before)
    }

    @Test func modelsOfOneClassAreFoundByOneStatement() throws {
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Specimen>())
        let other = ModelContext(context.container)
        let serials = identifiers.compactMap { (other.model(for: $0) as? Specimen)?.serial }
        #expect(serials == [0, 1, 2, 3])
    }
}
