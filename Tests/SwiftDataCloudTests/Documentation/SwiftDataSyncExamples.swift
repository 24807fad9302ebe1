// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// The code of the article *Sync*, and of the comments of the module.
struct SwiftDataSyncExamples {
    @Model
    final class Trip {
        var name = ""
        @Attribute(.local) var isExpanded = false
        @Attribute(.encrypt) var pin = ""
        @Attribute(.allowsCloudEncryption) var booking = ""

        init(name: String) {
            self.name = name
        }
    }

    private let folder: TemporaryFolder
    private let hubs: HubDirectory
    private let container: ModelContainer

    init() async throws {
        folder = try TemporaryFolder()
        hubs = HubDirectory(file: folder.url.appending(path: "hubs"))
        try await hubs.create("iCloud.org.example.trips", at: folder.path("hub"))
        let url = folder.url.appending(path: "trips.store")
        let configuration = ModelConfiguration(
            url: url,
            cloudKitDatabase: .private("iCloud.org.example.trips")
        )
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        self.container = container
        _ = container.sync(using: hubs)
    }

    @Test func savedModelsAreOnTheHub() async throws {
        let context = ModelContext(container)
        context.insert(Trip(name: "Rome"))
        try context.save()
        try await container.sync.now()
        print(container.sync.status.phase)
        #expect(container.sync.status.problem == nil && container.sync.status.asOf != nil)
        printStatus()
        try await container.sync.leave()
    }

    @Test func eventsOfAnExchangeArrive() async throws {
        let container = container
        let reading = Task {
            for await event in container.sync.events where event.endDate != nil {
                if let error = event.error {
                    print("\(event.type) failed: \(error)")
                } else {
                    print("\(event.type) succeeded")
                }
            }
        }
        try await container.sync.now()
        reading.cancel()
        await reading.value
        #expect(container.sync.status.problem == nil)
    }

    @Test func accountIsAvailable() async throws {
        try await printAccount()
        let account = CKContainer("iCloud.org.example.trips", in: hubs)
        #expect(try await account.accountStatus() == .available)
    }

    @Test func conflictsAreSettled() async throws {
        let context = ModelContext(container)
        context.insert(Trip(name: "Rome"))
        try context.save()
        try await container.sync.now()
        let copy = ModelConfiguration(
            url: folder.url.appending(path: "other.store"),
            cloudKitDatabase: .private("iCloud.org.example.trips")
        )
        let other = try ModelContainer(for: Trip.self, configurations: copy)
        try await other.sync(using: hubs).now()
        for (container, name) in [(container, "Roma"), (other, "Rom")] {
            let context = ModelContext(container)
            try context.fetch(FetchDescriptor<Trip>()).first?.name = name
            try context.save()
        }
        for container in [container, other, container] { try await container.sync.now() }
        try await settleConflicts()
        let names = try context.fetch(FetchDescriptor<Trip>()).map(\.name)
        #expect(["Roma / Rom", "Rom / Roma"].contains(names.first))
        #expect(try await container.sync.conflicts().isEmpty)
    }

    private func settleConflicts() async throws {
        let context = ModelContext(container)
        for conflict in try await container.sync.conflicts() where conflict.attribute == "name" {
            print(conflict.current.text ?? "", "or", conflict.other.text ?? "")
            let trip = context.model(for: conflict.model) as? Trip
            trip?.name += " / " + (conflict.other.text ?? "")
            try context.save()
            try await container.sync.settle(conflict)
        }
    }

    private func start(url: URL) throws {
        let configuration = ModelConfiguration(
            url: url,
            cloudKitDatabase: .private("iCloud.org.example.trips")
        )
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let sync = container.sync
        _ = sync
    }

    private func makeHub(in folder: URL) async throws -> String {
        let key = try await HubDirectory.current.create(
            "iCloud.org.example.trips",
            at: folder.path(percentEncoded: false)
        )
        return key
    }

    private func makeHub() async throws {
        let key = try await HubDirectory.current.create("notes", at: "/media/stick/notes")
        print(key)
    }

    private func printStatus() {
        let status = container.sync.status
        switch status.phase {
        case .local, .paused: print("not synchronized")
        case .synchronizing: print("exchanging changes")
        case .upToDate: print("up to date")
        case .offline, .stopped: print(status.problem?.message ?? "", status.pending)
        }
    }

    private func waitForImport() async {
        let center = NotificationCenter.default
        let name = NSPersistentCloudKitContainer.eventChangedNotification
        for await notification in center.notifications(named: name) {
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event
            if event?.type == .import, event?.succeeded == true { break }
        }
    }

    private func printAccount() async throws {
        switch try await CKContainer.default().accountStatus() {
        case .available: print("the hub is there")
        case .noAccount: print("there is no hub")
        case .restricted: print("the hub or its key cannot be read")
        case .temporarilyUnavailable: print("the hub does not respond")
        case .couldNotDetermine: print("the file of hubs or a key is damaged")
        }
    }
}
