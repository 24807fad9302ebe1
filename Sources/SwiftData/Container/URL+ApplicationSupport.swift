// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension URL {
    /// The folder for the data of programs: `$XDG_DATA_HOME`, or `~/.local/share` by default.
    ///
    /// Foundation on Linux lacks the property; should it get one, code uses that.
    @_disfavoredOverload public static var applicationSupportDirectory: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(filePath: NSHomeDirectory()).appending(path: ".local/share")
    }
}

extension FileManager {
    /// Returns the folder that the programs of a group share, and creates it if necessary.
    ///
    /// It has the name of the group and is in `URL.applicationSupportDirectory`. Only the user can
    /// read it.
    ///
    /// - Parameter groupIdentifier: The name of the group, such as `group.org.example.notes`.
    /// - Returns: The folder; nil if the name is not a file name, or the folder cannot be made.
    @_disfavoredOverload public func containerURL(
        forSecurityApplicationGroupIdentifier groupIdentifier: String
    ) -> URL? {
        let group = ModelConfiguration.GroupContainer.identifier(groupIdentifier)
        guard ModelConfiguration.GroupContainer.isValid(groupIdentifier), let folder = group.folder
        else { return nil }
        do {
            try createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            return nil
        }
        return folder
    }
}
