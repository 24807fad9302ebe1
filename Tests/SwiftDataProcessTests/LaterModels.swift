// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// A later version of the models of shared stores, which adds an attribute.
enum Later {
    @Model final class SharedNote {
        @Attribute(.unique) var name: String
        var number: Int
        var folder: SharedFolder?
        @Attribute(.externalStorage) var picture: Data?
        var rating = 0

        init(_ name: String) {
            self.name = name
            number = 0
        }
    }

    @Model final class SharedFolder {
        var title: String
        @Relationship(inverse: \SharedNote.folder) var notes: [SharedNote] = []

        init(_ title: String) { self.title = title }
    }

    static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
        try ModelContainer(
            for: SharedNote.self,
            SharedFolder.self,
            configurations: configuration
        )
    }
}
