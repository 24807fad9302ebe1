// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// A version of an entry: an earlier text.
    @Model
    package final class EarlierText {
        // The history of an entry is read in this order.
        #Index<EarlierText>([\.entry, \.replacedAt, \.uuid], [\.isConflict, \.replacedAt, \.uuid])

        /// The identity of the text.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The text before the change.
        package var text: String
        /// The time of the change that replaced the text.
        package var replacedAt: Date
        /// Whether another machine replaced the text unseen, and the conflict is not settled.
        package var isConflict: Bool = false
        /// The entry to which the text belonged.
        package var entry: Entry?

        /// Creates a version.
        package init(text: String, replacedAt: Date) {
            uuid = UUID.random()
            self.text = text
            self.replacedAt = replacedAt
        }
    }
}
