// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// The events of a synchronization, and the state of an account.
struct EventTests {
    private typealias Kind = NSPersistentCloudKitContainer.EventType

    @Test func eventsNameWhatIsExchanged() async throws {
        let hub = try await TestHub()
        let (phone, laptop) = (try hub.device("phone"), try hub.device("laptop"))
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        try await phone.sync.now()
        try laptop.write { $0.insert(Travel.Trip("Oslo")) }
        var events = laptop.sync.events.makeAsyncIterator()
        try await laptop.sync.now()
        var ended: [NSPersistentCloudKitContainer.Event] = []
        var begun: Set<UUID> = []
        while ended.count < 3, let event = await events.next() {
            if event.endDate == nil { begun.insert(event.identifier) } else { ended.append(event) }
        }
        #expect(ended.map(\.type) == [.setup, .import, .export])
        #expect(ended.allSatisfy { $0.succeeded && $0.error == nil })
        // The setup may have begun before the iteration.
        #expect(begun.isSuperset(of: ended.dropFirst().map(\.identifier)))
        let identifier = laptop.container.storeIdentifier(forConfigurationNamed: "laptop")
        #expect(ended.allSatisfy { $0.storeIdentifier == identifier })
        #expect(ended.allSatisfy { ($0.endDate ?? .distantPast) >= $0.startDate })
    }

    @Test func eventsAreNotifications() async throws {
        let hub = try await TestHub()
        let phone = try hub.device("phone")
        let notifications = NotificationCenter.default.notifications(
            named: NSPersistentCloudKitContainer.eventChangedNotification,
            object: phone.sync
        )
        var iteration = notifications.makeAsyncIterator()
        try phone.write { $0.insert(Travel.Trip("Rome")) }
        try await phone.sync.now()
        var event: NSPersistentCloudKitContainer.Event?
        while event?.type != .export || event?.endDate == nil {
            let notification = try #require(await iteration.next())
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event
        }
        #expect(event?.succeeded == true)
    }

    @Test func failuresEndAnEvent() async throws {
        let hub = try await TestHub()
        try FileManager.default.removeItem(atPath: hub.folder.path("hub"))
        let phone = try hub.device("phone")
        let events = phone.sync.events
        try? await phone.sync.now()
        var failed: NSPersistentCloudKitContainer.Event?
        for await event in events where event.endDate != nil {
            failed = event
            break
        }
        #expect(failed?.succeeded == false)
        #expect((failed?.error as? CloudError)?.code == .unreachable)
    }

    @Test func accountHasTheStateOfItsHub() async throws {
        let hub = try await TestHub()
        let account = CKContainer(TestHub.name, in: hub.hubs)
        #expect(try await account.accountStatus() == .available)
        #expect(try await CKContainer("other", in: hub.hubs).accountStatus() == .noAccount)
        let phone = try hub.device("phone")
        try await phone.sync.now()
        #expect(try await account.accountStatus() == .available)
        // At once, because a round in the background may put objects while a folder is removed.
        try FileManager.default.moveItem(
            atPath: hub.folder.path("hub"),
            toPath: hub.folder.path("away")
        )
        try? await phone.sync.now()
        #expect(try await account.accountStatus() == .temporarilyUnavailable)
        await phone.sync.pause()
        try FileManager.default.removeItem(atPath: hub.folder.path("config/\(TestHub.name).key"))
        #expect(try await account.accountStatus() == .couldNotDetermine)
        await withCheckedContinuation { continuation in
            account.accountStatus { status, error in
                #expect(status == .couldNotDetermine && error == nil)
                continuation.resume()
            }
        }
    }
}
