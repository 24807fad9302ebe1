// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Undo and Redo*.
struct UndoAndRedoExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Trip {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Stop {
        var city: String
        var trip: Trip?

        init(city: String) {
            self.city = city
        }
    }

    @ModelActor
    actor Planner {
        func rename(_ id: PersistentIdentifier, to name: String) throws {
            if modelContext.undoManager == nil { modelContext.undoManager = UndoManager() }
            self[id, as: Trip.self]?.name = name
            try modelContext.save()
        }

        func undo() throws {
            modelContext.undoManager?.undo()
            try modelContext.save()
        }
    }

    private let container: ModelContainer
    private let context: ModelContext
    private let trip = Trip(name: "Alps")

    init() throws {
        container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(trip)
        trip.stops = [Stop(city: "Bern"), Stop(city: "Sion")]
        try context.save()
    }

    @Test func changesAreUndoneAcrossSaves() throws {
        let manager = UndoManager()
        context.undoManager = manager

        trip.name = "Alps and lakes"
        manager.setActionName("Rename")
        try context.save()

        context.delete(trip)
        manager.setActionName("Delete Trip")
        try context.save()
        print(try context.fetchCount(FetchDescriptor<Stop>()), manager.undoMenuItemTitle)

        manager.undo()
        print(trip.name, trip.stops.map(\.city), manager.undoMenuItemTitle)
        manager.undo()
        print(trip.name, manager.redoMenuItemTitle)
        try context.save()
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/UndoAndRedo.md")
        #expect(output.lines == page.blocks(of: "text")[0])
    }

    @Test func groupsContinueAcrossSaves() throws {
        let manager = UndoManager()
        context.undoManager = manager
        manager.beginUndoGrouping()
        trip.name = "Coast"
        try context.save()
        trip.stops.append(Stop(city: "Genoa"))
        manager.endUndoGrouping()

        manager.undo()
        print(trip.name, trip.stops.map(\.city))
        manager.redo()
        print(trip.name, trip.stops.map(\.city))
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/UndoAndRedo.md")
        #expect(output.lines == page.blocks(of: "text")[1])
    }

    @Test func actorsUndo() async throws {
        let planner = Planner(modelContainer: container)
        try await planner.rename(trip.persistentModelID, to: "Coast")
        context.processPendingChanges()
        #expect(trip.name == "Coast")
        try await planner.undo()
        context.processPendingChanges()
        #expect(trip.name == "Alps")
    }
}
