// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The folders that a service can write to under the settings of its unit.
package struct ServiceRestrictions {
    /// The names of the properties.
    static let names = ["ProtectHome", "ProtectSystem", "ReadWritePaths"]

    private let properties: [String: String]

    /// Creates restrictions from the properties of a unit, as `systemctl show` prints them.
    package init(properties: [String: String]) { self.properties = properties }

    /// Returns whether the service may write to a folder.
    package func permitsWriting(to folder: String) -> Bool {
        guard isReadOnly(folder) else { return true }
        // The paths are neither quoted nor escaped, so a name with a space cannot be split off.
        let writable = " \(properties["ReadWritePaths"] ?? "") "
        return Self.ancestors(of: folder).contains { path in
            writable.contains(" \(path) ") || writable.contains(" -\(path) ")
        }
    }

    /// Returns whether a folder is read-only unless it is listed.
    private func isReadOnly(_ folder: String) -> Bool {
        if properties["ProtectSystem"] == "strict" { return true }
        guard properties["ProtectHome"] == "read-only" else { return false }
        return ["/home/", "/root/", "/run/user/"].contains { "\(folder)/".hasPrefix($0) }
    }

    /// Returns a folder and those that contain it.
    private static func ancestors(of folder: String) -> [String] {
        var paths = [folder]
        while let path = paths.last, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            paths.append(String(path[..<slash]))
        }
        return paths + ["/"]
    }
}
