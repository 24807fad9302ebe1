// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Automatic saving of contexts.
@Suite struct AutosaveTests {
    @ModelActor
    actor Archivist {
        func add(_ name: String) {
            modelContext.autosaveEnabled = true
            modelContext.insert(Project(name: name))
        }
        var hasChanges: Bool { modelContext.hasChanges }
    }

    @MainActor @Test func contextOnMainActorAutosaves() async throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        context.autosaveEnabled = true
        context.insert(Project(name: "House"))
        while context.hasChanges { await Task.yield() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Project>()) == 1)
    }

    @Test func modelActorAutosavesAfterAJobWithChanges() async throws {
        let container = try makeContainer()
        let archivist = Archivist(modelContainer: container)
        await archivist.add("House")
        while await archivist.hasChanges { await Task.yield() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Project>()) == 1)
    }
}
