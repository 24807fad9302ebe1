// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships that the store fails to read.
@Suite struct UnreadRelationshipTests {
    @Model final class Boss {
        var name: String
        var rooms: [Office] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Office {
        @Relationship(inverse: \Boss.rooms) var boss: Boss?
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    let container: ModelContainer
    let context: ModelContext
    let boss = Boss("Ann")

    init() throws {
        container = try ModelContainer(
            for: Boss.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(boss)
        boss.rooms = [Office(1), Office(2)]
        try context.save()
    }

    @Test func failedReadLeavesRelationshipUnloaded() throws {
        let reader = ModelContext(container)
        let boss = try #require(try reader.fetch(FetchDescriptor<Boss>()).first)
        let property = try #require(boss._$model.entity?.property(named: "rooms"))
        try container.close()
        #expect(boss.rooms.isEmpty)
        #expect(!property.access.isLoaded(boss))
    }
}
