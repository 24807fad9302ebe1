// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let swiftData = FolderMap(
        path: "SwiftData",
        order: [
            "", "Runtime", "Model", "Schema", "Search", "Predicate", "Fetch", "Migration", "Store",
            "History", "DataStore", "Context", "Container", "Undo", "Results", "SQLite",
        ],
        exceptions: [
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
                from: "Context",
                to: "Container",
                reason: "a context belongs to a container, and uses its stores"
            ),
        ]
    )
}
