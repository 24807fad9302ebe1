// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A namespace for finding the parts of steps.
package enum StepLookup {
    /// Returns the last parts of the newest steps, newest first.
    package static func newest(
        _ limit: Int,
        at place: StepPlace,
        in context: ModelContext
    ) throws -> [StepPart] {
        let state = place.rawValue
        var descriptor = FetchDescriptor<StepPart>(
            predicate: #Predicate { $0.state == state },
            sortBy: [SortDescriptor(\.revision, order: .reverse)]
        )
        descriptor.fetchLimit = limit
        descriptor.includePendingChanges = false
        return try context.fetch(descriptor)
    }

    /// Returns the last part of a step that can be moved, or `nil`.
    ///
    /// By the index of the step: there can be as many steps as commits.
    package static func last(
        of step: UUID,
        moving direction: StepDirection,
        in context: ModelContext
    ) throws -> StepPart? {
        let state = direction.lastSource.rawValue
        var descriptor = FetchDescriptor<StepPart>(
            predicate: #Predicate { $0.step == step && $0.state == state }
        )
        descriptor.fetchLimit = 1
        descriptor.includePendingChanges = false
        return try context.fetch(descriptor).first
    }

    /// Returns the parts of a step that can be moved, newest first.
    ///
    /// - Parameters:
    ///   - step: The identity of the step.
    ///   - direction: The direction in which they can be moved.
    ///   - revision: The greatest revision of a part.
    ///   - limit: The maximum number of parts.
    ///   - context: The context of the parts, which must have no unsaved ones.
    /// - Returns: The parts.
    /// - Throws: `StoreError` if the store cannot be read.
    package static func parts(
        of step: UUID,
        moving direction: StepDirection,
        through revision: Int,
        limit: Int,
        in context: ModelContext
    ) throws -> [StepPart] {
        let last = try self.last(of: step, moving: direction, in: context)
        let state = direction.source.rawValue
        var descriptor = FetchDescriptor<StepPart>(
            predicate: #Predicate {
                $0.step == step && $0.state == state && $0.revision <= revision
            },
            sortBy: [SortDescriptor(\.revision, order: .reverse)]
        )
        descriptor.fetchLimit = limit
        descriptor.includePendingChanges = false
        let others = try context.fetch(descriptor)
        guard let last, last.revision <= revision else { return others }
        return [last] + others.prefix(limit - 1)
    }

    /// Returns the part of a commit that was saved before; nil if it has none.
    package static func part(of revision: Int, in context: ModelContext) throws -> StepPart? {
        var descriptor = FetchDescriptor<StepPart>(
            predicate: #Predicate { $0.revision == revision }
        )
        descriptor.fetchLimit = 1
        descriptor.includePendingChanges = false
        return try context.fetch(descriptor).first
    }

    /// Returns parts to remove, up to a revision: the parts of a step that ended by then, or
    /// incidental ones.
    package static func expired(
        through revision: Int,
        limit: Int,
        in context: ModelContext
    ) throws -> [StepPart] {
        for place in [StepPlace.lastDone, .lastUndone, .incidental] {
            let state = place.rawValue
            var descriptor = FetchDescriptor<StepPart>(
                predicate: #Predicate { $0.state == state && $0.revision <= revision },
                sortBy: [SortDescriptor(\.revision)]
            )
            descriptor.fetchLimit = place == .incidental ? limit : 1
            let found = try context.fetch(descriptor)
            guard let last = found.first, place != .incidental else {
                if found.isEmpty { continue }
                return found
            }
            let direction: StepDirection = place == .lastDone ? .undo : .redo
            let parts = try self.parts(
                of: last.step,
                moving: direction,
                through: last.revision - 1,
                limit: limit,
                in: context
            )
            // The last part goes last: the others are found by it.
            return parts.isEmpty ? [last] : parts
        }
        return []
    }
}
