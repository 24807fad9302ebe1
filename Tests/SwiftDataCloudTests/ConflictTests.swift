// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// Texts that two devices wrote without having the other's.
struct ConflictTests {
    private let hub: TestHub
    private let phone: Device
    private let laptop: Device

    init() async throws {
        hub = try await TestHub()
        phone = try hub.device("phone")
        laptop = try hub.device("laptop")
        try phone.write { context in
            let trip = Travel.Trip("Rome")
            context.insert(trip)
            trip.stops = [Travel.Stop("Florence", 1)]
        }
        try await hub.synchronize(phone, laptop)
    }

    /// Gives the trip another name on each device.
    private func writeBoth() async throws {
        try phone.write { _ in try phone.trip("Rome")?.name = "Italy" }
        try laptop.write { _ in try laptop.trip("Rome")?.name = "Roma" }
        try await hub.synchronize(phone, laptop, phone)
    }

    @Test func bothTextsAreKnownOnEachDevice() async throws {
        try await writeBoth()
        #expect(try phone.lines == laptop.lines)
        let conflicts = [try await phone.sync.conflicts(), try await laptop.sync.conflicts()]
        let identifiers = conflicts.map { $0.map(\.id) }
        #expect(identifiers[0] == identifiers[1])
        for (device, conflicts) in zip([phone, laptop], conflicts) {
            let conflict = try #require(conflicts.first)
            #expect(conflicts.count == 1 && device.sync.status.conflictCount == 1)
            #expect(conflict.attribute == "name")
            let texts = [conflict.current.text, conflict.other.text]
            #expect(Set(texts) == ["Italy", "Roma"])
            let context = ModelContext(device.container)
            let trip = context.model(for: conflict.model) as? Travel.Trip
            #expect(trip?.name == conflict.current.text)
            #expect(conflict.current.date >= conflict.other.date)
            #expect(conflict.current.device != nil && conflict.other.device != nil)
        }
    }

    @Test func settledConflictsEndEverywhere() async throws {
        try await writeBoth()
        let conflict = try #require(try await phone.sync.conflicts().first)
        let other = try #require(conflict.other.text)
        try phone.write { context in
            let trip = try #require(context.model(for: conflict.model) as? Travel.Trip)
            trip.name = other
        }
        try await phone.sync.settle(conflict)
        #expect(try await phone.sync.conflicts().isEmpty && phone.sync.status.conflictCount == 0)
        try await hub.synchronize(phone, laptop)
        #expect(try await laptop.sync.conflicts().isEmpty)
        #expect(try laptop.trip(other) != nil)
        #expect(try phone.lines == laptop.lines)
    }

    @Test func textsOfPartsAreKeptAcrossARestart() async throws {
        for (device, place) in [(phone, "Siena"), (laptop, "Pisa")] {
            try device.write { _ in try device.trip("Rome")?.stops?.first?.place = place }
        }
        try await hub.synchronize(phone, laptop, phone)
        await phone.sync.pause()
        #expect(try await phone.sync.conflicts().isEmpty)
        try await phone.sync.now()
        let conflict = try #require(try await phone.sync.conflicts().first)
        #expect(conflict.attribute == "place")
        #expect(Set([conflict.current.text, conflict.other.text]) == ["Siena", "Pisa"])
    }

    @Test func conflictsEndWithTheirModel() async throws {
        try await writeBoth()
        try phone.write { context in
            let trips = try context.fetch(FetchDescriptor<Travel.Trip>())
            context.delete(try #require(trips.first))
        }
        try await hub.synchronize(phone, laptop)
        #expect(try laptop.lines.isEmpty && phone.lines.isEmpty)
        #expect(try await laptop.sync.conflicts().isEmpty)
        #expect(try await phone.sync.conflicts().isEmpty)
    }

    @Test func otherValuesAndKnownTextsAreNoConflicts() async throws {
        try phone.write { _ in try phone.trip("Rome")?.budget = 1 }
        try laptop.write { _ in try laptop.trip("Rome")?.budget = 2 }
        try await hub.synchronize(phone, laptop, phone)
        for (device, name) in [(phone, "Italy"), (laptop, "Roma"), (phone, "Rome")] {
            try device.write { _ in
                try device.context.fetch(FetchDescriptor<Travel.Trip>()).first?.name = name
            }
            try await hub.synchronize(device, phone, laptop)
        }
        #expect(try await phone.sync.conflicts().isEmpty)
        #expect(try await laptop.sync.conflicts().isEmpty)
        #expect(try phone.lines == laptop.lines)
    }
}
