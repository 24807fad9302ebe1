// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

extension EncryptedValues {
    /// The entries to which the encrypted values of a journal belong.
    static var owners: [Ownership] {
        let entry = Schema.entityName(for: Entry.self)
        let attachment = Schema.entityName(for: Attachment.self)
        return [
            Ownership(of: entry, identity: "uuid"),
            Ownership(
                of: Schema.entityName(for: EarlierText.self),
                by: [("entry", entry)],
                identity: "uuid"
            ),
            Ownership(of: attachment, by: [("entry", entry)], identity: "uuid"),
            Ownership(
                of: Schema.entityName(for: AttachmentPart.self),
                by: [("attachment", attachment), ("entry", entry)],
                identity: "uuid"
            ),
        ]
    }

    /// The ids of the entries to which the damaged values belong, each once.
    package var damagedEntries: [String] {
        var ids: [String] = []
        for owner in damages.compactMap(\.owner) where !ids.contains(owner.lowercased()) {
            ids.append(owner.lowercased())
        }
        return ids
    }

    /// Returns what is damaged, each in words for people.
    ///
    /// - Parameter limit: The maximum number of descriptions.
    /// - Returns: The descriptions, each once.
    package func descriptions(limit: Int) -> [String] {
        var texts: [String] = []
        for damage in damages {
            let text = Self.description(of: damage)
            if !texts.contains(text), texts.count < limit { texts.append(text) }
        }
        return texts
    }

    private static func description(of damage: Damage) -> String {
        guard damage.property != nil else { return "a value of a deleted object in the history" }
        let part =
            switch damage.entity {
            case Schema.entityName(for: Entry.self): "the text"
            case Schema.entityName(for: EarlierText.self): "an earlier text"
            default: "an attachment"
            }
        guard let owner = damage.owner else { return "\(part) of an unknown entry" }
        return "\(part) of entry \(owner.lowercased())"
    }
}

extension JournalContainer {
    /// Decrypts every value of the encrypted store of a container.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or with the code `.interrupted` once the
    ///   interruption is requested.
    package static func checkEncryptedValues(
        of container: ModelContainer,
        interruption: ReadInterruption? = nil
    ) throws -> EncryptedValues {
        try container.checkEncryptedValues(EncryptedValues.owners, interruption: interruption)
    }
}
