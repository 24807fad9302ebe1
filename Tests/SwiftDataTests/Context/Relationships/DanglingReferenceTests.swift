// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Saves that would leave a dangling reference, which only the store can detect.
@Suite struct DanglingReferenceTests {
    @Model final class Lamp { init() {} }

    @Model final class Room {
        var name: String
        var guests: [Guest] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Deed {
        var room: Room
        init(_ room: Room) { self.room = room }
    }

    @Model final class Guest {
        @Relationship(inverse: \Room.guests) var rooms: [Room] = []
        init() {}
    }

    let container: ModelContainer
    let context: ModelContext
    /// A room that an unloaded deed refers to.
    let room: Room

    init() throws {
        container = try ModelContainer(
            for: Lamp.self,
            Deed.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        writer.insert(Deed(Room("hall")))
        try writer.save()
        context = ModelContext(container)
        room = try #require(try context.fetch(FetchDescriptor<Room>()).first)
    }

    @Test func danglingReferenceIsReportedByName() throws {
        context.delete(room)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .constraint)
        #expect(error?.message == "Deed 1: room refers to Room 1, which does not exist")
        context.rollback()
        context.insert(Lamp())
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Room>()) == 1)
    }

    @Test func danglingJoinTableRowIsReportedByName() throws {
        let store = context.coordinator.stores[0].store
        let error = #expect(throws: StoreError.self) {
            try store.write(for: StoreClient()) { transaction in
                let pair = PendingRows.Pair(left: 1, right: 99)
                try transaction.link(PendingRows.Links(added: [pair]), in: 0)
                try transaction.checkReferences()
            }
        }
        #expect(error?.message.contains("Room.guests") == true)
        #expect(error?.message.contains("99") == true)
    }

    @Test func danglingReferenceFailsOnlyItsCommand() throws {
        try context.commitGroup { group in
            try group.run { context.insert(Lamp()) }
            #expect(throws: StoreError.self) { try group.run { context.delete(room) } }
            try group.run { context.insert(Lamp()) }
        }
        let reader = ModelContext(container)
        #expect(try reader.fetchCount(FetchDescriptor<Lamp>()) == 2)
        #expect(try reader.fetchCount(FetchDescriptor<Room>()) == 1)
    }
}
