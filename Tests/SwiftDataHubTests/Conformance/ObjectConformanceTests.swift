// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

/// What every hub does with single objects.
struct ObjectConformanceTests {
    @Test(arguments: HubUnderTest.all)
    func objectReturnsAsItWasPut(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        for (number, size) in [0, 1, 255, 512 << 10].enumerated() {
            let name = try place.space.object(number)
            let bytes = sampleBytes(size, seed: number)
            try await hub.put(bytes, as: name)
            #expect(try await hub.get(name) == bytes)
            #expect(try await place.open().get(name) == bytes)
        }
    }

    @Test(arguments: HubUnderTest.all)
    func puttingTheSameBytesAgainDoesNothing(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let (hub, other) = (try place.open(), try place.open())
        let name = try place.space.object(1)
        try await hub.put([1, 2, 3], as: name)
        try await hub.put([1, 2, 3], as: name)
        try await other.put([1, 2, 3], as: name)
        #expect(try await hub.list(HubPrefix(space: place.space)).names == [name])
        #expect(try await hub.get(name) == [1, 2, 3])
    }

    @Test(arguments: HubUnderTest.all)
    func otherBytesAreRejected(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let name = try place.space.object(1)
        try await hub.put([1, 2, 3], as: name)
        for bytes: [UInt8] in [[1, 2, 4], [1, 2], [1, 2, 3, 4], []] {
            let error = await #expect(throws: HubError.self) { try await hub.put(bytes, as: name) }
            #expect(error?.code == .taken)
        }
        #expect(try await hub.get(name) == [1, 2, 3])
    }

    @Test(arguments: HubUnderTest.all)
    func oneOfSeveralMachinesGetsAName(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let name = try place.space.object(1)
        let winners = try await withThrowingTaskGroup(of: UInt8?.self) { group in
            for number: UInt8 in 0..<4 {
                let hub = try place.open()
                group.addTask {
                    do throws(HubError) {
                        try await hub.put([number], as: name)
                        return number
                    } catch {
                        #expect(error.code == .taken)
                        return nil
                    }
                }
            }
            return try await group.reduce(into: [UInt8]()) { $0 += $1.map { [$0] } ?? [] }
        }
        let stored = try #require(try await place.open().get(name))
        // Without links, others may replace the bytes of the first one.
        #expect(winners.contains(stored[0]))
        if place.hasOneWinner { #expect(winners == stored) }
    }

    @Test(arguments: HubUnderTest.all)
    func absentObjectsAreNeitherReturnedNorDeleted(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let (name, other) = (try place.space.object(1), try place.space.object(2))
        #expect(try await hub.get(name) == nil)
        try await hub.delete(name)
        try await hub.put([1], as: other)
        try await hub.delete(name)
        #expect(try await hub.get(name) == nil)
        #expect(try await hub.get(other) == [1])
    }

    @Test(arguments: HubUnderTest.all)
    func nameOfADeletedObjectIsFree(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let name = try place.space.object(1)
        try await hub.put([1], as: name)
        try await hub.delete(name)
        #expect(try await hub.get(name) == nil)
        #expect(try await hub.list(HubPrefix(space: place.space)).items.isEmpty)
        try await hub.put([2, 3], as: name)
        #expect(try await hub.get(name) == [2, 3])
    }

    @Test(arguments: HubUnderTest.all)
    func objectsBeyondTheLimitAreRejected(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let name = try place.space.object(1)
        let bytes = [UInt8](repeating: 7, count: HubLimits.objectSize + 1)
        let error = await #expect(throws: HubError.self) { try await hub.put(bytes, as: name) }
        #expect(error?.code == .limit)
        #expect(try await hub.get(name) == nil)
    }
}
