// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

extension Schema {
    /// The attributes of the journal that an encrypted store encrypts, by entity.
    private static let secretAttributes: [String: Set<String>] = [
        entityName(for: Entry.self): ["text"],
        entityName(for: EarlierText.self): ["text"],
        entityName(for: Attachment.self): ["name", "mediaType", "digest"],
        entityName(for: AttachmentPart.self): ["content"],
    ]

    /// Returns whether an encrypted store encrypts an attribute.
    static func isSecret(_ attribute: String, of entity: String) -> Bool {
        secretAttributes[entity]?.contains(attribute) == true
    }

    /// The schema of a store without encryption.
    static var journal: Schema { Schema(versionedSchema: JournalSchemaV1.self) }

    /// The schema of an encrypted store: the same models, with the option `.encrypt` for their
    /// content, and without the full-text index.
    ///
    /// Each version of the schema has such a variant, so that a store can change to it and back.
    static var encryptedJournal: Schema {
        let schema = journal
        for (entity, names) in secretAttributes {
            let attributes = schema.entitiesByName[entity]?.attributes ?? []
            for attribute in attributes where names.contains(attribute.name) {
                attribute.options = attribute.options.filter { $0 != .spotlight } + [.encrypt]
            }
        }
        return schema
    }
}
