// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

/// The known copies of a journal: files in the folder of its store, and the backups in the folder
/// of the last backup.
package struct StoreCopies {
    /// The paths.
    package let paths: [String]

    /// Looks for the copies of a store.
    package init(of store: String, in context: CommandContext) {
        var paths: [String] = []
        if let slash = store.lastIndex(of: "/") {
            let folder = String(store[..<slash])
            let name = store[store.index(after: slash)...]
            paths += FileSystem.names(in: folder).filter {
                ($0.hasPrefix("replaced-") && $0.hasSuffix(name)) || $0 == "\(name).backup"
                    || $0.hasPrefix("\(name).recovered")
            }.map { "\(folder)/\($0)" }
        }
        if let last = LastBackup.read(of: store, in: context) {
            if let slash = last.path.lastIndex(of: "/") {
                paths += BackupFolder(path: String(last.path[..<slash])).backups
            }
            if !paths.contains(last.path), last.exists { paths.append(last.path) }
        }
        self.paths = paths
    }
}
