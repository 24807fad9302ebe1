// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The paths of files in archives and exports, which other programs wrote.
enum RelativePath {
    /// Returns whether a path, appended to that of a folder, is inside of the folder.
    static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
            && !path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}
