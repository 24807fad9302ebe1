// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Custom stores*.
struct CustomStoresExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Album {
        var title: String
        @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []

        init(_ title: String) { self.title = title }
    }

    @Model
    final class Track {
        var title: String
        var seconds: Int
        var album: Album?

        init(_ title: String, seconds: Int) {
            self.title = title
            self.seconds = seconds
        }
    }

    struct JSONConfiguration: DataStoreConfiguration {
        typealias Store = JSONStore

        var name: String
        var schema: Schema?
        var url: URL
    }

    final class JSONStore: DataStore {
        typealias Configuration = JSONConfiguration
        typealias Snapshot = DefaultSnapshot

        let identifier: String
        let schema: Schema
        let configuration: JSONConfiguration
        private var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]

        init(
            _ configuration: JSONConfiguration,
            migrationPlan: (any SchemaMigrationPlan.Type)?
        ) throws {
            self.configuration = configuration
            schema = configuration.schema ?? Schema([])
            identifier = configuration.url.path()
            guard FileManager.default.fileExists(atPath: identifier) else { return }
            let data = try Data(contentsOf: configuration.url)
            for snapshot in try JSONDecoder().decode([DefaultSnapshot].self, from: data) {
                snapshots[snapshot.persistentIdentifier] = snapshot
            }
        }

        func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
            -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel
        {
            let descriptor = request.descriptor
            if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
            if !descriptor.sortBy.isEmpty || descriptor.fetchOffset != nil {
                throw DataStoreError.preferInMemorySort
            }
            let entityName = Schema.entityName(for: T.self)
            let matches = snapshots.values.filter {
                $0.persistentIdentifier.entityName == entityName
            }
            return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: matches)
        }

        func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
            -> DataStoreSaveChangesResult<DefaultSnapshot>
        {
            var changed = snapshots
            var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
            for snapshot in request.inserted {
                remapped[snapshot.persistentIdentifier] = try .identifier(
                    for: identifier,
                    entityName: snapshot.persistentIdentifier.entityName,
                    primaryKey: UUID()
                )
            }
            for snapshot in request.inserted + request.updated {
                let identifier =
                    remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
                changed[identifier] = snapshot.copy(
                    persistentIdentifier: identifier,
                    remappedIdentifiers: remapped
                )
            }
            for snapshot in request.deleted { changed[snapshot.persistentIdentifier] = nil }
            let data = try JSONEncoder().encode(Array(changed.values))
            try data.write(to: configuration.url, options: .atomic)
            snapshots = changed
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }

        func cachedSnapshots(
            for persistentIdentifiers: [PersistentIdentifier],
            editingState: EditingState
        ) throws -> [PersistentIdentifier: DefaultSnapshot] {
            let known = persistentIdentifiers.compactMap { snapshots[$0] }
            return Dictionary(uniqueKeysWithValues: known.map { ($0.persistentIdentifier, $0) })
        }
    }

    struct TrackSnapshot: DataStoreSnapshot {
        let persistentIdentifier: PersistentIdentifier
        var title = ""
        var seconds = 0

        init(
            from backingData: any BackingData,
            relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
        ) {
            persistentIdentifier = backingData.persistentModelID ?? Track("", seconds: 0).id
            if let values = backingData as? any BackingData<Track> {
                title = values.getValue(forKey: \.title)
                seconds = values.getValue(forKey: \.seconds)
            }
        }

        private init(_ identifier: PersistentIdentifier, copying other: TrackSnapshot) {
            persistentIdentifier = identifier
            title = other.title
            seconds = other.seconds
        }

        func copy(
            persistentIdentifier: PersistentIdentifier,
            remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
        ) -> TrackSnapshot {
            TrackSnapshot(persistentIdentifier, copying: self)
        }
    }

    @Test func tracksAreInAFile() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "music.json")
        let container = try ModelContainer(
            for: Album.self,
            Track.self,
            configurations: JSONConfiguration(name: "music", url: url)
        )
        let context = ModelContext(container)
        let album = Album("Kind of Blue")
        album.tracks = [Track("So What", seconds: 565), Track("Blue in Green", seconds: 327)]
        context.insert(album)
        try context.save()

        let long = FetchDescriptor<Track>(predicate: #Predicate { $0.seconds > 400 })
        print(try context.fetch(long).map(\.title))
        let printed = try DocumentationPage("Sources/SwiftData/SwiftData.docc/CustomStores.md")
            .blocks(of: "text")
        #expect(output.lines == printed.first)
        #expect(try String(contentsOf: url, encoding: .utf8).contains("Blue in Green"))
        let reopened = try ModelContainer(
            for: Album.self,
            Track.self,
            configurations: JSONConfiguration(name: "music", url: url)
        )
        let albums = try ModelContext(reopened).fetch(FetchDescriptor<Album>())
        #expect(albums.map { $0.tracks.map(\.title).sorted() } == [["Blue in Green", "So What"]])
    }

    @Test func storeConforms() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "music.json")
        let conformance = DataStoreConformance(
            attribute: \Track.title,
            makeModel: { Track($0, seconds: 1) },
            openContainer: {
                try ModelContainer(
                    for: Album.self,
                    Track.self,
                    configurations: JSONConfiguration(name: "music", url: url)
                )
            }
        )
        #expect(conformance.failures() == [])
    }

    @Test func snapshotsAreMadeOfBackingData() {
        let track = Track("So What", seconds: 565)
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = TrackSnapshot(
            from: track.persistentBackingData,
            relatedBackingDatas: &related
        )
        #expect((snapshot.title, snapshot.seconds) == ("So What", 565))
        #expect(snapshot.persistentIdentifier == track.persistentModelID)
    }
}
