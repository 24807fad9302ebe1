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
