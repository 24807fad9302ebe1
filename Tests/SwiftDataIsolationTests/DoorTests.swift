// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Models of a module with the default isolation `MainActor`, in Swift 6 mode.
struct DoorTests {
    @Test func valuesComeBack() throws {
        let data = try SampleData()
        let barn = #Predicate<Door> { $0.width > 1 && $0.hinge?.sides == 3 }
        let context = ModelContext(data.container)
        let found = try context.fetch(
            FetchDescriptor(predicate: barn, sortBy: [SortDescriptor(\.name)])
        )
        let door = try #require(found.first)
        #expect((found.count, door.label) == (1, "barn of oak"))
        #expect((door.hinge, door.spare, door.draft) == (Hinge(sides: 3), Hinge(), Hinge()))
        #expect((door.wood, door.frame, door.panel) == (.oak, nil, .pine))
        #expect((door.size, door.lock) == (.small, .code(3)))
        #expect(door.handles.map(\.length) == [4])
        #expect((door.room as? Hall)?.height == 5)
    }

    @Test func modelActorReadsAndWritesThem() async throws {
        let data = try SampleData()
        let porter = Porter(modelContainer: data.container)
        let identifier = try await porter.add("gate", sides: 6)
        #expect(await porter.sides(of: identifier) == 6)
        #expect((data.context.model(for: identifier) as? Door)?.hinge == Hinge(sides: 6))
    }

    @Test func liveQueryOfTheMainActorFollows() throws {
        let data = try SampleData()
        let board = Board(modelContext: data.context)
        #expect(board.doors.map(\.name) == ["barn"])
        data.context.insert(Door(name: "arch"))
        #expect(board.doors.map(\.name) == ["arch", "barn"])
    }

    @Test func dataOfPreviewsAreMadeOnce() throws {
        let data = try SampleData.shared.get()
        #expect(try data.context.fetchCount(FetchDescriptor<Handle>()) == 1)
    }
}
