// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataCloud

@Model
final class Note {
    var text: String

    init(text: String) { self.text = text }
}

/// Exchanges a model between two devices through a hub in a folder.
@main
enum Program {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hub = folder.appending(path: "hub").path(percentEncoded: false)
        let phone = HubDirectory(file: folder.appending(path: "phone/hubs"))
        let laptop = HubDirectory(file: folder.appending(path: "laptop/hubs"))
        let key = try await phone.create("notes", at: hub)
        try await laptop.join("notes", at: hub, key: key)

        let sender = try container(folder.appending(path: "phone/store"))
        let receiver = try container(folder.appending(path: "laptop/store"))
        let context = ModelContext(sender)
        context.insert(Note(text: "a"))
        try context.save()
        try await sender.sync(using: phone).now()
        try await receiver.sync(using: laptop).now()
        let count = try ModelContext(receiver).fetchCount(FetchDescriptor<Note>())
        print("\(count) note on the other device")
    }

    private static func container(_ url: URL) throws -> ModelContainer {
        let store = ModelConfiguration(url: url, cloudKitDatabase: .private("notes"))
        return try ModelContainer(for: Note.self, configurations: store)
    }
}
