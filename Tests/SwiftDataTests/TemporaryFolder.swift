// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// A temporary directory that is removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "swiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The URL of a store file in the directory.
    var store: URL { url.appending(path: "test.store") }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    func contains(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The contents of the files, by name.
    func files() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path(""))
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: path(name)).map { (name, $0) }
            }
        )
    }

    /// Opens the store with the models of a schema version.
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

    /// Calls a closure with the store open.
    @discardableResult
    func using<R>(
        _ version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil,
        _ body: (ModelContext) throws -> R
    ) throws -> R {
        try body(try open(version, plan: plan))
    }
}

/// Returns the explanation of an error of this framework.
func explanation(of error: (any Error)?) -> String {
    (error as? SwiftDataError)?.explanation ?? (error as? StoreError)?.message ?? "\(error as Any)"
}
