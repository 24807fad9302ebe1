// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The XDG base directories of a user, with their defaults.
package struct UserDirectories: Sendable, Equatable {
    private let environment: Environment
    private let home: String?

    /// Creates the directories from environment variables.
    ///
    /// - Parameters:
    ///   - environment: The environment variables of the process.
    ///   - home: The home directory in the user database, evaluated only if `HOME` is unset.
    package init(environment: Environment, home: @autoclosure () -> String? = nil) {
        self.environment = environment
        self.home = environment.directory("HOME") ?? home()
    }

    /// The default path of the store.
    package var store: String {
        get throws(PathError) {
            try path("XDG_DATA_HOME", ".local/share") + "/journal/journal.store"
        }
    }

    /// The directory for logs and for entries that could not be delivered to the daemon.
    package var state: String {
        get throws(PathError) { try path("XDG_STATE_HOME", ".local/state") + "/journal" }
    }

    /// The directory of the configuration of the journal.
    package var configuration: String {
        get throws(PathError) { try path("XDG_CONFIG_HOME", ".config") + "/journal" }
    }

    /// The directory of the user's systemd units.
    package var systemdUnits: String {
        get throws(PathError) { try path("XDG_CONFIG_HOME", ".config") + "/systemd/user" }
    }

    /// The path of the settings of the command, `config.toml`.
    package var settings: String {
        get throws(PathError) { try path("XDG_CONFIG_HOME", ".config") + "/journal/config.toml" }
    }

    /// The directory of the systemd units of programs that the user installed.
    package var installedUnits: String {
        get throws(PathError) { try path("XDG_DATA_HOME", ".local/share") + "/systemd/user" }
    }

    private func path(_ variable: String, _ fallback: String) throws(PathError) -> String {
        if let directory = environment.directory(variable) { return directory }
        guard let home else { throw PathError("neither \(variable) nor HOME is set") }
        return home == "/" ? "/" + fallback : home + "/" + fallback
    }
}
