// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// Why the daemon does not start, for the person who reads its log and for who started it.
package struct StartFailure: Error, Sendable, CustomStringConvertible {
    /// What the exit status says, after `<sysexits.h>`.
    package enum Kind: Int32, Sendable {
        /// The file is not a store, or it is damaged.
        case data = 65
        /// The socket cannot be made.
        case cannotCreate = 73
        /// A file cannot be read or written.
        case inputOutput = 74
        /// Somebody else has it for now.
        case temporary = 75
        /// Another user's directory.
        case notPermitted = 77
        /// The store was made by a newer version, or an option asks for what cannot be.
        case configuration = 78
    }

    /// What the exit status says.
    package let kind: Kind
    /// What is wrong and what to do.
    package let description: String

    /// Describes a failure.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Describes why a store could not be opened.
    init(opening store: String, _ error: any Error) {
        guard let error = error as? StoreError else {
            self.init(.configuration, "the store \(store) cannot be used: \(error)")
            return
        }
        let kind: Kind =
            switch error.code {
            case .notAStore, .damaged: .data
            case .tooNew: .configuration
            case .locked: .temporary
            default: .inputOutput
            }
        self.init(kind, error.message)
    }
}

/// Another daemon serves the socket; there is nothing to do.
package struct AlreadyRunning: Error, Sendable {}
