// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData
package import SwiftDataSync

/// A text that another device replaced without having it, and the text that stays.
package struct KeptText: Hashable, Sendable {
    /// A text with the time and the machine of its writing.
    package struct Version: Hashable, Sendable {
        /// The text; nil if the attribute has no value.
        package let text: String?
        /// The clock of the writing.
        package let clock: HybridClock
    }

    static let label = "field"

    /// The row that keeps the text.
    package let row: RowID
    /// The identifier of the model with the attribute.
    package let model: PersistentIdentifier
    /// The name of the attribute.
    package let attribute: String
    /// The text that stays.
    package let current: Version
    /// The text that was replaced.
    package let other: Version

    /// Returns the form of the kept values of an entity: rows of an entity that only the merge has.
    static func form(of entity: String) -> SyncEntity.Kept {
        SyncEntity.Kept(entity: "\(entity).kept", content: "text", owner: "row", label: label)
    }
}

extension KeptText.Version {
    init?(_ state: FieldState?) {
        guard let state else { return nil }
        text = state.value.text
        clock = state.clock
    }
}
