// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

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

    /// Returns the folders to which the daemon writes: the folder of the store and, if the store is
    /// a symbolic link, the folder of its target.
    package static func folders(ofStore path: String) -> [String] {
        guard let folder = folder(of: path) else { return [] }
        guard let other = FileSystem.resolved(path).flatMap(folder(of:)),
            FileIdentity(path: other) != FileIdentity(path: folder)
        else { return [folder] }
        return [folder, other]
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Returns the text of the file.
    ///
    /// With a read-only file system, the daemon could not create the folder of its store, so it is
    /// created before the restrictions are applied. Where that fails, the daemon sends the error.
    ///
    /// - Parameters:
    ///   - names: The names of the settings; nil for all of them.
    ///   - folders: The only folders to which the daemon can write; the first is the folder of the
    ///     store.
    /// - Returns: The text of the file.
    package static func text(names: Set<String>? = nil, folders: [String]) -> String {
        var lines = settings(folders: folders).filter { names?.contains(name(of: $0)) ?? true }
        if let folder = folders.first, lines.contains(where: { name(of: $0) == writable }) {
            lines.insert("ExecStartPre=-+/bin/mkdir -p \(SystemdUnits.quoted(folder))", at: 0)
        }
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
    ///   - folders: The folders to which the daemon writes, which exist.
    ///   - canApply: Runs a command with some settings of `systemd-run` and returns whether that
    ///     succeeds.
    /// - Returns: The names; empty without user namespaces.
    package static func applicableNames(
        folders: [String],
        _ canApply: ([String]) -> Bool
    ) -> Set<String> {
        let all = settings(folders: folders, inUnit: false)
        if canApply(all) { return Set(all.map(name)) }
        guard canApply([namespace]) else { return [] }
        // Without its folder, the daemon cannot start in a read-only file system.
        let writing = all.filter { name(of: $0) == writable }
        let first = [namespace] + (canApply([namespace] + writing) ? writing : [])
        // Some managers apply two settings, but not both of them together.
        let applicable = all.reduce(into: first) { found, setting in
            if !first.contains(setting), canApply(found + [setting]) { found.append(setting) }
        }
        return Set(applicable.map(name))
    }

    /// The setting without which a user manager cannot apply most of the others.
    private static let namespace = "PrivateUsers=yes"
    /// The name of the setting for the folders to which the daemon can write.
    private static let writable = "ReadWritePaths"

    private static func name(of setting: String) -> String {
        String(setting.prefix { $0 != "=" })
    }

    /// Returns the settings, as `Name=value`.
    ///
    /// A folder that does not exist is ignored; otherwise, the service would not start.
    private static func settings(folders: [String], inUnit: Bool = true) -> [String] {
        let paths = folders.map { value(ofPath: "-" + $0, inUnit: inUnit) }
        return [
            "CapabilityBoundingSet=", "DevicePolicy=closed", "IPAddressDeny=any",
            "PrivateDevices=yes", "PrivateNetwork=yes", "PrivateUsers=yes",
            "ProcSubset=pid", "ProtectClock=yes", "ProtectControlGroups=yes",
            "ProtectHome=read-only", "ProtectHostname=yes", "ProtectKernelLogs=yes",
            "ProtectKernelModules=yes", "ProtectKernelTunables=yes", "ProtectProc=invisible",
            "ProtectSystem=strict", "\(writable)=\(paths.joined(separator: " "))",
            "SystemCallErrorNumber=EPERM", "SystemCallFilter=~@privileged",
        ]
    }
}
