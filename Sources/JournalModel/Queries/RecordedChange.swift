// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// A change from the store's history, in the terms of the journal.
///
/// The names of entities and properties come from the models, so that they cannot differ.
package struct RecordedChange: Sendable {
    /// The models that subscriptions report.
    package enum Subject: Sendable {
        case entry
        case notebook
        case tag
    }

    /// The model that changed.
    package let subject: Subject
    /// The recorded change.
    package let change: HistoryRecord.Change

    /// Creates the change of an entry, a notebook or a tag; nil for other models.
    package init?(_ change: HistoryRecord.Change) {
        guard let subject = Names.subjects[change.entityName] else { return nil }
        self.subject = subject
        self.change = change
    }

    /// Whether the change starred an entry or removed its star.
    package var togglesStar: Bool { updates(Names.starred) }
    /// Whether the change moved an entry into the trash or out of it.
    package var togglesTrash: Bool { updates(Names.trashedAt) }
    /// Whether the change replaced the text of an entry.
    package var changesText: Bool { updates(Names.text) }
    /// Whether the change corrected the date of an entry.
    package var changesDate: Bool { updates(Names.createdAt) || updates(Names.localDay) }
    /// Whether the change put an entry into another notebook or changed its tags.
    package var isMove: Bool { updates(Names.notebook) || updates(Names.tags) }

    /// Whether the change renamed a notebook or a tag so that another name refers to it.
    package var isRename: Bool {
        guard change.operation == .update else { return false }
        return switch subject {
        case .entry: false
        case .notebook: updates(Names.notebookKey)
        case .tag: updates(Names.tagKey)
        }
    }

    /// Whether the change replaced the name of a notebook or a tag, also by one that differs only
    /// in letter case.
    package var changesName: Bool {
        guard change.operation == .update else { return false }
        return switch subject {
        case .entry: false
        case .notebook: updates(Names.notebookName)
        case .tag: updates(Names.tagName)
        }
    }

    /// The UUID of a deleted model, in lower case.
    package var deletedID: String? {
        let name =
            switch subject {
            case .entry: Names.entryUUID
            case .notebook: Names.notebookUUID
            case .tag: Names.tagUUID
            }
        guard change.operation == .delete, let name, case .text(let uuid)? = change.tombstone[name]
        else { return nil }
        return uuid.lowercased()
    }

    private func updates(_ name: String?) -> Bool {
        change.properties.contains { $0 == name }
    }
}

extension RecordedChange {
    /// The names that history uses for the properties that subscriptions depend on.
    enum Names {
        static let subjects: [String: Subject] = [
            Schema.entityName(for: Entry.self): .entry,
            Schema.entityName(for: Notebook.self): .notebook,
            Schema.entityName(for: Tag.self): .tag,
        ]
        static let starred = Entry.historyName(of: \.starred)
        static let trashedAt = Entry.historyName(of: \.trashedAt)
        static let text = Entry.historyName(of: \.text)
        static let createdAt = Entry.historyName(of: \.createdAt)
        static let localDay = Entry.historyName(of: \.localDay)
        static let notebook = Entry.historyName(of: \.notebook)
        static let tags = Entry.historyName(of: \.tags)
        static let entryUUID = Entry.historyName(of: \.uuid)
        static let notebookUUID = Notebook.historyName(of: \.uuid)
        static let tagUUID = Tag.historyName(of: \.uuid)
        static let notebookName = Notebook.historyName(of: \.name)
        static let tagName = Tag.historyName(of: \.name)
        static let notebookKey = Notebook.historyName(of: \.key)
        static let tagKey = Tag.historyName(of: \.key)
    }
}
