// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// A folder of its own for one test, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "swiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The file of a store in the folder.
    var store: URL { url.appending(path: "test.store") }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    func contains(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Opens the store with the models of a version.
    func open(
        _ version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil,
        allowsSave: Bool = true
    ) throws -> ModelContext {
        let configuration = ModelConfiguration(url: store, allowsSave: allowsSave)
        return ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version),
                migrationPlan: plan,
                configurations: [configuration]
            )
        )
    }

    /// Opens the store for as long as a block runs.
    @discardableResult
    func using<R>(
        _ version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil,
        _ body: (ModelContext) throws -> R
    ) throws -> R {
        try body(try open(version, plan: plan))
    }
}

/// What an error says, when it is one of ours.
func explanation(of error: (any Error)?) -> String {
    (error as? SwiftDataError)?.explanation ?? (error as? StoreError)?.message ?? "\(error as Any)"
}
