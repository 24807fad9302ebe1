// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub

/// A failure of libpq, or an error of the server.
struct PostgreSQLError: Error {
    /// The code of the server; nil if it did not answer.
    let state: String?
    let message: String
    /// Whether the connection cannot be used any more.
    let isConnectionLost: Bool
    /// Whether the server did not answer in time.
    var isTimeout = false
    /// Whether libpq could not be loaded.
    var isLibraryMissing = false

    /// The error of the hub.
    var hubError: HubError {
        // Messages have several lines, and may contain text of other users.
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        let (code, advice) = kind
        return HubError(code, message: "PostgreSQL: \(line); \(advice)")
    }

    private var kind: (HubError.Code, String) {
        if isLibraryMissing { return (.unreachable, "install libpq5") }
        guard let state else { return (.unreachable, "check the address and the server") }
        switch state {
        case "42P01": return (.notHub, "create a hub in this database")
        case "42703", "42804", "42P07", "42809":
            return (.notHub, "use another database or schema")
        case "3D000", "3F000": return (.notHub, "create the database, or use another one")
        case "42501", "25006": return (.denied, "let this user write swiftdata_object")
        case "53100", "53400", "54000": return (.full, "free space on the server")
        case "57014": return (.unreachable, "try again later")
        default: break
        }
        switch state.prefix(2) {
        case "28": return (.denied, "check the user and the password")
        case "XX": return (.damaged, "check the database")
        default: return (.unreachable, "try again later")
        }
    }
}

extension PostgreSQLError {
    /// Creates the error of a process that cannot load libpq.
    init(library message: String) {
        self.init(
            state: nil,
            message: message,
            isConnectionLost: true,
            isLibraryMissing: true
        )
    }
}
