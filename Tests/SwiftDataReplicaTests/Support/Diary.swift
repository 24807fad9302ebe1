// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataReplica
import SwiftDataSync

/// Models with each rule of a merge, as those of a journal.
enum Diary {
    struct Place: Codable, Equatable {
        var latitude: Double
        var longitude: Double?
    }

    @Model final class Notebook {
        @Attribute(.unique) var uuid = UUID()
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .deny, inverse: \Entry.notebook) var entries: [Entry] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Tag {
        @Attribute(.unique) var uuid = UUID()
        @Attribute(.unique) var name: String
        var entries: [Entry] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Entry {
        @Attribute(.unique) var uuid = UUID()
        var text: String
        var isStarred = false
        var createdAt = Date(timeIntervalSinceReferenceDate: 0.5)
        var mood: Double?
        var place: Place?
        @Attribute(.externalStorage) var photo: Data?
        /// Counts the writes of this machine.
        var revision: Int
        var notebook: Notebook?
        var related: Entry?
        @Relationship(inverse: \Entry.related) var relating: [Entry] = []
        @Relationship(inverse: \Tag.entries) var tags: [Tag] = []
        @Relationship(deleteRule: .cascade, inverse: \Attachment.entry)
        var attachments: [Attachment] = []
        @Relationship(deleteRule: .cascade, inverse: \EarlierText.entry)
        var earlierTexts: [EarlierText] = []

        init(_ text: String, in notebook: Notebook? = nil) {
            self.text = text
            revision = 1
            self.notebook = notebook
        }
    }

    @Model final class EarlierText {
        @Attribute(.unique) var uuid = UUID()
        var text: String
        var replacedAt = Date(timeIntervalSinceReferenceDate: 0)
        var entry: Entry?
        init(_ text: String) { self.text = text }
    }

    @Model final class Attachment {
        @Attribute(.unique) var uuid = UUID()
        var name: String
        var content: Data
        var entry: Entry?
        @Relationship(deleteRule: .cascade, inverse: \Piece.attachment) var pieces: [Piece] = []
        init(_ name: String, _ content: String) {
            self.name = name
            self.content = Data(content.utf8)
        }
    }

    /// A model that is identified by its owner and its number.
    @Model final class Piece {
        var number: Int
        var content: String
        var attachment: Attachment?
        init(_ number: Int, _ content: String) {
            self.number = number
            self.content = content
        }
    }

    /// A model without an identity.
    @Model final class Draft {
        var text: String
        init(_ text: String) { self.text = text }
    }

    static func container(_ url: URL? = nil) throws -> ModelContainer {
        let configuration =
            url.map { ModelConfiguration(url: $0) }
            ?? ModelConfiguration(isStoredInMemoryOnly: true)
        return try ModelContainer(
            for: Entry.self,
            Notebook.self,
            Draft.self,
            configurations: configuration
        )
    }

    static var policy: SyncPolicy {
        let kept = SyncEntity.Kept(
            entity: "EarlierText",
            content: "text",
            owner: "entry",
            time: "replacedAt"
        )
        return SyncPolicy(
            entities: [
                "Entry": .init(
                    guarded: ["text": kept],
                    local: ["revision"],
                    localValues: ["revision": .columns([.integer(0)])]
                ),
                "EarlierText": .init(guarded: ["text": nil]),
                "Attachment": .init(guarded: ["content": nil]),
                "Piece": .init(guarded: ["content": nil], identity: ["attachment", "number"]),
            ],
            localEntities: ["Draft"]
        )
    }
}

/// What the store of a diary contains, read through its models.
struct DiaryContent: Equatable {
    struct Entry: Equatable {
        var text: String
        var isStarred: Bool
        var createdAt: Date
        var mood: Double?
        var place: Diary.Place?
        var photo: Data?
        var notebook: UUID?
        var related: UUID?
        var tags: [UUID]
        var attachments: [String]
        var earlierTexts: [String]
        var earlierIdentities: [UUID]
        var earlierTimes: [Date]
    }

    var entries: [UUID: Entry] = [:]
    var notebooks: [UUID: String] = [:]
    var tags: [UUID: String] = [:]
    /// The number of all parts, which may have no entry.
    var partCount = 0
    var pieceCount = 0

    init(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        for entry in try context.fetch(FetchDescriptor<Diary.Entry>()) {
            entries[entry.uuid] = Entry(
                text: entry.text,
                isStarred: entry.isStarred,
                createdAt: entry.createdAt,
                mood: entry.mood,
                place: entry.place,
                photo: entry.photo,
                notebook: entry.notebook?.uuid,
                related: entry.related?.uuid,
                tags: entry.tags.map(\.uuid).sorted(),
                attachments: entry.attachments.map { attachment in
                    let content = String(decoding: attachment.content, as: UTF8.self)
                    let pieces = attachment.pieces.map { "\($0.number) \($0.content)" }.sorted()
                    return "\(attachment.uuid) \(attachment.name) \(content) \(pieces)"
                }
                .sorted(),
                earlierTexts: entry.earlierTexts.map(\.text).sorted(),
                earlierIdentities: entry.earlierTexts.map(\.uuid).sorted(),
                earlierTimes: entry.earlierTexts.map(\.replacedAt).sorted()
            )
        }
        let notebooks = try context.fetch(FetchDescriptor<Diary.Notebook>())
        self.notebooks = Self.dictionary(notebooks.map { ($0.uuid, $0.name) })
        let tags = try context.fetch(FetchDescriptor<Diary.Tag>())
        self.tags = Self.dictionary(tags.map { ($0.uuid, $0.name) })
        partCount =
            try context.fetchCount(FetchDescriptor<Diary.Attachment>())
            + context.fetchCount(FetchDescriptor<Diary.EarlierText>())
        pieceCount = try context.fetchCount(FetchDescriptor<Diary.Piece>())
    }

    private static func dictionary(_ pairs: [(UUID, String)]) -> [UUID: String] {
        Dictionary(pairs) { first, _ in first }
    }

    /// The content as sorted lines, whose difference shows where two stores differ.
    var lines: [String] {
        let lines =
            entries.map { "entry \($0) \($1)" } + notebooks.map { "notebook \($0) \($1)" }
            + tags.map { "tag \($0) \($1)" } + ["\(partCount) parts, \(pieceCount) pieces"]
        return lines.sorted()
    }

    /// All texts of entries, the earlier ones included.
    var texts: Set<String> {
        Set(entries.values.flatMap { [$0.text] + $0.earlierTexts })
    }
}
