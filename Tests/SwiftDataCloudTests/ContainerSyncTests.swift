// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// Containers of several devices with one hub.
struct ContainerSyncTests {
    private let hub: TestHub

    init() async throws { hub = try await TestHub() }

    private func writeTrip(_ context: ModelContext) throws {
        let trip = Travel.Trip("Rome")
        context.insert(trip)
        trip.budget = 12.5
        trip.cover = Data(repeating: 7, count: 200_000)
        trip.booking = "ABC"
        trip.stops = [Travel.Stop("Florence", 1), Travel.Stop("Rome", 2)]
        trip.people = [Travel.Person("Ada"), Travel.Person("Grace")]
        trip.country = Travel.Country("Italy")
    }

    // MARK: Rows

    @Test func rowsWithoutUniqueIdentifiersReachTheOtherDevice() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try await hub.synchronize(phone, laptop)
        #expect(try phone.lines.count == 6)
        #expect(try laptop.lines == phone.lines)
    }

    @Test func changesOfBothDevicesAreMerged() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try await hub.synchronize(phone, laptop)
        try phone.write { _ in
            try phone.trip("Rome")?.budget = 20
            try phone.trip("Rome")?.stops?.append(Travel.Stop("Naples", 3))
        }
        try laptop.write { context in
            let trip = try #require(try laptop.trip("Rome"))
            trip.name = "Italy"
            try #require(trip.stops?.first { $0.number == 1 }).place = "Siena"
            trip.people = trip.people?.filter { $0.name == "Ada" }
            context.insert(Travel.Trip("Oslo"))
        }
        try await hub.synchronize(phone, laptop, phone)
        #expect(try laptop.lines == phone.lines)
        let trip = try #require(try phone.trip("Italy"))
        #expect(trip.budget == 20 && trip.people?.map(\.name) == ["Ada"])
        #expect(Set((trip.stops ?? []).map(\.place)) == ["Siena", "Rome", "Naples"])
        #expect(try phone.trip("Oslo") != nil)
    }

    @Test func deletionsCascadeOnTheOtherDevice() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try await hub.synchronize(phone, laptop)
        try laptop.write { $0.delete(try #require(try laptop.trip("Rome"))) }
        try await hub.synchronize(laptop, phone)
        #expect(try phone.lines == ["country Italy", "person Ada", "person Grace"])
        #expect(try laptop.lines == phone.lines)
    }

    @Test func partsThatMovedStayWhenTheirFormerOwnerIsDeleted() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try phone.write { $0.insert(Travel.Trip("Oslo")) }
        try await hub.synchronize(phone, laptop)
        try phone.write { context in
            let (rome, oslo) = (try #require(try phone.trip("Rome")), try phone.trip("Oslo"))
            rome.name = "Rome, written later than its stops"
            for stop in rome.stops ?? [] { stop.trip = oslo }
            context.delete(rome)
        }
        try await hub.synchronize(phone, laptop, phone)
        #expect(try phone.lines == laptop.lines)
        #expect(try laptop.trip("Oslo")?.stops?.count == 2)
        #expect(try laptop.context.fetchCount(FetchDescriptor<Travel.Trip>()) == 1)
    }

    @Test func rowsThatNobodyNeedsAnyMoreAreDeleted() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try await hub.synchronize(phone, laptop)
        try phone.write { context in
            let trip = try #require(try phone.trip("Rome"))
            let country = try #require(trip.country)
            trip.country = nil
            context.delete(country)
        }
        try await hub.synchronize(phone, laptop, phone)
        #expect(try laptop.context.fetchCount(FetchDescriptor<Travel.Country>()) == 0)
        #expect(try phone.lines == laptop.lines)
    }

    @Test func changedRowsOutliveADeletion() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write(writeTrip)
        try await hub.synchronize(phone, laptop)
        try phone.write { $0.delete(try #require(try phone.trip("Rome"))) }
        try laptop.write { _ in
            try laptop.trip("Rome")?.stops?.append(Travel.Stop("Naples", 3))
        }
        try await hub.synchronize(phone, laptop, phone, laptop)
        let places = try phone.trip("Rome")?.stops?.map(\.place) ?? []
        #expect(Set(places) == ["Florence", "Rome", "Naples"])
        #expect(try laptop.lines == phone.lines)
    }

    @Test func rowsThatOthersNeedLiveAgain() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write { $0.insert(Travel.Country("Italy")) }
        try await hub.synchronize(phone, laptop)
        try phone.write { context in
            let trip = Travel.Trip("Rome")
            context.insert(trip)
            trip.country = try context.fetch(FetchDescriptor<Travel.Country>()).first
        }
        try laptop.write { try $0.delete(model: Travel.Country.self) }
        try await hub.synchronize(phone, laptop, phone, laptop)
        #expect(try laptop.trip("Rome")?.country?.name == "Italy")
        #expect(try laptop.lines == phone.lines)
    }

    @Test func rowsWithOneUniqueValueBecomeOne() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        for (device, name) in [(phone, "Rome"), (laptop, "Oslo")] {
            try device.write { context in
                let trip = Travel.Trip(name)
                context.insert(trip)
                trip.people = [Travel.Person("Ada")]
            }
        }
        try await hub.synchronize(phone, laptop, phone, laptop, phone)
        #expect(try phone.lines.filter { $0.hasPrefix("person") } == ["person Ada"])
        #expect(try phone.trip("Oslo")?.people?.map(\.name) == ["Ada"])
        #expect(try phone.trip("Rome")?.people?.map(\.name) == ["Ada"])
        #expect(try laptop.lines == phone.lines)
    }

    @Test func rowsOfAnEarlierStoreAreExchanged() async throws {
        let phone = try hub.device("phone", database: .none)
        try phone.write(writeTrip)
        let lines = try phone.lines
        let again = try hub.device("phone"), laptop = try hub.device("laptop")
        try await hub.synchronize(again, laptop)
        #expect(try laptop.lines == lines)
    }

    @Test func storeContinuesAfterARestart() async throws {
        let laptop = try hub.device("laptop")
        for number in 0..<3 {
            let phone = try hub.device("phone")
            try phone.write { $0.insert(Travel.Trip("\(number)")) }
            try await hub.synchronize(phone, laptop)
            try laptop.write { _ in try laptop.trip("\(number)")?.budget = Double(number) }
            try await hub.synchronize(laptop, phone)
            #expect(try phone.trip("\(number)")?.budget == Double(number))
            #expect(try phone.lines == laptop.lines)
            #expect(try phone.lines.count == number + 1)
            await phone.sync.pause()
        }
    }

    // MARK: What stays here

    @Test func localAndEncryptedValuesStayOnTheDevice() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write { context in
            let trip = Travel.Trip("Rome")
            context.insert(trip)
            (trip.isExpanded, trip.pin, trip.booking) = (true, "1234", "ABC")
        }
        try await hub.synchronize(phone, laptop)
        let received = try #require(try laptop.trip("Rome"))
        #expect(!received.isExpanded && received.pin == "none" && received.booking == "ABC")
        try laptop.write { _ in
            (received.isExpanded, received.pin, received.name) = (false, "9999", "Italy")
        }
        try await hub.synchronize(laptop, phone)
        let own = try #require(try phone.trip("Italy"))
        #expect(own.isExpanded && own.pin == "1234")
    }

    @Test func storesWithoutDatabaseAreNeverSynchronized() async throws {
        let (phone, laptop) = (try hub.device("phone", database: .none), try hub.device("laptop"))
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        let error = await #expect(throws: CloudError.self) { try await phone.sync.now() }
        #expect(error?.code == .notSynchronized)
        #expect(phone.sync.status.phase == .local)
        try await laptop.sync.now()
        #expect(try laptop.lines.isEmpty)
    }

    @Test func storesInMemoryAreNeverSynchronized() async throws {
        let preview = try Device(
            ModelConfiguration(
                isStoredInMemoryOnly: true,
                cloudKitDatabase: .private(TestHub.name)
            ),
            hubs: hub.hubs
        )
        let error = await #expect(throws: CloudError.self) { try await preview.sync.now() }
        #expect(error?.code == .notSynchronized)
    }

    // MARK: Without asking

    @Test func savesArriveOnTheirOwn() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        let events = laptop.sync.events
        try await hub.synchronize(phone, laptop)
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        for await event in events where event.type == .import && event.endDate != nil { break }
        #expect(try laptop.trip("Rome") != nil)
    }

    // MARK: Control

    @Test func nothingIsExchangedWhilePaused() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try await hub.synchronize(phone, laptop)
        await phone.sync.pause()
        #expect(phone.sync.status.phase == .paused)
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        try await laptop.sync.now()
        #expect(try laptop.lines.isEmpty)
        try await hub.synchronize(phone, laptop)
        #expect(try laptop.trip("Rome") != nil && phone.sync.status.phase != .paused)
    }

    @Test func synchronizationEndsWithItsContainer() async throws {
        var phone: Device? = try hub.device("phone")
        let events = try #require(phone).sync.events
        try await phone?.sync.now()
        phone = nil
        var count = 0
        for await _ in events { count += 1 }
        #expect(count >= 1)
    }

    @Test func oneContainerSynchronizesAStore() async throws {
        let (phone, other) = (try hub.device("phone"), try hub.device("phone"))
        try await phone.sync.now()
        let error = await #expect(throws: CloudError.self) { try await other.sync.now() }
        #expect(error?.code == .busy)
        await phone.sync.pause()
        try await other.sync.now()
        #expect(other.sync.status.asOf != nil && other.sync.status.problem == nil)
    }

    @Test func statusIsObservable() async throws {
        let phone = try hub.device("phone")
        await confirmation { changed in
            withObservationTracking {
                _ = phone.sync.status
            } onChange: {
                changed()
            }
            try? await phone.sync.now()
        }
        #expect(phone.sync.status.asOf != nil && phone.sync.status.pending == 0)
    }
}
