// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Checks of paths of files.
package enum FilePath {
    /// Returns the folder of an absolute path if the folder does not exist; `nil` if it exists or
    /// cannot be looked up.
    package static func missingFolder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        let folder = String(path[..<slash])
        // With the slash, a file that is not a folder does not exist.
        guard access(folder + "/", F_OK) != 0 else { return nil }
        return errno == ENOENT || errno == ENOTDIR ? folder : nil
    }

    /// Returns whether a path from an archive or an export, appended to a folder, stays inside the
    /// folder.
    package static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
            && !path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}
