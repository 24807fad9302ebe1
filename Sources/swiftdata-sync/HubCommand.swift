// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataCloud

/// The arguments are none of the command.
struct UsageError: Error, CustomStringConvertible {
    var description: String { HubCommand.usage }
}

/// Executes the arguments of the command.
struct HubCommand {
    static let usage = """
        usage: swiftdata-sync init NAME ADDRESS   make a hub, and print its key
               swiftdata-sync join NAME ADDRESS   use the hub of another device; reads its key
               swiftdata-sync key NAME            print the key of a hub, for another device
               swiftdata-sync list                print the names of the hubs
               swiftdata-sync remove NAME         remove a hub from the list

        NAME is the one in the cloudKitDatabase of a program, or the name of the program.
        ADDRESS is the path of a folder, ssh://HOST/PATH, or postgresql://HOST/DATABASE.
        The list is $XDG_CONFIG_HOME/swiftdata/hubs, by default in ~/.config.
        """

    let hubs: HubDirectory
    /// Returns a key that a person enters: other users could see it among the arguments.
    let readKey: () -> String
    let output: (String) -> Void

    /// Executes arguments.
    ///
    /// - Throws: `UsageError`, or the error of the directory.
    nonisolated(nonsending) func run(_ arguments: [String]) async throws {
        switch (arguments.first, arguments.dropFirst().count) {
        case ("init", 2):
            output(try await hubs.create(arguments[1], at: arguments[2]))
        case ("join", 2):
            try await hubs.join(arguments[1], at: arguments[2], key: readKey())
        case ("key", 1): output(try hubs.key(of: arguments[1]))
        case ("list", 0): for name in try hubs.names { output(name) }
        case ("remove", 1): try hubs.remove(arguments[1])
        case ("--help", 0), ("-h", 0), ("help", 0): output(Self.usage)
        default: throw UsageError()
        }
    }
}
