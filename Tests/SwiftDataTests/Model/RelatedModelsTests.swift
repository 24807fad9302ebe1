// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The models of a to-many relationship in memory; few and many are stored in different ways.
@Suite struct RelatedModelsTests {
    @Test(arguments: [3, 40, 500]) func changesKeepTheOrder(count: Int) {
        let specimens = (0..<count).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        related.insert(specimens[1])
        #expect(related.models.map(\.serial) == Array(0..<count))

        related.remove(specimens[1])
        related.remove(specimens[1])
        #expect(related.models.map(\.serial) == [0] + Array(2..<count))

        related.insert(specimens[1])
        #expect(related.models.map(\.serial) == [0] + Array(2..<count) + [1])
        related.insert(specimens[1])
        #expect(related.models.count == count)
    }

    @Test(arguments: [40, 500]) func removedModelsAreReleased(count: Int) {
        weak var last: Specimen?
        var related = RelatedModels<Specimen>([])
        do {
            let specimens = (0..<count).map { Specimen(serial: $0) }
            related = RelatedModels(specimens)
            last = specimens[count - 1]
            for specimen in specimens.dropFirst(2) { related.remove(specimen) }
        }
        #expect(related.models.map(\.serial) == [0, 1])
        related.compact()
        #expect(last == nil)
    }

    /// Models that leave and return around the size at which the storage changes.
    @Test func sizeLimitIsCrossedInBothDirections() {
        let specimens = (0..<32).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        related.remove(specimens[0])
        related.remove(specimens[1])
        related.insert(specimens[0])
        related.insert(specimens[1])
        #expect(related.models.count == 32)
        related.remove(specimens[1])
        #expect(related.models.map(\.serial) == Array(2..<32) + [0])
        related.insert(specimens[1])
        related.insert(specimens[1])
        #expect(related.models.map(\.serial) == Array(2..<32) + [0, 1])
    }

    @Test(arguments: [0, 3, 40]) func assignmentThatAppendsIsRecognized(count: Int) {
        let specimens = (0..<count + 2).map { Specimen(serial: $0) }
        let old = Array(specimens[..<count])
        var related = RelatedModels(old)
        #expect(related.additions(in: specimens)?.map(\.serial) == [count, count + 1])
        #expect(related.additions(in: specimens + specimens)?.map(\.serial) == [count, count + 1])
        #expect(related.additions(in: old) == nil)
        if count > 0 {
            #expect(related.additions(in: specimens.reversed()) == nil)
            #expect(related.additions(in: old + old)?.isEmpty == true)
        }
    }

    @Test(arguments: [3, 40]) func lastModelIsMovedToThePlaceOfItsKey(count: Int) {
        let specimens = (0..<count).map { Specimen(serial: $0) }
        for specimen in specimens { specimen._$model.key = Int64(specimen.serial + 1) }
        var related = RelatedModels(specimens)
        for index in [1, 0, count - 1] {
            related.remove(specimens[index])
            related.insert(specimens[index])
            related.placeLast()
            #expect(related.models.map(\.serial) == Array(0..<count))
        }
    }

    @Test(arguments: [4, 40]) func orderOfAnotherRelationshipIsAdopted(count: Int) {
        let specimens = (0..<count).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        related.remove(specimens[1])
        related.reorder(like: RelatedModels([specimens[2], specimens[1], specimens[0]]))
        #expect(related.models.map(\.serial) == [2, 0] + Array(3..<count))
        #expect(!related.isEmpty)
    }

    @Test func arrayInAnotherOrderIsNotKept() {
        let specimens = (0..<40).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        related.keepCopy(specimens)
        #expect(related.takeCopy()?.count == 40)
        var swapped = specimens
        swapped.swapAt(3, 7)
        related.keepCopy(swapped)
        #expect(related.takeCopy() == nil)
    }
}
