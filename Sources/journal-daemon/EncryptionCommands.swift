// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Foundation
import JournalProtocol
import JournalService
import JournalSystem

/// A command that reads passphrases from standard input, one a line: arguments and variables of a
/// process are visible to others.
protocol PassphraseCommand: FileCommand {}

extension PassphraseCommand {
    /// Returns the next passphrase.
    static func passphrase() throws -> String {
        guard let passphrase = nextPassphrase() else {
            throw ProtocolError(
                .encryptionPassphrase,
                "there is no passphrase on standard input; write one in a line"
            )
        }
        return passphrase
    }

    /// Returns the next passphrase, or `nil` at the end of the input.
    static func nextPassphrase() -> String? {
        CoreDump.disable()
        return StandardDescriptors.readLine(upTo: 1 << 16)
    }
}

extension JournalDaemon {
    struct CheckPassphrase: PassphraseCommand {
        static let configuration = CommandConfiguration(
            commandName: "check-passphrase",
            abstract: "Check the passphrase of a store, and a new one, for journal decrypt.",
            discussion: """
                The present passphrase is read from standard input, then the new one, if there is one. \
                A daemon may have the store open.
                """
        )

        @Argument(help: "The file of the store.")
        var file: String

        @Option(help: "The binary logarithm of the cost of scrypt (default: 17).")
        var cost: Int?

        func result() throws -> Empty {
            try StoreFiles.check(
                passphrase: try Self.passphrase(),
                of: try Self.absolute(file),
                replacedBy: Self.nextPassphrase(),
                costLogarithm: cost
            )
            return Empty()
        }
    }

    struct OpenValues: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open-values",
            abstract: "Decrypt single values of a store, for journal recover.",
            discussion: """
                The first line of standard input is the record of the key in the store, the second the \
                passphrase. The answer is {}, or {"error":...}. Each further line is a value with \
                its place, which is answered by a line.
                """
        )

        func run() throws {
            CoreDump.disable()
            let service: SealedValueService
            do {
                service = try SealedValueService(
                    record: readLine(strippingNewline: true) ?? "",
                    passphrase: readLine(strippingNewline: true) ?? ""
                )
            } catch {
                try Self.write(["error": error.json])
                throw ExitCode.failure
            }
            try Self.write(Empty().json)
            while let line = readLine(strippingNewline: true) {
                let request = try SealedValueRequest(json: JSON.parse(Array(line.utf8)))
                try Self.write(service.reply(to: request).json)
            }
        }

        /// Writes a line at once, because it is awaited.
        private static func write(_ json: JSON) throws {
            try FileHandle.standardOutput.write(contentsOf: Data(json.serialized() + [0x0A]))
        }
    }

    struct Encrypt: PassphraseCommand, FileChangeCommand {
        typealias Result = StoreConversion

        static let configuration = CommandConfiguration(
            commandName: "encrypt",
            abstract: "Encrypt the texts of a store, for journal encrypt."
        )

        @Argument(help: "The file of the store, which no daemon may have open.")
        var file: String

        @Option(help: "The binary logarithm of the cost of scrypt (default: 17).")
        var cost: Int?

        @OptionGroup var reservation: ReservationOption

        var changedFile: String { file }

        func change(_ path: String) throws -> StoreConversion {
            try StoreFiles.encrypt(
                path,
                passphrase: try Self.passphrase(),
                costLogarithm: cost
            )
        }
    }

    struct Decrypt: PassphraseCommand, FileChangeCommand {
        typealias Result = StoreConversion

        static let configuration = CommandConfiguration(
            commandName: "decrypt",
            abstract: "Decrypt the texts of a store, for journal decrypt."
        )

        @Argument(help: "The file of the store, which no daemon may have open.")
        var file: String

        @Flag(help: "Leave out what is damaged, and keep the encrypted store.")
        var skipDamaged = false

        @OptionGroup var reservation: ReservationOption

        var changedFile: String { file }

        func change(_ path: String) throws -> StoreConversion {
            try StoreFiles.decrypt(
                path,
                passphrase: try Self.passphrase(),
                skipsDamaged: skipDamaged
            )
        }
    }

    struct ChangePassphrase: PassphraseCommand, FileChangeCommand {
        typealias Result = StoreConversion

        static let configuration = CommandConfiguration(
            commandName: "change-passphrase",
            abstract: "Replace the passphrase of a store, for journal encrypt.",
            discussion: "The present passphrase is read from standard input, then the new one."
        )

        @Argument(help: "The file of the store, which no daemon may have open.")
        var file: String

        @Option(help: "The binary logarithm of the cost of scrypt (default: 17).")
        var cost: Int?

        @OptionGroup var reservation: ReservationOption

        var changedFile: String { file }

        func change(_ path: String) throws -> StoreConversion {
            try StoreFiles.changePassphrase(
                of: path,
                from: try Self.passphrase(),
                to: try Self.passphrase(),
                costLogarithm: cost
            )
        }
    }
}
