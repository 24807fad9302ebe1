// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A namespace for resolving relative paths against a working directory.
package enum AbsolutePath {
    /// Returns the absolute form of a path, resolved against the directory if it is relative.
    ///
    /// - Throws: If the path is relative and the directory has no path because it was removed.
    package static func path(_ path: String, from directory: String) throws(PathError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard directory.hasPrefix("/") else {
            throw PathError(
                "cannot resolve the relative path \(path): the working directory was removed"
            )
        }
        return directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }
}
