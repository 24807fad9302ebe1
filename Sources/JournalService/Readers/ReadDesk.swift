// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// What a method that asks works with: a context of its own, and what the daemon knew at the start.
final class ReadDesk {
    let context: ModelContext
    let epoch: String
    /// Where the history stood before the first look at the store; what is read may be newer.
    let cursor: Cursor
    let facts: ServiceFacts

    init(_ container: ModelContainer, _ facts: ServiceFacts) {
        context = ModelContext(container)
        epoch = facts.epoch
        cursor = facts.cursor
        self.facts = facts
    }
}

/// What the daemon knows of itself at one moment.
struct ServiceFacts: Sendable {
    var identity: ServiceIdentity
    var epoch: String
    var head: Int64
    var clientCount = 0
    var subscriptionCount = 0

    /// The place of the last commit.
    var cursor: Cursor { Cursor(epoch: epoch, revision: head) }
}

/// What the daemon is, as long as it runs.
struct ServiceIdentity: Sendable {
    var version: String
    var pid: Int
    var startedAt: Date
    /// The path of the store; nil for one in memory.
    var store: String?
    /// The path of the socket; nil when it was handed over without one.
    var socket: String?
}

extension ReadDesk {
    /// Looks up the names of a filter.
    ///
    /// A tag that does not exist is on no entry, yet.
    ///
    /// - Throws: `notebookNotFound`: a misspelt notebook should not look like an empty one.
    func selection(_ filter: Filter) throws -> EntrySelection {
        var selection = EntrySelection()
        if let name = filter.notebook {
            guard let notebook = try NameLookup.notebook(name, in: context) else {
                throw JournalError(.notebookNotFound, "there is no notebook \"\(name)\"")
            }
            selection.notebook = EntrySelection.NotebookChoice(notebook, calledBy: name)
        }
        for name in filter.tags where !selection.names(tagKey: Name.key(of: name)) {
            let tag = try NameLookup.tag(name, in: context)
            let choice = try tag.map { try EntrySelection.TagChoice($0, in: context) }
            selection.tags.append(choice ?? EntrySelection.TagChoice(unknown: name))
        }
        selection.since = filter.since.map(EntrySelection.Bound.init)
        selection.until = filter.until.map(EntrySelection.Bound.init)
        selection.starred = filter.starred
        selection.trashed = filter.trashed ?? false
        return selection
    }
}

extension EntrySelection.Bound {
    /// A bound as it travels.
    init(_ bound: DateBound) {
        switch bound {
        case .instant(let instant): self = .instant(Date(milliseconds: instant.milliseconds))
        case .day(let day):
            let start = Date(milliseconds: Int64(day.daysSince1970) * 86_400_000)
            self = .day(day.description, utcStart: start)
        }
    }
}
