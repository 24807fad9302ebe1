// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Models that are not in the container's schema.
@Suite struct UnknownModelTests {
    @Model final class Known {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    @Model final class Stranger {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    @Test func insertingUnknownTypeFailsTheNextSave() throws {
        let container = try ModelContainer(
            for: Known.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Known(1))
        context.insert(Stranger(1))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .unknownSchema)
        #expect(error?.explanation.contains("Stranger") == true)
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        #expect(!context.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Known>()) == 1)
    }

    @Test func rollbackClearsPendingInsertError() throws {
        let container = try ModelContainer(
            for: Known.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Stranger(1))
        #expect(context.hasChanges)
        context.rollback()
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func insertingTypeWithoutConfigurationFailsTheNextSave() throws {
        let container = try ModelContainer(
            for: Schema([Known.self, Stranger.self]),
            configurations: [
                ModelConfiguration("a", schema: Schema([Known.self]), isStoredInMemoryOnly: true)
            ]
        )
        let context = ModelContext(container)
        context.insert(Stranger(1))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error?.explanation.contains("Stranger") == true)
    }
}
