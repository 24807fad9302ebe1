// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

/// What ends a wait on every hub.
struct WaitConformanceTests {
    @Test(arguments: HubUnderTest.all)
    func waitReturnsAtOnceIfTheListingHasChanged(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let prefix = HubPrefix(space: place.space)
        let empty = try await hub.list(prefix)
        try await hub.put([1], as: try place.space.object(1))
        let deadline = ContinuousClock.Instant.distant
        try await hub.wait(for: prefix, toDifferFrom: empty.mark, until: deadline)
        #expect(ContinuousClock.now < deadline)
    }

    @Test(arguments: HubUnderTest.all)
    func objectOfAnotherMachineEndsAWait(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let (hub, other) = (try place.open(), try place.open())
        let prefix = try place.space.prefix("log/")
        for number in 0..<3 {
            let before = try await hub.list(prefix)
            let deadline = ContinuousClock.Instant.distant
            async let end: Void = waitForChange(of: before, on: hub, prefix, until: deadline)
            try await other.put([1], as: try place.space.object(number))
            try await end
            #expect(ContinuousClock.now < deadline)
            #expect(try await hub.list(prefix).items.count == number + 1)
        }
    }

    @Test(arguments: HubUnderTest.all)
    func deletionEndsAWait(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let (hub, other) = (try place.open(), try place.open())
        let prefix = try place.space.prefix("log/")
        try await hub.put([1], as: try place.space.object(1))
        let before = try await hub.list(prefix)
        let deadline = ContinuousClock.Instant.distant
        async let end: Void = waitForChange(of: before, on: hub, prefix, until: deadline)
        try await other.delete(try place.space.object(1))
        try await end
        #expect(ContinuousClock.now < deadline)
    }

    @Test(arguments: HubUnderTest.all)
    func waitEndsAtItsDeadline(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let prefix = HubPrefix(space: place.space)
        let mark = try await hub.list(prefix).mark
        let deadline = ContinuousClock.now + .milliseconds(20)
        try await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
        #expect(ContinuousClock.now < deadline + .seconds(300))
    }

    @Test(arguments: HubUnderTest.all)
    func callsAndCancellationEndAWait(_ place: HubUnderTest) async throws {
        let place = try await place.make()
        let hub = try place.open()
        let prefix = HubPrefix(space: place.space)
        let mark = try await hub.list(prefix).mark
        let deadline = ContinuousClock.Instant.distant
        let waiting = Task {
            try await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
        }
        try await hub.put([1], as: try place.space.object(1))
        try await waiting.value
        let second = try await hub.list(prefix).mark
        let cancelled = Task {
            try await hub.wait(for: prefix, toDifferFrom: second, until: deadline)
        }
        cancelled.cancel()
        try await cancelled.value
        #expect(ContinuousClock.now < deadline)
        #expect(try await hub.list(prefix).items.count == 1)
    }

    /// Waits until a listing differs, since a wait may return before.
    private func waitForChange(
        of listing: HubListing,
        on hub: any SyncHub,
        _ prefix: HubPrefix,
        until deadline: ContinuousClock.Instant
    ) async throws {
        while try await hub.list(prefix).mark == listing.mark, ContinuousClock.now < deadline {
            try await hub.wait(for: prefix, toDifferFrom: listing.mark, until: deadline)
        }
    }
}
