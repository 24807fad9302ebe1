// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of the folders of `SwiftData`; contrib/ARCHITECTURE.md says what each is for.
enum FolderMap {
    /// The module whose folders are in the map.
    static let module = "SwiftData"

    /// The folders from the lowest to the highest.
    ///
    /// A file may name the types of its own folder and of those before it; the empty name stands
    /// for the files in no folder.
    static let order = [
        "", "Model", "Schema", "Search", "Predicate", "Fetch", "Migration", "Store", "History",
        "DataStore", "Relationship", "Context", "Undo", "Results", "SQLite",
    ]

    /// A reference to a higher folder.
    struct Exception {
        let from: String
        let to: String
        /// What makes it necessary.
        let reason: String
    }

    /// The references to a higher folder; at most four.
    static let exceptions = [
        Exception(
            from: "Model",
            to: "Schema",
            reason: "a model class declares its own schema, and its state refers to its entity"
        ),
        Exception(
            from: "Model",
            to: "Context",
            reason: "a model has a context, which loads its values and records its changes"
        ),
        Exception(
            from: "Migration",
            to: "Context",
            reason: "the closures of a custom stage take a context"
        ),
        Exception(
            from: "Relationship",
            to: "Context",
            reason: "relationship maintenance works on the objects and pending changes of a context"
        ),
    ]

    /// Returns whether a file in one folder may name a type of another; nil for unknown folders.
    static func permits(_ folder: String, naming other: String) -> Bool? {
        guard let own = order.firstIndex(of: folder), let index = order.firstIndex(of: other)
        else { return nil }
        return index <= own || exceptions.contains { $0.from == folder && $0.to == other }
    }
}
