// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import SwiftData
import Testing

/// The keys in the user info of `didSave`, as programs spell them.
struct SaveNotificationKeyTests {
    @Model final class Kite {
        var color: String
        init(color: String) { self.color = color }
    }

    /// Calls `body` and returns the identifiers that notifications had for some keys.
    private func identifiers(
        of keys: [String],
        savedBy context: ModelContext,
        during body: () throws -> Void
    ) throws -> [String: [PersistentIdentifier]] {
        let found = Mutex<[String: [PersistentIdentifier]]>([:])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            for key in keys {
                let saved = notification.userInfo?[key] as? [PersistentIdentifier]
                found.withLock { $0[key] = saved }
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try body()
        return found.withLock { $0 }
    }

    @Test func identifiersHaveTheKeysInsertedUpdatedDeleted() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(
            try ModelContainer(for: Kite.self, configurations: configuration)
        )
        let (red, blue, green) = (Kite(color: "red"), Kite(color: "blue"), Kite(color: "green"))
        context.insert(red)
        context.insert(blue)
        try context.save()
        let gone = blue.persistentModelID
        let found = try identifiers(of: ["inserted", "updated", "deleted"], savedBy: context) {
            context.insert(green)
            red.color = "pink"
            context.delete(blue)
            try context.save()
        }
        #expect(found["inserted"] == [green.persistentModelID])
        #expect(found["updated"] == [red.persistentModelID])
        #expect(found["deleted"] == [gone])
    }

    @Test func keysOfIdentifiersHaveTheseRawValues() {
        typealias Key = ModelContext.NotificationKey
        let keys: [Key] = [.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers]
        #expect(keys.map(\.rawValue) == ["inserted", "updated", "deleted"])
    }
}
