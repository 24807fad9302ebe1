// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// The removal of what cannot be decrypted from an encrypted store.
struct DamageRemoval {
    /// The number of rows that are in memory at once; parts of attachments have up to 512 KiB.
    private static let batchLength = (texts: 256, parts: 8)

    private let container: ModelContainer

    init(in container: ModelContainer) { self.container = container }

    /// Replaces the text of damaged entries, and removes damaged versions and attachments.
    ///
    /// - Parameter note: The text for entries with a damaged text.
    /// - Throws: `StoreError` if the store cannot be read or written.
    func run(note: String) throws {
        let context = ModelContext(container)
        let revision = Int(try container.historyBounds().last + 1)
        // Without a look at the values: reading a damaged one is reported on standard error.
        let entries = try models(Entry.self, batch: Self.batchLength.texts, in: context) {
            $0.damage(of: \.text) != nil
        }
        for entry in entries {
            entry.text = note
            entry.revision = revision
        }
        let texts = try models(EarlierText.self, batch: Self.batchLength.texts, in: context) {
            $0.damage(of: \.text) != nil
        }
        for text in texts {
            text.entry?.revision = revision
            context.delete(text)
        }
        var attachments = try models(Attachment.self, batch: Self.batchLength.texts, in: context) {
            $0.damage(of: \.name) != nil || $0.damage(of: \.mediaType) != nil
                || $0.damage(of: \.digest) != nil
        }
        attachments += try models(AttachmentPart.self, batch: Self.batchLength.parts, in: context) {
            $0.damage(of: \.content) != nil
        }
        .compactMap(\.attachment)
        for attachment in attachments where !attachment.isDeleted {
            attachment.entry?.revision = revision
            context.delete(attachment)
        }
        try context.save()
    }

    /// Returns the models that satisfy a condition, as objects of a context; the others are
    /// released.
    private func models<Model: PersistentModel>(
        _ type: Model.Type,
        batch length: Int,
        in context: ModelContext,
        _ condition: (Model) -> Bool
    ) throws -> [Model] {
        let reader = ModelContext(container)
        var identifiers: [PersistentIdentifier] = []
        try reader.enumerate(FetchDescriptor<Model>(), batchSize: length) { model in
            if condition(model) { identifiers.append(model.persistentModelID) }
        }
        return identifiers.compactMap { context.model(for: $0) as? Model }
    }
}
