// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// The changes of one commit for a step; a client combines changes in a step so that they are
    /// undone together.
    @Model
    package final class StepPart {
        // The newest steps are listed, a step is undone from its end, and a revision is looked up.
        #Index<StepPart>([\.state, \.revision], [\.step, \.state, \.revision], [\.revision])

        /// The identity of the step, chosen by the client.
        package var step: UUID
        /// The number of the commit.
        package var revision: Int
        /// The raw value of `place`.
        package var state: Int
        /// The number of changes that are left of the step, if this is its last part.
        package var total: Int
        /// The name of the client.
        package var client: String
        /// The command of the client, such as `edit`.
        package var command: String
        /// The time at which the step began.
        package var time: Date
        /// The encoded changes, a `StepContent`; no content of entries.
        package var content: Data

        /// Creates a part.
        package init(
            step: UUID,
            revision: Int,
            place: StepPlace,
            total: Int,
            client: String,
            command: String,
            time: Date,
            content: Data
        ) {
            self.step = step
            self.revision = revision
            state = place.rawValue
            self.total = total
            self.client = client
            self.command = command
            self.time = time
            self.content = content
        }
    }
}

/// The place of a part in its step.
///
/// A step consists of what is done and of what was undone. To undo is to move a part from the first
/// to the second, to redo is to move it back.
package enum StepPlace: Int, Sendable {
    /// A part of what is done, with a later one.
    case done
    /// The last part of what is done.
    case lastDone
    /// A part of what was undone, with a later one.
    case undone
    /// The last part of what was undone.
    case lastUndone
    /// A change that is not undone by itself, such as a file that is attached to an entry which the
    /// step has created.
    case incidental
}

/// The direction in which a part is moved.
package enum StepDirection: Sendable {
    /// From what is done to what was undone.
    case undo
    /// From what was undone to what is done.
    case redo

    /// The place of the last part that is moved.
    package var lastSource: StepPlace { self == .undo ? .lastDone : .lastUndone }
    /// The place of the other parts that are moved.
    package var source: StepPlace { self == .undo ? .done : .undone }
    /// The place of the last part that was moved.
    package var lastTarget: StepPlace { self == .undo ? .lastUndone : .lastDone }
    /// The place of the other parts that were moved.
    package var target: StepPlace { self == .undo ? .undone : .done }
}
