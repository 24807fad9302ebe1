// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftDataCloud

/// The file of hubs and the keys.
struct HubDirectoryTests {
    private let folder: TemporaryFolder
    private let hubs: HubDirectory

    init() throws {
        folder = try TemporaryFolder()
        hubs = HubDirectory(file: folder.url.appending(path: "config/swiftdata/hubs"))
    }

    private func permissions(_ name: String) throws -> Int? {
        let path = folder.path("config/swiftdata/\(name)")
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func hubIsALineAndAKeyThatOnlyTheUserCanRead() async throws {
        let key = try await hubs.create("notes", at: folder.path("hub"))
        #expect(key.split(separator: "-").count == 12)
        let text = try String(contentsOf: hubs.file, encoding: .utf8)
        #expect(text == "notes \(folder.path("hub")) notes.key\n")
        #expect(try permissions("hubs") == 0o600 && permissions("notes.key") == 0o600)
        #expect(try hubs.key(of: "notes") == key)
        #expect(try hubs.hub(named: "notes")?.address == folder.path("hub"))
        #expect(try hubs.hub(named: "other") == nil)
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/config", "HOME": "/home/me"], "/config/swiftdata/hubs"),
        (["XDG_CONFIG_HOME": "config", "HOME": "/home/me"], "/home/me/.config/swiftdata/hubs"),
        ([:], NSHomeDirectory() + "/.config/swiftdata/hubs"),
    ])
    func fileOfTheUserDependsOnTheEnvironment(variables: [String: String], path: String) {
        #expect(HubDirectory(environment: variables).file.path(percentEncoded: false) == path)
    }

    @Test func otherDevicesJoinWithTheKey() async throws {
        let key = try await hubs.create("notes", at: folder.path("hub"))
        let other = HubDirectory(file: folder.url.appending(path: "other/hubs"))
        try await other.join("mine", at: folder.path("hub"), key: key.lowercased())
        #expect(try other.names == ["mine"] && other.key(of: "mine") == key)
    }

    @Test func wrongKeysAddNothing() async throws {
        try await hubs.create("notes", at: folder.path("hub"))
        let foreign = try await hubs.create("other", at: folder.path("second"))
        let joining = HubDirectory(file: folder.url.appending(path: "other/hubs"))
        for key in [foreign, "AAAA"] {
            let error = await #expect(throws: CloudError.self) {
                try await joining.join("notes", at: folder.path("hub"), key: key)
            }
            #expect(error?.code == .key)
        }
        #expect(try joining.names.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
    }

    @Test func secondHubInOnePlaceIsRefused() async throws {
        try await hubs.create("notes", at: folder.path("hub"))
        let other = HubDirectory(file: folder.url.appending(path: "other/hubs"))
        let error = await #expect(throws: CloudError.self) {
            try await other.create("notes", at: folder.path("hub"))
        }
        #expect(error?.message.contains("join") == true)
    }

    @Test func removedHubCanBeJoinedAgain() async throws {
        let key = try await hubs.create("notes", at: folder.path("hub"))
        try await hubs.create("trips", at: folder.path("trips"))
        let text = try String(contentsOf: hubs.file, encoding: .utf8)
        try "# mine\n\(text)".write(to: hubs.file, atomically: true, encoding: .utf8)
        try hubs.remove("notes")
        #expect(try hubs.names == ["trips"])
        #expect(try String(contentsOf: hubs.file, encoding: .utf8).hasPrefix("# mine\n"))
        try await hubs.join("notes", at: folder.path("hub"), key: key)
        #expect(try hubs.names == ["trips", "notes"])
        #expect(throws: CloudError.self) { try hubs.remove("other") }
    }

    @Test(arguments: ["", "a b", ".hidden", "#a", "a/b"])
    func namesAreWords(name: String) async throws {
        let error = await #expect(throws: CloudError.self) {
            try await hubs.create(name, at: folder.path("hub"))
        }
        #expect(error?.code == .invalid)
    }

    @Test(arguments: ["hub", "", "/a b", "https://example.org", "ssh://"])
    func otherAddressesAreRefused(address: String) async throws {
        let error = await #expect(throws: CloudError.self) {
            try await hubs.create("notes", at: address)
        }
        #expect(error?.code == .invalid)
        #expect(try hubs.names.isEmpty)
    }

    @Test func linesAreWordsWithSpacesBetween() throws {
        let text = "# comment\n\n  notes\t/a/b   keys/my notes.key \ntrips ssh://home/t t.key"
        #expect(
            try HubLine.lines(of: text, in: hubs.file) == [
                HubLine(name: "notes", address: "/a/b", keyPath: "keys/my notes.key"),
                HubLine(name: "trips", address: "ssh://home/t", keyPath: "t.key"),
            ]
        )
    }

    @Test(arguments: ["notes", "notes /a", "notes /a k\nnotes /b k"])
    func incompleteLinesAreNamed(text: String) {
        let error = #expect(throws: CloudError.self) {
            try HubLine.lines(of: "\n" + text, in: hubs.file)
        }
        let line = text.contains("\n") ? 3 : 2
        #expect(error?.message.contains("line \(line):") == true)
    }
}
