// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

/// What every hub lists.
struct ListingConformanceTests {
    @Test(arguments: HubUnderTest.all)
    func listingHasNamesAndSizesBelowThePrefixInOrder(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let paths = ["log/a1/9-10-f", "space", "log/a1/10-11-f", "log/b/0-1-f", "machines/a1-1"]
        for path in paths {
            let bytes = sampleBytes(path.utf8.count)
            try await hub.put(bytes, as: try place.space.name(path))
        }
        for (prefix, expected) in [
            ("", ["log/a1/10-11-f", "log/a1/9-10-f", "log/b/0-1-f", "machines/a1-1", "space"]),
            ("log/", ["log/a1/10-11-f", "log/a1/9-10-f", "log/b/0-1-f"]),
            ("log/a1/9", ["log/a1/9-10-f"]), ("log/a", ["log/a1/10-11-f", "log/a1/9-10-f"]),
            ("log/a1/9-10-f", ["log/a1/9-10-f"]), ("machines/b", []), ("log/a1/9-10-f0", []),
        ] {
            let listing = try await hub.list(try place.space.prefix(prefix))
            #expect(listing.names.map(\.path) == expected)
            #expect(listing.items.map(\.size) == expected.map(\.utf8.count))
        }
        let other = try await hub.list(HubPrefix(space: .random()))
        #expect(other.items.isEmpty)
    }

    @Test(arguments: HubUnderTest.all)
    func listingHasTheTimeOfTheHub(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let listing = try await place.open().list(HubPrefix(space: place.space))
        #expect(abs(listing.time - WallClock.milliseconds()) < 60_000)
    }

    @Test(arguments: HubUnderTest.all)
    func spacesHaveARecord(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let (space, other) = (place.space, SpaceID.random())
        let records = try ["1-00000000000000a1", "2-00000000000000a2"].map {
            try space.name("space/\($0)")
        }
        for name in records { try await hub.put([1], as: name) }
        try await hub.put([1], as: try other.object(1))
        try await hub.put([1], as: try other.name("space-1"))
        let spaces = try await hub.spaces()
        #expect(spaces.filter { $0 == space }.count == 1)
        #expect(!spaces.contains(other))
        for name in records { try await hub.delete(name) }
        #expect(try await !hub.spaces().contains(space))
    }

    @Test(arguments: HubUnderTest.all)
    func creatingAHubAgainKeepsItsObjects(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        try await hub.put([1], as: try place.space.object(1))
        try await place.open().create()
        #expect(try await hub.get(try place.space.object(1)) == [1])
    }

    @Test(arguments: HubUnderTest.all)
    func thousandObjectsAreListed(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let space = place.space
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<4 {
                let hub = try place.open()
                group.addTask {
                    for number in 0..<250 {
                        let index = 4 * number + part
                        try await hub.put(sampleBytes(index % 64), as: try space.object(index))
                    }
                }
            }
            try await group.waitForAll()
        }
        let listing = try await place.open().list(try space.prefix("log/"))
        let expected = try (0..<1_000).map {
            HubListing.Item(name: try space.object($0), size: $0 % 64)
        }
        #expect(listing.items == HubListing(items: expected, time: 0).items)
    }

    @Test(arguments: HubUnderTest.all)
    func listingWhileOthersPutContainsWholeObjects(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let (hub, other) = (try place.open(), try place.open())
        let space = place.space
        let putting = Task {
            for number in 0..<50 {
                try await other.put(sampleBytes(5_000, seed: number), as: try space.object(number))
            }
        }
        var seen: Set<HubName> = []
        while seen.count < 50 {
            let listing = try await hub.list(HubPrefix(space: space))
            #expect(listing.items.allSatisfy { $0.size == 5_000 })
            #expect(seen.isSubset(of: listing.names))
            if let name = Set(listing.names).subtracting(seen).min() {
                #expect(try await hub.get(name)?.count == 5_000)
            }
            seen = Set(listing.names)
            // Otherwise a hub in memory would keep a thread from the tests that wait for one.
            await Task.yield()
        }
        try await putting.value
        #expect(try await hub.list(HubPrefix(space: space)).items.count == 50)
    }

    /// A synchronized folder shows each machine some of the objects.
    @Test(arguments: HubUnderTest.all)
    func viewThatHidesObjectsShowsTheOthers(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let space = place.space
        let hub = try place.open()
        let names = try (0..<20).map { try space.object($0) }
        let hidden = Set(names.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        let view = PartialView(of: try place.open(), hiding: hidden)
        for name in names.prefix(19) { try await hub.put([1], as: name) }
        let listing = try await view.list(HubPrefix(space: space))
        #expect(Set(listing.names) == Set(names).subtracting(hidden))
        for name in hidden {
            #expect(try await view.get(name) == nil)
            try await view.delete(name)
            try await view.put([1], as: name)
        }
        await view.reveal()
        #expect(Set(try await view.list(HubPrefix(space: space)).names) == Set(names))
        #expect(try await hub.get(names[19]) == [1])
    }
}
