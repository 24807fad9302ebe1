// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Relationships whose declarations exclude an inverse.
@Suite struct UnidirectionalRelationshipTests {
    /// Without `inverse: nil`, the relationships would be inverses of each other.
    @Model final class Viewer {
        var name: String
        @Relationship(inverse: nil) var favorites: [Film] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Film {
        var title: String
        var director: Viewer?
        init(_ title: String) { self.title = title }
    }

    /// Without `inverse: nil`, three relationships would leave the inverse undecided.
    @Model final class Team {
        @Relationship(inverse: nil) var captain: Player?
        var players: [Player] = []
        init() {}
    }

    @Model final class Player {
        var team: Team?
        init() {}
    }

    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Viewer.self,
            Team.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test func inverseIsNotInferred() throws {
        let container = try container()
        let entities = container.schema.entitiesByName
        #expect(entities["Viewer"]?.relationshipsByName["favorites"]?.inverseName == nil)
        #expect(entities["Film"]?.relationshipsByName["director"]?.inverseName == nil)

        let context = ModelContext(container)
        let (ada, ben, film) = (Viewer("Ada"), Viewer("Ben"), Film("Nosferatu"))
        for viewer in [ada, ben] {
            context.insert(viewer)
            viewer.favorites.append(film)
        }
        #expect(film.director == nil)
        try context.save()

        let reader = ModelContext(container)
        let viewers = try reader.fetch(FetchDescriptor<Viewer>(sortBy: [SortDescriptor(\.name)]))
        #expect(viewers.map { $0.favorites.map(\.title) } == [["Nosferatu"], ["Nosferatu"]])
        #expect(viewers.first?.favorites.first?.director == nil)
    }

    @Test func otherRelationshipsArePaired() throws {
        let container = try container()
        let team = container.schema.entitiesByName["Team"]
        #expect(team?.relationshipsByName["captain"]?.inverseName == nil)
        #expect(team?.relationshipsByName["players"]?.inverseName == "team")

        let context = ModelContext(container)
        let (reds, blues, player) = (Team(), Team(), Player())
        context.insert(reds)
        context.insert(blues)
        player.team = reds
        blues.captain = player
        #expect(reds.players == [player])
        #expect(player.team == reds)
        #expect(blues.players.isEmpty)
    }
}
