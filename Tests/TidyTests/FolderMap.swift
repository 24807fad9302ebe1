// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of the folders of a module; contrib/ARCHITECTURE.md says what each is for.
struct FolderMap: Sendable {
    /// The maps, one in each file `FolderMap+Module.swift`.
    static let all = [
        swiftData, swiftDataSQLite, journalCommandLine, journalService, journalTransfer,
        journalClient,
    ]

    /// A reference to a higher folder.
    struct Exception {
        let from: String
        let to: String
        /// What makes it necessary.
        let reason: String
    }

    /// The folder below `Sources` that contains the folders: a module, or a folder of one.
    let path: String

    /// The folders from the lowest to the highest.
    ///
    /// A file may use the types of its own folder and of those before it, and the members that their
    /// extensions add; the empty name stands for the files in no folder.
    let order: [String]

    /// The references to a higher folder; at most four.
    var exceptions: [Exception] = []

    /// Whether the map is that of a whole module.
    var isModule: Bool { !path.contains("/") }

    /// Returns whether a file in one folder may name a type of another; nil for unknown folders.
    func permits(_ folder: String, naming other: String) -> Bool? {
        guard let own = order.firstIndex(of: folder), let index = order.firstIndex(of: other)
        else { return nil }
        return index <= own || exceptions.contains { $0.from == folder && $0.to == other }
    }
}

extension FolderMap: CustomStringConvertible {
    var description: String { path }
}
