// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Required to-one relationships without a model.
@Suite struct RequiredModelTests {
    @Model final class Boss {
        var name: String
        @Relationship(inverse: \Clerk.boss) var clerks: [Clerk] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Clerk {
        var name: String
        var boss: Boss
        init(_ name: String, of boss: Boss) {
            self.name = name
            self.boss = boss
        }
    }

    let context: ModelContext
    let boss = Boss("Ann")

    init() throws {
        let container = try ModelContainer(
            for: Boss.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(boss)
        try context.save()
    }

    @Test func missingRequiredModelIsReportedByName() throws {
        context.insert(Clerk("Bob", of: boss))
        try context.save()
        context.delete(boss)
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .modelValidationFailure)
        #expect(error?.explanation.contains("Clerk.boss") == true)
    }
}
