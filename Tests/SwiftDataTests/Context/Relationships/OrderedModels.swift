// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models with ordered relationships, for tests.
enum Ordered {
    @Model final class Album {
        var name: String
        @Relationship(.ordered, deleteRule: .cascade, inverse: \Track.album)
        var tracks: [Track] = []
        /// Ordered at both ends.
        @Relationship(.ordered, inverse: \Label.albums) var labels: [Label]?
        /// Without an inverse.
        @Relationship(.ordered) var covers: [Cover] = []
        /// Not ordered.
        @Relationship(inverse: \Note.album) var notes: [Note] = []

        init(_ name: String = "album") { self.name = name }
    }

    @Model final class Track {
        var title: String
        var album: Album?

        init(_ title: String) { self.title = title }
    }

    @Model final class Label {
        var name: String
        @Relationship(.ordered) var albums: [Album] = []

        init(_ name: String) { self.name = name }
    }

    @Model final class Cover {
        var name: String

        init(_ name: String) { self.name = name }
    }

    @Model final class Note {
        var text: String
        var album: Album?

        init(_ text: String) { self.text = text }
    }

    static var types: [any PersistentModel.Type] { [Album.self, Track.self, Label.self] }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
    }

    static func tracks(_ titles: String) -> [Track] { titles.map { Track(String($0)) } }
}

extension Ordered.Album {
    /// The titles of the tracks, as one text.
    var titles: String { tracks.map(\.title).joined() }
    /// The names of the labels, as one text.
    var labelNames: String { (labels ?? []).map(\.name).joined() }
    /// The names of the covers, as one text.
    var coverNames: String { covers.map(\.name).joined() }

    func track(_ title: String) -> Ordered.Track? { tracks.first { $0.title == title } }
}
