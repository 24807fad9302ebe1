// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

extension DamagedValue {
    /// The entries, notebooks and tags to which the values of a journal belong.
    static var owners: [Ownership] {
        let entry = Schema.entityName(for: Entry.self)
        let attachment = Schema.entityName(for: Attachment.self)
        return [
            Ownership(of: entry, identity: "uuid"),
            Ownership(of: Schema.entityName(for: Notebook.self), identity: "uuid"),
            Ownership(of: Schema.entityName(for: Tag.self), identity: "uuid"),
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

    /// The value in words for people.
    fileprivate var description: String {
        guard let property else { return "a value of a deleted object in the history" }
        let (part, kind): (String, String) =
            switch (entity, property) {
            case (Schema.entityName(for: Entry.self), "text"): ("the text", "entry")
            case (Schema.entityName(for: Entry.self), _): ("the \(property)", "entry")
            case (Schema.entityName(for: Notebook.self), _): ("the \(property)", "notebook")
            case (Schema.entityName(for: Tag.self), _): ("the \(property)", "tag")
            case (Schema.entityName(for: EarlierText.self), _): ("an earlier version", "entry")
            default: ("an attachment", "entry")
            }
        guard let owner else { return "\(part) of an unknown \(kind)" }
        return "\(part) of \(kind) \(owner.lowercased())"
    }
}

extension EncryptedValues {
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
    package func descriptions(limit: Int) -> [String] { damages.descriptions(limit: limit) }
}

extension [DamagedValue] {
    /// Returns the values in words for people.
    ///
    /// - Parameter limit: The maximum number of descriptions.
    /// - Returns: The descriptions, each once.
    package func descriptions(limit: Int) -> [String] {
        var texts: [String] = []
        for damage in self where texts.count < limit && !texts.contains(damage.description) {
            texts.append(damage.description)
        }
        return texts
    }
}

extension StoreVerification {
    /// The damaged strings and attachments, each as a message for people.
    package var valueProblems: [String] {
        damagedTexts.map { "\($0.description) contains damaged parts" }
            + damagedContents.map { content in
                let entry = content.owner.map { "entry \($0.lowercased())" } ?? "an unknown entry"
                return "the content of \(content.name) of \(entry) is damaged"
            }
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
        try container.checkEncryptedValues(DamagedValue.owners, interruption: interruption)
    }
}
