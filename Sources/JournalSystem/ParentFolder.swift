// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The folder that contains the file of a path.
package enum ParentFolder {
    /// Returns the folder of an absolute path if there is no such folder; nil if there is one, or
    /// if it cannot be looked up.
    package static func missing(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        let folder = String(path[..<slash])
        // With the slash, a file that is not a folder is none.
        guard access(folder + "/", F_OK) != 0 else { return nil }
        return errno == ENOENT || errno == ENOTDIR ? folder : nil
    }
}
