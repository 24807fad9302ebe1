// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The check of descriptors without a fetch of models.
@Suite struct ModelContainerValidateTests {
    @Test func supportedDescriptorsAreValid() throws {
        let container = try SpecimenBox.container()
        var descriptor = FetchDescriptor<Specimen>(
            predicate: #Predicate { $0.shelf?.region?.code == 7 },
            sortBy: [SortDescriptor(\.shelf?.name)]
        )
        descriptor.propertiesToFetch = [\.text]
        descriptor.relationshipKeyPathsForPrefetching = [\.stickers]
        #expect(throws: Never.self) { try container.validate(descriptor) }
        #expect(throws: Never.self) {
            try container.validate(#Predicate<Shelf> { $0.specimens.isEmpty })
        }
    }

    @Test func unsupportedPartsAreReported() throws {
        let container = try SpecimenBox.container()
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try container.validate(#Predicate<Specimen> { $0.text.utf8.count == 1 })
        }
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            try container.validate(
                FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.text.count)])
            )
        }
        var descriptor = FetchDescriptor<Specimen>()
        descriptor.relationshipKeyPathsForPrefetching = [\.text]
        #expect(throws: SwiftDataError.unsupportedKeyPath) { try container.validate(descriptor) }
    }
}
