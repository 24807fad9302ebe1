// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A namespace for the paths of a store.
package enum StorePath {
    /// Returns the path of a store without symbolic links, beside which the files of its locks are.
    package static func resolved(_ store: String) -> String {
        guard let path = realpath(store, nil) else {
            // There is no store yet.
            guard let slash = store.lastIndex(of: "/"),
                let folder = realpath(String(store[..<slash]), nil)
            else { return store }
            defer { free(folder) }
            return String(cString: folder) + store[slash...]
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the path of the lock that the process with the open store holds.
    package static func lock(of store: String) -> String { resolved(store) + ".lock" }
}
