// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem
internal import SwiftData

/// The reason why the daemon cannot start.
package struct StartupError: Error, Sendable, CustomStringConvertible {
    /// A code; its raw value is the exit status from `<sysexits.h>`.
    package enum Code: Int32, Sendable {
        /// The file is not a store, or it is damaged.
        case data = 65
        /// The socket cannot be created.
        case cannotCreate = 73
        /// A file cannot be read or written.
        case inputOutput = 74
        /// Another process uses the store or the socket.
        case temporary = 75
        /// A directory belongs to another user.
        case notPermitted = 77
        /// The store belongs to a newer version, or the configuration is invalid.
        case configuration = 78
    }

    /// The code, which determines the exit status.
    package let code: Code
    /// The message for the user.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Creates the error of a store that cannot be opened.
    init(opening store: String, _ error: any Error) {
        guard let error = error as? StoreError else {
            self.init(.configuration, "the store \(store) cannot be used: \(error)")
            return
        }
        let code: Code =
            switch error.code {
            case .notAStore, .damaged: .data
            case .tooNew, .tooOld: .configuration
            case .locked: .temporary
            default: .inputOutput
            }
        self.init(code, error.message + Self.advice(on: error, store: store))
    }

    /// Returns advice on a store that is damaged, in use by another process, or of a program from
    /// before the first release, to be added to the message; empty for other errors.
    static func advice(on error: any Error, store: String) -> String {
        guard let error = error as? StoreError else { return "" }
        if error.code == .locked {
            return DaemonProcess.holder(ofStore: store).map { ". " + $0.advice } ?? ""
        }
        if error.code == .tooOld {
            return ": journal export -o FOLDER/ --format json --earlier-texts. Then move the store "
                + "away and start this version: journal import FOLDER"
        }
        guard [.damaged, .notAStore].contains(error.code) else { return "" }
        return ". Go back to a backup with: journal restore-backup FILE; or save what can be read "
            + "with: journal recover \(store)"
    }
}

/// The error of a daemon that exits because another one already serves the socket.
package struct AlreadyRunning: Error, Sendable {}
