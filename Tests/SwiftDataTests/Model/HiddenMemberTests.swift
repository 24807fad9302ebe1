// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Properties with the names of members of `PersistentModel`.
@Suite struct HiddenMemberTests {
    @Model final class Bit {
        var isDeleted = false
        var hasChanges = "none"
        var modelContext: Int?
        init() {}
    }

    private func isMarkedForDeletion(_ model: some PersistentModel) -> Bool { model.isDeleted }

    @Test func propertyHidesTheMemberOfTheProtocol() throws {
        let container = try ModelContainer(
            for: Bit.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let bit = Bit()
        context.insert(bit)
        try context.save()
        bit.isDeleted = true
        bit.hasChanges = "some"
        bit.modelContext = 7
        #expect(!isMarkedForDeletion(bit))
        #expect((bit as any PersistentModel).hasChanges)
        #expect((bit as any PersistentModel).modelContext === context)
        try context.save()
        #expect(!(bit as any PersistentModel).hasChanges)
        let deleted = FetchDescriptor<Bit>(
            predicate: #Predicate { $0.isDeleted && $0.hasChanges == "some" }
        )
        let other = ModelContext(container)
        #expect(try other.fetch(deleted).map(\.modelContext) == [7])
        context.delete(bit)
        #expect(isMarkedForDeletion(bit))
        bit.isDeleted = false
        #expect(isMarkedForDeletion(bit))
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Bit>()) == 0)
        #expect((bit as any PersistentModel).modelContext == nil)
    }
}
