// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Foundation
import SwiftDataCloud

/// The command `notes`.
@main
struct Notes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps notes on several devices; here, a device is a folder.",
        subcommands: [
            Add.self, Star.self, Pin.self, Remove.self, List.self, Hub.self, Sync.self, Settle.self,
            Watch.self, Demo.self,
        ],
        defaultSubcommand: List.self
    )
}

/// The options of all commands.
struct DeviceOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The folder of the device.")
    var device = "phone"

    func open() throws -> Device { try Device(URL(filePath: device)) }
}

extension Notes {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Adds a note.")
        @OptionGroup var options: DeviceOptions
        @Option(name: .shortAndLong, help: "A tag; can be repeated.") var tag: [String] = []
        @Argument var text: String

        func run() throws { try options.open().add(text, tags: tag) }
    }

    struct Star: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Marks a note on all devices.")
        @OptionGroup var options: DeviceOptions
        @Argument var text: String

        func run() throws { try options.open().change(text) { $0.isStarred.toggle() } }
    }

    struct Pin: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Pins a note on this device.")
        @OptionGroup var options: DeviceOptions
        @Argument var text: String

        func run() throws { try options.open().change(text) { $0.isPinned.toggle() } }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a note.")
        @OptionGroup var options: DeviceOptions
        @Argument var text: String

        func run() throws { try options.open().remove(text) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the notes.")
        @OptionGroup var options: DeviceOptions

        func run() throws { try options.open().lines().forEach { print($0) } }
    }

    struct Hub: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a hub and prints its key, or joins one with its key."
        )
        @OptionGroup var options: DeviceOptions
        @Flag(help: "Join a hub of another device; its key is read from standard input.")
        var join = false
        @Argument(help: "The path of a folder, ssh://HOST/PATH or postgresql://HOST/DATABASE.")
        var address: String

        func run() async throws {
            let hubs = try options.open().hubs
            if join {
                try await hubs.join(Device.hubName, at: address, key: readLine() ?? "")
            } else {
                print(try await hubs.create(Device.hubName, at: address))
            }
        }
    }

    struct Sync: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Exchanges changes now.")
        @OptionGroup var options: DeviceOptions

        func run() async throws { try await options.open().synchronize().forEach { print($0) } }
    }

    struct Settle: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Settles all conflicts: the notes stay as they are."
        )
        @OptionGroup var options: DeviceOptions

        func run() async throws { try await options.open().settle() }
    }

    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchanges changes as they are made, and shows the events."
        )
        @OptionGroup var options: DeviceOptions

        func run() async throws {
            let device = try options.open()
            for await event in device.sync.events where event.endDate != nil {
                print(event.line)
                guard event.type == .import, event.succeeded else { continue }
                try device.lines().forEach { print($0) }
            }
        }
    }

    struct Demo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows two devices in a temporary folder."
        )

        func run() async throws { try await Demonstration.lines().forEach { print($0) } }
    }
}
