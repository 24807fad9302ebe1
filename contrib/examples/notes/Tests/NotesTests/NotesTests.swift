// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataCloud
import Testing

@testable import notes

final class NotesTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: UUID().uuidString)
    private let phone: Device
    private let laptop: Device

    init() async throws {
        phone = try Device(folder.appending(path: "phone"))
        laptop = try Device(folder.appending(path: "laptop"))
        let address = folder.appending(path: "hub").path(percentEncoded: false)
        let key = try await phone.hubs.create(Device.hubName, at: address)
        try await laptop.hubs.join(Device.hubName, at: address, key: key)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func pinsStayOnTheirDevice() async throws {
        try phone.add("Buy bread", tags: ["home"])
        try phone.change("Buy bread") { $0.isPinned = true }
        try await phone.sync.now()
        try await laptop.sync.now()
        #expect(try phone.lines() == ["^  Buy bread #home"])
        #expect(try laptop.lines() == ["   Buy bread #home"])
    }

    @Test func tagsWithOneNameBecomeOne() async throws {
        try phone.add("Buy bread", tags: ["home"])
        try laptop.add("Water plants", tags: ["home"])
        for device in [phone, laptop, phone, laptop] { try await device.sync.now() }
        #expect(try phone.lines() == ["   Buy bread #home", "   Water plants #home"])
        #expect(try laptop.lines() == phone.lines())
    }

    @Test func settledConflictsAreShownNoMore() async throws {
        try phone.add("Buy bread")
        for device in [phone, laptop] { try await device.sync.now() }
        try phone.change("Buy bread") { $0.text = "Buy tea" }
        try laptop.change("Buy bread") { $0.text = "Buy rolls" }
        for device in [phone, laptop, phone] { try await device.sync.now() }
        #expect(try await laptop.sync.conflicts().count == 1)
        try await phone.settle()
        #expect(try await laptop.synchronize().filter { $0.hasPrefix("conflict") } == [])
        #expect(try phone.lines() == laptop.lines())
    }

    @Test func removedNotesDisappearEverywhere() async throws {
        try phone.add("Buy bread")
        for device in [phone, laptop] { try await device.sync.now() }
        try laptop.remove("Buy bread")
        for device in [laptop, phone] { try await device.sync.now() }
        #expect(try phone.lines() == [])
        #expect(throws: UnknownNote.self) { try phone.remove("Buy bread") }
    }

    @Test func theDemonstrationPrintsWhatTheReadMeShows() async throws {
        let readMe = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md")
        let text = try String(contentsOf: readMe, encoding: .utf8)
        let lines = try await Demonstration.lines()
        #expect(text.contains("```text\n" + lines.joined(separator: "\n") + "\n```\n"))
    }
}
