// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataCloud
import Testing

@testable import swiftdata_sync

/// The command `swiftdata-sync`.
struct HubCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Executes the command of a device and returns the lines that it prints.
    private func run(_ device: String, _ arguments: String..., key: String = "") async throws
        -> [String]
    {
        var lines: [String] = []
        let command = HubCommand(
            hubs: HubDirectory(file: folder.url.appending(path: "\(device)/hubs")),
            readKey: { key },
            output: { lines.append($0) }
        )
        try await command.run(arguments)
        return lines
    }

    @Test func anotherDeviceJoinsWithThePrintedKey() async throws {
        let key = try await run("phone", "init", "notes", folder.path("hub"))
        #expect(key.count == 1)
        let typed = key[0].replacing("-", with: " ")
        #expect(try await run("laptop", "join", "notes", folder.path("hub"), key: typed) == [])
        #expect(try await run("laptop", "list") == ["notes"])
        #expect(try await run("laptop", "key", "notes") == key)
        #expect(try await run("laptop", "remove", "notes") == [])
        #expect(try await run("laptop", "list") == [])
    }

    @Test(arguments: [[], ["init"], ["init", "notes"], ["list", "notes"], ["sync"]])
    func otherArgumentsAreRefused(arguments: [String]) async {
        let command = HubCommand(
            hubs: HubDirectory(file: folder.url.appending(path: "hubs")),
            readKey: { "" },
            output: { _ in }
        )
        let error = await #expect(throws: UsageError.self) { try await command.run(arguments) }
        #expect(error?.description.contains("usage:") == true)
    }

    @Test func helpIsPrinted() async throws {
        #expect(try await run("phone", "--help") == [HubCommand.help])
        #expect(HubCommand.help.contains("EXAMPLES"))
        #expect(!HubCommand.help.split(separator: "\n").contains { $0.count > 89 })
    }

    @Test func versionHasThreeNumbers() async throws {
        let version = try #require(try await run("phone", "--version").first)
        #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3)
    }
}
