// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// Hubs that are missing, do not respond, or belong to others.
struct ContainerFailureTests {
    private let hub: TestHub

    init() async throws { hub = try await TestHub() }

    private func move(_ name: String, to other: String) throws {
        let (source, target) = (hub.folder.path(name), hub.folder.path(other))
        try FileManager.default.moveItem(atPath: source, toPath: target)
    }

    @Test func storeWithoutAHubIsLocal() async throws {
        let phone = try hub.device("phone", database: .private("iCloud.org.example.other"))
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        let error = await #expect(throws: CloudError.self) { try await phone.sync.now() }
        #expect(error?.code == .noAccount)
        #expect(phone.sync.status.account == .noAccount && phone.sync.status.phase == .local)
        #expect(try phone.trip("Rome") != nil)
        try await hub.hubs.create("iCloud.org.example.other", at: hub.folder.path("other"))
        try await phone.sync.now()
        #expect(phone.sync.status.account == .available)
    }

    @Test func changesWaitForAHubThatDoesNotRespond() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try await hub.synchronize(phone, laptop)
        try move("hub", to: "away")
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        let error = await #expect(throws: CloudError.self) { try await phone.sync.now() }
        #expect(error?.code == .unreachable)
        let status = phone.sync.status
        #expect(status.account == .temporarilyUnavailable && status.phase != .upToDate)
        #expect(status.problem == error && status.pending == 1)
        try move("away", to: "hub")
        try await hub.synchronize(phone, laptop)
        #expect(try laptop.trip("Rome") != nil)
        #expect(phone.sync.status.problem == nil && phone.sync.status.pending == 0)
    }

    @Test func contentOfAnEmptiedHubIsWrittenAgain() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        try await hub.synchronize(phone, laptop)
        // At once, because a round in the background may put objects while the folder is emptied.
        try move("hub", to: "away")
        try FileManager.default.createDirectory(
            atPath: hub.folder.path("hub"),
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(filePath: hub.folder.path("hub/.swiftdata-hub")))
        try await hub.synchronize(phone, laptop)
        let tablet = try hub.device("tablet")
        try await tablet.sync.now()
        #expect(try tablet.lines == phone.lines && laptop.lines == phone.lines)
    }

    @Test func anotherKeyStopsTheSynchronization() async throws {
        let phone = try hub.device("phone")
        try await phone.sync.now()
        await phone.sync.pause()
        try hub.hubs.remove(TestHub.name)
        try move("config/\(TestHub.name).key", to: "old.key")
        try await hub.hubs.create(TestHub.name, at: hub.folder.path("other"))
        let error = await #expect(throws: CloudError.self) { try await phone.sync.now() }
        #expect(error?.code == .key)
        #expect(phone.sync.status.phase == .stopped)
        try await phone.sync.leave()
        #expect(phone.sync.status.phase == .paused)
        try await phone.sync.now()
        #expect(phone.sync.status.asOf != nil && phone.sync.status.problem == nil)
    }

    @Test func copiedStoreContinuesOnItsOwn() async throws {
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        try await hub.synchronize(phone, laptop)
        await phone.sync.pause()
        for name in try FileManager.default.contentsOfDirectory(atPath: hub.folder.path(""))
        where name.hasPrefix("phone.store") {
            try FileManager.default.copyItem(
                atPath: hub.folder.path(name),
                toPath: hub.folder.path("copy" + name.dropFirst("phone".count))
            )
        }
        let copy = try hub.device("copy")
        try copy.write { _ in try copy.trip("Rome")?.budget = 1 }
        try phone.write { _ in try phone.trip("Rome")?.name = "Italy" }
        try await hub.synchronize(copy, phone, laptop, copy)
        #expect(try laptop.trip("Italy")?.budget == 1)
        #expect(try copy.lines == laptop.lines && phone.lines == laptop.lines)
    }

    @Test func modelThatCannotBeSynchronizedIsNamed() async throws {
        let container = try ModelContainer(
            for: Locked.self,
            configurations: ModelConfiguration(
                url: hub.folder.url.appending(path: "locked.store"),
                cloudKitDatabase: .private(TestHub.name)
            )
        )
        let sync = container.sync(using: hub.hubs)
        let error = await #expect(throws: CloudError.self) { try await sync.now() }
        #expect(error?.code == .schema)
        #expect(error?.message.contains("Locked") == true)
        #expect(error?.message.contains("secret") == true)
        #expect(sync.status.phase == .stopped && sync.status.account == .available)
    }

    private static let unsuitable: [(any PersistentModel.Type, String)] = [
        (OneWay.self, "has no inverse of other"),
        (Passport.self, "owner, which is to-one at both ends and required; make it optional"),
    ]

    @Test(arguments: unsuitable)
    func relationshipThatCannotBeSynchronizedIsNamed(
        model: any PersistentModel.Type,
        problem: String
    ) async throws {
        let device = try hub.device("device", models: [model])
        let error = await #expect(throws: CloudError.self) { try await device.sync.now() }
        #expect(error?.code == .schema && error?.message.contains("\(model)") == true)
        #expect(error?.message.contains(problem) == true)
    }

    @Test func containerWithSeveralStoresIsRefused() async throws {
        let stores = [("locked", Schema([Locked.self])), ("travel", Schema(Travel.models))]
        let container = try ModelContainer(
            for: Schema(Travel.models + [Locked.self]),
            configurations: stores.map { name, schema in
                ModelConfiguration(
                    name,
                    schema: schema,
                    url: hub.folder.url.appending(path: "\(name).store"),
                    cloudKitDatabase: .private(TestHub.name)
                )
            }
        )
        let sync = container.sync(using: hub.hubs)
        let error = await #expect(throws: CloudError.self) { try await sync.now() }
        #expect(error?.code == .schema && sync.status.phase == .local)
    }
}

/// A model without a value for rows of other devices.
@Model final class Locked {
    @Attribute(.local) var secret: String
    init(_ secret: String) { self.secret = secret }
}

/// A model with a relationship without an inverse.
@Model final class OneWay {
    var name = ""
    var other: OneWay?
    init() {}
}

/// A model that always has the other one.
@Model final class Passport {
    var number = 0
    var owner: Owner
    init(_ owner: Owner) { self.owner = owner }
}

@Model final class Owner {
    var name = ""
    @Relationship(inverse: \Passport.owner) var passport: Passport?
    init() {}
}
