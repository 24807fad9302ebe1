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

    // MARK: Assignments

    @Test(arguments: [0, 3, 40]) func assignmentThatAppendsIsRecognized(count: Int) {
        let specimens = (0..<count + 2).map { Specimen(serial: $0) }
        var related = RelatedModels(Array(specimens[..<count]))
        for assigned in [specimens, specimens + specimens] {
            let splice = related.splice(to: assigned)
            #expect(splice?.range == count..<count)
            #expect(splice?.added.map(\.serial) == [count, count + 1])
            #expect(splice?.removed.isEmpty == true)
            #expect(splice?.isRearranged == false)
        }
    }

    /// The models at the beginning and at the end, which stay, are not part of the change.
    @Test(arguments: [3, 40, 1_000]) func removalConcernsOnlyTheRemovedModels(count: Int) {
        let specimens = (0..<count).map { Specimen(serial: $0) }
        for place in [0, 1, count / 2, count - 1] {
            var related = RelatedModels(specimens)
            var assigned = specimens
            assigned.remove(at: place)
            let splice = related.splice(to: assigned)
            #expect(splice?.range == place..<place + 1)
            #expect(splice?.replacement.isEmpty == true)
            #expect(splice?.removed.map(\.serial) == [place])
            #expect(splice?.added.isEmpty == true)
            #expect(splice?.isRearranged == false)
        }
    }

    @Test func assignmentOfADuplicateIsNoSplice() {
        let specimens = (0..<40).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        #expect(related.splice(to: [specimens[5]] + specimens) == nil)
        #expect(related.splice(to: [specimens[39]] + specimens[1...]) == nil)
        #expect(related.splice(to: []) == nil)
        related.remove(specimens[3])
        #expect(related.splice(to: specimens) == nil)
    }

    /// Random assignments have the effect of an assignment of all models.
    @Test(arguments: 1...8) func splicedModelsAreTheAssignedOnes(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pool = (0..<60).map { Specimen(serial: $0) }
        var former = Array(pool.shuffled(using: &random).prefix(random.below(50) + 1))
        var related = RelatedModels(former)
        for step in 0..<200 {
            var assigned = former
            for _ in 0...random.below(3) {
                let place = random.below(assigned.count + 1)
                let other = random.pick(pool)
                switch random.below(4) {
                case 0 where place < assigned.count && assigned.count > 1:
                    assigned.remove(at: place)
                case 1 where place < assigned.count:
                    assigned.swapAt(place, random.below(assigned.count))
                default:
                    if !assigned.contains(where: { $0 === other }) {
                        assigned.insert(other, at: place)
                    }
                }
            }
            if step.isMultiple(of: 3) { _ = related.contains(random.pick(pool)) }
            let found = related.splice(to: assigned)
            let splice = try #require(found)
            let kept = former.filter { model in assigned.contains { $0 === model } }
            let added = assigned.filter { model in !former.contains { $0 === model } }
            #expect(splice.added.map(\.serial) == added.map(\.serial))
            #expect(
                splice.removed.map(\.serial)
                    == former.filter { model in !assigned.contains { $0 === model } }
                    .map(\.serial)
            )
            let isRearranged = kept.map(\.serial) != assigned.prefix(kept.count).map(\.serial)
            #expect(splice.isRearranged == isRearranged)
            _ = related.apply(splice, to: assigned, keepsCopy: true)
            #expect(related.models.map(\.serial) == assigned.map(\.serial))
            for model in pool {
                let isMember = assigned.contains { $0 === model }
                #expect(related.contains(model) == isMember)
            }
            former = assigned
        }
    }

    @Test func changeOfModelsBeforeASpliceIsOverwritten() throws {
        let specimens = (0..<40).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens)
        let assigned = Array(specimens.dropFirst())
        let found = related.splice(to: assigned)
        let splice = try #require(found)
        related.insert(Specimen(serial: 40))
        _ = related.apply(splice, to: assigned, keepsCopy: true)
        #expect(related.models.map(\.serial) == Array(1..<40))
        let isMember = related.contains(specimens[0])
        #expect(!isMember)
    }

    @Test(arguments: [0, 1, 7, 64]) func commonEndsAreFound(count: Int) {
        let specimens = (0..<count).map { Specimen(serial: $0) }
        #expect(CommonEnds(specimens, specimens).prefix == count)
        #expect(CommonEnds(specimens, specimens).suffix == 0)
        for place in 0..<count {
            var other = specimens
            other[place] = Specimen(serial: -1)
            let ends = CommonEnds(specimens, other)
            #expect(ends.prefix == place)
            #expect(ends.suffix == count - place - 1)
            other.remove(at: place)
            let shorter = CommonEnds(specimens, other)
            #expect(shorter.prefix == place)
            #expect(shorter.suffix == count - place - 1)
        }
    }

    @Test func modelsAreReplacedInPlace() throws {
        let specimens = (0..<200).map { Specimen(serial: $0) }
        var related = RelatedModels(specimens.map { $0 })
        let address = related.models.withUnsafeBufferPointer(\.baseAddress)
        var assigned = specimens
        for place in [150, 0, 70] {
            assigned.remove(at: place)
            let found = related.splice(to: assigned)
            let splice = try #require(found)
            _ = related.apply(splice, to: assigned, keepsCopy: true)
        }
        #expect(related.models.withUnsafeBufferPointer(\.baseAddress) == address)
        #expect(related.models.count == 197)
    }

    // MARK: Order

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
