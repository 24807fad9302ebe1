// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import SwiftData

/// Finds the revision that first had the content of an entry.
///
/// `undo` gives an entry a new revision with earlier content; the part of the step records the
/// revision of that content.
final class StepContents {
    private let models: ModelContext
    /// The parts of the revisions that were looked up last.
    private var parts: [Int: (step: UUID, changes: [UUID: StepChange])?] = [:]

    init(_ models: ModelContext) { self.models = models }

    /// Returns the last change of an entry in a commit; nil if no part, or none of the step, has
    /// one.
    func change(of entry: UUID, at revision: Int, in step: UUID? = nil) throws -> StepChange? {
        guard let part = try part(revision), step == nil || part.step == step else { return nil }
        return part.changes[entry]
    }

    /// Returns the revision that first had the content that an entry has at a revision.
    func content(of entry: UUID, at revision: Int) throws -> Int {
        var revision = revision
        while let content = try change(of: entry, at: revision)?.content, content != revision {
            // A file was attached, or the part is damaged.
            guard content < revision else { return content }
            revision = content
        }
        return revision
    }

    private func part(_ revision: Int) throws -> (step: UUID, changes: [UUID: StepChange])? {
        if let known = parts[revision] { return known }
        let found = try StepLookup.part(of: revision, in: models).map { part in
            let changes = part.decoded.changes.map { ($0.entry, $0) }
            return (step: part.step, changes: Dictionary(changes) { _, last in last })
        }
        // One is enough for entries that were changed together.
        if parts.count > 16 { parts = [:] }
        parts[revision] = .some(found)
        return found
    }
}
