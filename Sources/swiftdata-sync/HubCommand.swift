// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalSystem
import SwiftDataCloud

/// The arguments are none of the command.
struct UsageError: Error, CustomStringConvertible {
    var description: String { HubCommand.usage }
}

/// Executes the arguments of the command.
struct HubCommand {
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
        case ("--help", 0), ("-h", 0), ("help", 0): output(Self.help)
        case ("--version", 0): output(JournalVersion.current)
        default: throw UsageError()
        }
    }
}
