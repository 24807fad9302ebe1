// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The models of the history and search tests.
@Model final class Song {
    enum Mood: String, Codable { case calm, wild }

    @Attribute(.unique, .preserveValueOnDeletion) var code: UUID
    @Attribute(.spotlight, .preserveValueOnDeletion) var title: String
    @Attribute(.spotlight) var text: String
    @Attribute(.preserveValueOnDeletion) var mood: Mood?
    @Attribute(.preserveValueOnDeletion) var length: Double
    @Attribute(.preserveValueOnDeletion) var cover: Data
    @Attribute(.preserveValueOnDeletion) var links: [URL]
    var plays: Int
    var singers: [Singer]

    init(_ title: String, text: String = "", plays: Int = 0) {
        code = UUID()
        self.title = title
        self.text = text
        mood = .calm
        length = 3.25
        cover = Data([1, 2, 3])
        links = []
        self.plays = plays
        singers = []
    }
}

@Model final class Singer {
    var name: String
    var songs: [Song]
    init(_ name: String) {
        self.name = name
        songs = []
    }
}

/// Creates an in-memory container of songs.
func songs() throws -> ModelContainer {
    try ModelContainer(
        for: Song.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
}
