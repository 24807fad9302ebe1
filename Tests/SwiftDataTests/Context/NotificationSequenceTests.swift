// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The sequence of notifications that the module adds on Linux.
struct NotificationSequenceTests {
    @Model final class Kite {
        var color: String
        init(color: String) { self.color = color }
    }

    private let center = NotificationCenter()
    private let name = Notification.Name("notification of a test")

    private final class Sender {}

    @Test func postedNotificationsAreDeliveredInOrder() async {
        var iterator = center.notifications(named: name).makeAsyncIterator()
        for number in 0..<20 { center.post(name: name, object: nil, userInfo: ["n": number]) }
        for number in 0..<20 {
            #expect(await iterator.next()?.userInfo?["n"] as? Int == number)
        }
    }

    @Test func otherNamesAndObjectsAreNotDelivered() async {
        let (sender, other) = (Sender(), Sender())
        var iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
        center.post(name: Notification.Name("another"), object: sender)
        center.post(name: name, object: other)
        center.post(name: name, object: sender)
        let found = await iterator.next()
        #expect(found?.name == name)
        #expect(found?.object as? Sender === sender)
    }

    @Test func sequenceEndsWithItsTask() async {
        let notifications = center.notifications(named: name)
        let task = Task {
            var count = 0
            for await _ in notifications { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @MainActor @Test func savesOfTheMainActorAreDelivered() async throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = try ModelContainer(for: Kite.self, configurations: configuration).mainContext
        var iterator = NotificationCenter.default
            .notifications(named: ModelContext.didSave, object: context).makeAsyncIterator()
        context.insert(Kite(color: "red"))
        try context.save()
        let saved = await iterator.next()?.userInfo?["inserted"] as? [PersistentIdentifier]
        #expect(saved?.map(\.entityName) == ["Kite"])
    }
}
