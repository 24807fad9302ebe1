// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

/// The observers of models, which exist only after a tracked read.
@Suite struct ObservationProbeTests {
    @Model final class Lamp {
        var name: String
        var level = 0

        init(_ name: String) { self.name = name }
    }

    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: Lamp.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        for name in ["a", "b"] { writer.insert(Lamp(name)) }
        try writer.save()
        context = ModelContext(container)
    }

    private func lamps() throws -> [Lamp] {
        try context.fetch(FetchDescriptor<Lamp>(sortBy: [SortDescriptor(\.name)]))
    }

    /// Returns a counter of the changes of the properties that `read` reads.
    private func changes(reading read: () -> Void) -> Counter {
        let counter = Counter()
        withObservationTracking(read) { counter.increment() }
        return counter
    }

    @Test func readsWithoutTrackingCreateNoObservers() throws {
        for lamp in try lamps() {
            #expect(lamp.level == 0)
            lamp.level = 1
            #expect(!lamp._$model.isObserved)
        }
    }

    @Test func firstTrackedReadIsObserved() throws {
        let lamps = try lamps()
        #expect(lamps[0].level == 0)
        let counter = changes { _ = lamps[0].level }
        #expect(lamps[0]._$model.isObserved)
        #expect(!lamps[1]._$model.isObserved)
        lamps[0].level = 1
        #expect(counter.value == 1)
    }

    @Test func modelsReadInOneScopeHaveObserversOfTheirOwn() throws {
        let lamps = try lamps()
        let first = changes { _ = lamps[0].level }
        let second = changes { _ = lamps[1].level }
        lamps[1].level = 1
        #expect(first.value == 0)
        #expect(second.value == 1)
        lamps[0].level = 1
        #expect(first.value == 1)
    }

    @Test func changesOfOtherPropertiesAreNotObserved() throws {
        let lamp = try #require(lamps().first)
        let counter = changes { _ = lamp.name }
        lamp.level = 1
        #expect(counter.value == 0)
        lamp.name = "c"
        #expect(counter.value == 1)
    }

    @Test func scopeRetainsNothingAfterItsModelIsReleased() throws {
        final class Token: Sendable {}
        weak var released: Token?
        do {
            let token = Token()
            released = token
            let lamps = try lamps()
            withObservationTracking {
                for lamp in lamps { _ = lamp.level }
            } onChange: {
                _ = token
            }
            #expect(released != nil)
        }
        #expect(released == nil)
    }
}

/// A number that closures on any thread increment.
private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increment() { count.withLock { $0 += 1 } }
}
