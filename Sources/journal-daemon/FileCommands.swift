// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Foundation
import JournalProtocol
import JournalService

/// A command that works on files and prints one line of JSON: its result, or `{"error":...}`.
protocol FileCommand: ParsableCommand {
    associatedtype Result: JSONConvertible

    func result() throws -> Result
}

extension FileCommand {
    func run() throws {
        umask(0o077)
        do {
            print(try result().json.description)
        } catch let error as ProtocolError {
            print(JSON.object(["error": error.json]).description)
            throw ExitCode.failure
        }
    }

    /// Returns the absolute form of a path.
    static func absolute(_ path: String) throws -> String {
        try AbsolutePath.path(path, from: FileManager.default.currentDirectoryPath)
    }
}

extension JournalDaemon {
    struct Check: PassphraseCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the file of a store, for journal doctor and restore-backup."
        )

        @Argument(help: "The file of the store or of a backup.")
        var file: String

        @Flag(help: "Check only the structure of the file.")
        var quick = false

        @Flag(help: "Read a store that a daemon has open.")
        var shared = false

        @Flag(help: "Read the passphrase from standard input, to check encrypted values.")
        var passphrase = false

        func result() throws -> StoreReport {
            try StoreFiles.check(
                try Self.absolute(file),
                isQuick: quick,
                isShared: shared,
                passphrase: try passphrase ? Self.passphrase() : nil
            )
        }
    }

    struct Replace: FileChangeCommand {
        typealias Result = StoreReplacement

        static let configuration = CommandConfiguration(
            commandName: "replace",
            abstract: "Put a copy of a backup in the place of a store, for journal restore-backup."
        )

        // An option --store would be parsed as the option of the default command.
        @Argument(help: "The file of the store, which no daemon may have open.")
        var store: String

        @Argument(help: "The file of the backup.")
        var backup: String

        @OptionGroup var reservation: ReservationOption

        var changedFile: String { store }

        func change(_ path: String) throws -> StoreReplacement {
            try StoreFiles.replace(path, byCopyOf: try Self.absolute(backup))
        }
    }

    struct RebuildIndex: FileChangeCommand {
        typealias Result = StoreReport

        static let configuration = CommandConfiguration(
            commandName: "rebuild-index",
            abstract: "Make the damaged indexes of a store again, for journal doctor."
        )

        @Argument(help: "The file of the store, which no daemon may have open.")
        var file: String

        @OptionGroup var reservation: ReservationOption

        var changedFile: String { file }

        func change(_ path: String) throws -> StoreReport { try StoreFiles.rebuildIndex(path) }
    }
}
