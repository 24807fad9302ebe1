// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataCloud

/// Two devices that share a folder, from the first note to changes of both.
enum Demonstration {
    /// Returns what happens, in a folder that is removed afterwards.
    static func lines() async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await lines(in: folder)
    }

    private static func lines(in folder: URL) async throws -> [String] {
        let phone = try Device(folder.appending(path: "phone"))
        let laptop = try Device(folder.appending(path: "laptop"))
        try phone.add("Buy bread", tags: ["home"])
        try phone.add("Call Ada", tags: ["home", "friends"])
        try phone.change("Call Ada") { $0.isPinned = true }
        var lines: [String] = []
        func exchange(_ name: String, _ device: Device) async throws {
            lines += try await device.synchronize().map { "\(name): \($0)" }
            // Until the next exchange, the device is offline.
            await device.sync.pause()
        }
        try await exchange("phone", phone)

        let address = folder.appending(path: "hub").path(percentEncoded: false)
        let key = try await phone.hubs.create(Device.hubName, at: address)
        try await laptop.hubs.join(Device.hubName, at: address, key: key)
        try await exchange("phone", phone)
        try await exchange("laptop", laptop)
        lines += try laptop.lines()

        // Neither device has the other's changes.
        try phone.change("Buy bread") { $0.text = "Buy bread and tea" }
        try laptop.change("Buy bread") { note in
            note.text = "Buy rolls"
            note.isStarred = true
        }
        try laptop.add("Water plants", tags: ["home"])
        try await exchange("phone", phone)
        try await exchange("laptop", laptop)
        try await exchange("phone", phone)
        lines += try phone.lines()
        return lines
    }
}
