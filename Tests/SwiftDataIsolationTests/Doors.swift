// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

// The target has the settings of a new project in Xcode 26: what is not marked belongs to the main
// actor.

enum Wood: String, Codable, CaseIterable { case oak, pine }

enum Size: Int, Codable { case small = 1, large }

nonisolated struct Hinge: Codable, Equatable {
    var sides = 2
}

nonisolated enum Lock: Codable, Equatable { case none, code(Int) }

/// A model with attributes and relationships of every kind.
@Model final class Door {
    #Index<Door>([\.width])
    @Attribute(.unique) var name: String
    var width = 2.0
    var added: Date = Date.now
    var key: UUID
    var photo: Data?
    var link: URL?
    var price: Decimal = 0
    var wood: Wood
    var frame: Wood?
    var panel = Wood.pine
    var size: Size = Size.small
    var hinge: Hinge?
    var spare = Hinge()
    var lock: Lock
    var tags: [String] = []
    var hinges: [Hinge] = []
    var counts: [String: Int] = [:]
    @Attribute(.externalStorage) var scan: Data?
    @Attribute(.spotlight) var text = ""
    @Attribute(.codable) var draft = Hinge()
    @Attribute(.ephemeral) var isOpen = false
    @Transient var note = ""
    @Relationship(deleteRule: .cascade, inverse: \Handle.door) var handles: [Handle] = []
    var room: Room?

    init(name: String) {
        self.name = name
        key = UUID()
        wood = .oak
        lock = .code(3)
    }

    var label: String { name + " of " + wood.rawValue }
}

@Model final class Handle {
    var length: Int
    var door: Door?
    init(length: Int) { self.length = length }
}

@Model class Room {
    var name: String
    @Relationship(inverse: \Door.room) var doors: [Door]?
    init(name: String) { self.name = name }
}

@Model final class Hall: Room {
    var height: Int
    init(name: String, height: Int) {
        self.height = height
        super.init(name: name)
    }
}

enum DoorsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Door.self, Handle.self, Room.self, Hall.self]
    }
}

enum DoorsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [DoorsV1.self] }
    static var stages: [MigrationStage] { [] }
}

@ModelActor actor Porter {
    func add(_ name: String, sides: Int) throws -> PersistentIdentifier {
        let door = Door(name: name)
        door.hinge = Hinge(sides: sides)
        modelContext.insert(door)
        try modelContext.save()
        return door.persistentModelID
    }

    func sides(of identifier: PersistentIdentifier) -> Int? {
        self[identifier, as: Door.self]?.hinge?.sides
    }
}

/// A type of the main actor with a live query.
final class Board {
    let modelContext: ModelContext
    @Query(sort: \Door.name) var doors: [Door]
    init(modelContext: ModelContext) { self.modelContext = modelContext }
}

/// The data of previews, as projects write them.
struct SampleData {
    static let shared = Result { try SampleData() }

    let container: ModelContainer
    var context: ModelContext { container.mainContext }

    init() throws {
        container = try ModelContainer(
            for: Schema(versionedSchema: DoorsV1.self),
            migrationPlan: DoorsPlan.self,
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let door = Door(name: "barn")
        door.hinge = Hinge(sides: 3)
        door.handles.append(Handle(length: 4))
        door.room = Hall(name: "hall", height: 5)
        context.insert(door)
        try context.save()
    }
}
