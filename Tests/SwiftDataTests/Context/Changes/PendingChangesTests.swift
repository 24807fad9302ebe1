// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Suite struct PendingChangesTests {
    @MainActor @Test func processingPendingChangesDoesNotSave() throws {
        let context = try makeContainer().mainContext
        let project = Project(name: "House")
        context.insert(project)
        try context.save()
        project.name = "Castle"
        context.processPendingChanges()
        #expect(context.hasChanges)
        context.rollback()
        #expect(project.name == "House")
    }
}
