// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Documents with unique names in folders, and labels at both ends of a join table.
enum Archive {
    @Model final class Folder {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Document.folder) var documents: [Document] =
            []
        init(_ name: String) { self.name = name }
    }

    @Model final class Document {
        @Attribute(.unique) var name: String
        var pages = 1
        var folder: Folder?
        @Relationship(inverse: \Label.documents) var labels: [Label] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Label {
        var name: String
        var documents: [Document] = []
        init(_ name: String) { self.name = name }
    }

    /// Returns a container of a file, or one in memory.
    static func container(
        _ url: URL? = nil,
        sharing: ModelConfiguration.Sharing = .amongProcesses()
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        if let url { configuration = ModelConfiguration(url: url) }
        configuration.sharing = sharing
        return try ModelContainer(
            for: Folder.self,
            Document.self,
            Label.self,
            configurations: configuration
        )
    }
}
