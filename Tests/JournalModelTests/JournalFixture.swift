// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData

/// An empty journal in memory, and objects for it.
struct JournalFixture {
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try JournalContainer.inMemory()
        context = ModelContext(container)
    }

    /// The start of 1970-01-02 in UTC, or later ones.
    static func date(day: Int, milliseconds: Int64 = 0) -> Date {
        Date(milliseconds: Int64(day - 1) * 86_400_000 + milliseconds)
    }

    @discardableResult
    func insertEntry(_ text: String, id: UUID = UUID(), day: Int = 1) -> Entry {
        let entry = Entry(
            uuid: id,
            text: text,
            moment: ZonedInstant(
                milliseconds: Self.date(day: day).milliseconds,
                offsetMinutes: 0,
                zone: "UTC",
                localDay: "1970-01-0\(day)"
            ),
            modifiedAt: Self.date(day: day),
            starred: false,
            revision: 1
        )
        context.insert(entry)
        return entry
    }

    func insertNotebook(_ name: String) throws -> Notebook {
        let notebook = Notebook(uuid: UUID(), name: try Name(name, .notebook), revision: 1)
        context.insert(notebook)
        return notebook
    }

    func insertTag(_ name: String) throws -> JournalModel.Tag {
        let tag = JournalModel.Tag(uuid: UUID(), name: try Name(name, .tag), revision: 1)
        context.insert(tag)
        return tag
    }
}
