// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The registered models of a context, which it does not retain.
struct IdentityMapTests {
    @Model final class Pebble {
        var number: Int
        @Transient var onDeinit: () -> Void = {}

        init(_ number: Int) { self.number = number }

        deinit { onDeinit() }
    }

    private let context: ModelContext

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Pebble.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func containsWhatWasInsertedAndNotRemoved(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let map = IdentityMap(entityCount: 1)
        var expected: [Int64: Pebble] = [:]
        for number in 0..<5_000 {
            // Few keys at first, then many, then few again.
            let key = Int64.random(in: 1...(number / 1_000 == 2 ? 2_000 : 40), using: &random)
            if Bool.random(using: &random) {
                let pebble = Pebble(number)
                map.insert(pebble, entity: 0, key: key)
                expected[key] = pebble
            } else {
                map.remove(0, key: key)
                expected[key] = nil
            }
            let other = Int64.random(in: 1...2_000, using: &random)
            #expect(map.model(0, key: other) === expected[other])
        }
        #expect(map.models.count == expected.count)
        let keys = Array(expected.keys)
        for key in keys { map.remove(0, key: key) }
        #expect(map.models.isEmpty)
    }

    @Test(arguments: [1, 64, 1_000, 65_536] as [Int64])
    func searchesForKeysWithACommonDistanceAreShort(distance: Int64) {
        let map = IdentityMap(entityCount: 1)
        let pebble = Pebble(1)
        let keys = stride(from: distance, through: 50_000 * distance, by: Int(distance))
        for key in keys { map.insert(pebble, entity: 0, key: key) }
        #expect(map.model(0, key: 25_000 * distance) === pebble)
        #expect(map.longestSearch < 128)
        for key in keys { map.remove(0, key: key) }
        #expect(map.models.isEmpty)
    }

    @Test(arguments: [0, 262_144, 300_000, 1_000_000] as [Int64])
    func rangesOfKeysDoNotSlowEachOtherDown(distance: Int64) {
        var random = SeededRandom(seed: 1)
        let map = IdentityMap(entityCount: 1)
        let pebble = Pebble(1)
        var keys = (1...25_000).flatMap { [$0, $0 + distance] }
        for key in keys { map.insert(pebble, entity: 0, key: key) }
        #expect(keys.allSatisfy { map.model(0, key: $0) === pebble })
        #expect(map.longestSearch < 128)
        keys.shuffle(using: &random)
        for key in keys { map.remove(0, key: key) }
        #expect(map.models.isEmpty)
    }

    @Test func modelIsFoundWhileItIsInUse() throws {
        for number in 0..<100 { context.insert(Pebble(number)) }
        try context.save()
        var pebbles = try context.fetch(FetchDescriptor<Pebble>())
        let identifiers = pebbles.map(\.persistentModelID)
        let first = pebbles[0]
        #expect(context.registeredModel(for: identifiers[0]) as Pebble? === first)
        pebbles = []
        let found = identifiers.compactMap { context.registeredModel(for: $0) as Pebble? }
        #expect(found.count == 1)
        #expect(context.graph.objects.identityMap.models.count == 1)
    }

    @Test func modelIsNotFoundDuringItsDeinitialization() throws {
        context.insert(Pebble(1))
        try context.save()
        let identifier = try #require(
            try context.fetchIdentifiers(FetchDescriptor<Pebble>()).first
        )
        var found: Pebble?
        var isDeinitialized = false
        do {
            let pebble = try #require(context.model(for: identifier) as? Pebble)
            pebble.onDeinit = { [context] in
                isDeinitialized = true
                found = context.registeredModel(for: identifier)
            }
        }
        #expect(isDeinitialized)
        #expect(found == nil)
        #expect((context.model(for: identifier) as? Pebble)?.number == 1)
    }

    /// Against the rules of isolation, but it must not end the process.
    @Test func modelCanBeReleasedOnAnotherThreadDuringALookup() throws {
        for number in 0..<500 { context.insert(Pebble(number)) }
        try context.save()
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Pebble>())
        for identifier in identifiers {
            let released = DispatchSemaphore(value: 0)
            let number: Int
            let reference: Released
            do {
                let pebble = try #require(context.model(for: identifier) as? Pebble)
                number = pebble.number
                reference = Released(Unmanaged.passRetained(pebble))
            }
            Thread.detachNewThread {
                reference.object.release()
                released.signal()
            }
            for _ in 0..<20 {
                let found = context.registeredModel(for: identifier) as Pebble?
                #expect(found == nil || found?.number == number)
            }
            released.wait()
        }
        #expect(context.graph.objects.identityMap.models.count <= 1)
    }
}

/// Unchecked, because the test passes the reference to one thread, which only releases it.
private struct Released: @unchecked Sendable {
    let object: Unmanaged<IdentityMapTests.Pebble>

    init(_ object: Unmanaged<IdentityMapTests.Pebble>) { self.object = object }
}
