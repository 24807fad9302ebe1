// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Where the journal keeps what: the XDG base directories and their defaults.
package struct UserDirectories: Sendable, Equatable {
    private let environment: Environment
    private let home: String?

    /// Reads the variables.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - home: The home directory of the user database; looked up only when `HOME` is unset.
    package init(environment: Environment, home: @autoclosure () -> String? = nil) {
        self.environment = environment
        self.home = environment.directory("HOME") ?? home()
    }

    /// The path of the store when nobody names another.
    package var store: String {
        get throws(PathError) {
            try path("XDG_DATA_HOME", ".local/share") + "/journal/journal.store"
        }
    }

    /// The directory for logs and for texts that could not be delivered.
    package var state: String {
        get throws(PathError) { try path("XDG_STATE_HOME", ".local/state") + "/journal" }
    }

    /// The directory of the user's systemd units.
    package var systemdUnits: String {
        get throws(PathError) { try path("XDG_CONFIG_HOME", ".config") + "/systemd/user" }
    }

    private func path(_ variable: String, _ fallback: String) throws(PathError) -> String {
        if let directory = environment.directory(variable) { return directory }
        guard let home else { throw PathError("neither \(variable) nor HOME is set") }
        return home == "/" ? "/" + fallback : home + "/" + fallback
    }
}
