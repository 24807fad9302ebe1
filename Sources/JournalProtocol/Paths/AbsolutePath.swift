// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A path that means the same wherever a process stands.
package enum AbsolutePath {
    /// Makes a path absolute, from the directory that it was meant to begin in.
    ///
    /// - Throws: When the path is relative and the directory has no name, because it was removed.
    package static func path(_ path: String, from directory: String) throws(PathError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard directory.hasPrefix("/") else {
            throw PathError("\(path) is relative, and the directory it begins in is gone")
        }
        return directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }
}
