// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The restrictions of `journal.service` that need a user namespace, which not every system
/// permits.
///
/// They are in a file of their own, because a user manager that cannot apply one of them does not
/// start the service at all. The file contains those that the manager can apply.
///
/// The daemon can read all files of the user, so that it can check backups; a private `/tmp` would
/// show it other files than the user sees.
package enum SystemdHardening {
    /// The path of the file, relative to the directory of the units.
    package static let path = SystemdUnits.serviceName + ".d/hardening.conf"

    /// Returns the text of the file.
    ///
    /// - Parameters:
    ///   - names: The names of the settings; nil for all of them.
    ///   - folder: The folder of the store, the only one to which the daemon can write, as a value
    ///     in a unit.
    /// - Returns: The text of the file.
    package static func text(names: Set<String>? = nil, folder: String) -> String {
        let lines = settings(folder: folder).filter { names?.contains(name(of: $0)) ?? true }
        return """
            # SPDX-License-Identifier: Apache-2.0
            # Copyright the journal project authors

            [Service]
            \(lines.joined(separator: "\n"))

            """
    }

    /// Returns the value of a path in a unit; `%` is not special in settings of `systemd-run`.
    package static func value(ofPath path: String, inUnit: Bool = true) -> String {
        var text = ""
        for character in path {
            switch character {
            case "%": text += inUnit ? "%%" : "%"
            case "\\", "\"": text += "\\\(character)"
            default: text.append(character)
            }
        }
        return text == path && !path.contains(where: { $0 == " " || $0 == "'" })
            ? path : "\"\(text)\""
    }

    /// Returns the settings that a user manager can apply together, found by experiment.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store, as in `settings(folder:)`.
    ///   - canApply: Runs a command with some settings and returns whether that succeeds.
    /// - Returns: The names; empty without user namespaces.
    package static func applicableNames(
        folder: String,
        _ canApply: ([String]) -> Bool
    ) -> Set<String> {
        let all = settings(folder: folder)
        if canApply(all) { return Set(all.map(name)) }
        guard canApply([namespace]) else { return [] }
        // Without its folder, the daemon cannot start in a read-only file system.
        let writable = all.filter { name(of: $0) == "ReadWritePaths" }
        let first = [namespace] + (canApply([namespace] + writable) ? writable : [])
        // Some managers apply two settings, but not both of them together.
        let applicable = all.reduce(into: first) { found, setting in
            if !first.contains(setting), canApply(found + [setting]) { found.append(setting) }
        }
        return Set(applicable.map(name))
    }

    /// The setting without which a user manager cannot apply most of the others.
    private static let namespace = "PrivateUsers=yes"

    private static func name(of setting: String) -> String {
        String(setting.prefix { $0 != "=" })
    }

    /// Returns the settings, as `Name=value`.
    static func settings(folder: String) -> [String] {
        [
            "CapabilityBoundingSet=", "DevicePolicy=closed", "IPAddressDeny=any",
            "PrivateDevices=yes", "PrivateNetwork=yes", "PrivateUsers=yes",
            "ProcSubset=pid", "ProtectClock=yes", "ProtectControlGroups=yes",
            "ProtectHome=read-only", "ProtectHostname=yes", "ProtectKernelLogs=yes",
            "ProtectKernelModules=yes", "ProtectKernelTunables=yes", "ProtectProc=invisible",
            "ProtectSystem=strict", "ReadWritePaths=\(folder)", "SystemCallErrorNumber=EPERM",
            "SystemCallFilter=~@privileged",
        ]
    }
}
