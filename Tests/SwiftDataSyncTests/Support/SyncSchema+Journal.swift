// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

extension SyncSchema {
    /// A journal: entries with earlier texts, attachments with parts, tags, and one notebook.
    ///
    /// With `singles`, an entry has a cover, and a notebook a shelf, which belong to no other.
    static func journal(singles: Bool = false) throws -> SyncSchema {
        let name = SyncEntity.Unique(["name"])
        let earlier = SyncEntity.Kept(entity: "earlier", content: "text", owner: "entry")
        let entities = [
            SyncEntity("book", fields: [.init("name")], uniques: [name]),
            SyncEntity("tag", fields: [.init("name")], uniques: [name]),
            SyncEntity(
                "entry",
                fields: [
                    .init("text", role: .guarded(earlier)), .init("star"),
                    .init("book", role: .reference(to: "book", .denies(substitute: .null))),
                ]
            ),
            SyncEntity(
                "earlier",
                fields: [
                    .init("text", role: .guarded(nil)),
                    .init("entry", role: .owner(of: "entry")),
                ]
            ),
            SyncEntity(
                "attachment",
                fields: [
                    .init("content", role: .guarded(nil)), .init("label"),
                    .init("entry", role: .owner(of: "entry")),
                ]
            ),
            SyncEntity(
                "part",
                fields: [
                    .init("content", role: .guarded(nil)),
                    .init("attachment", role: .owner(of: "attachment")),
                ]
            ),
        ]
        return try SyncSchema(
            entities: entities + (singles ? Self.singles : []),
            relations: ["tags"]
        )
    }

    /// Entities with references that one row at most has.
    private static var singles: [SyncEntity] {
        [
            SyncEntity(
                "shelf",
                fields: [
                    .init("name"),
                    .init("book", role: .reference(to: "book", .nullifies), isExclusive: true),
                ],
                uniques: [SyncEntity.Unique(["name"])]
            ),
            SyncEntity(
                "cover",
                fields: [
                    .init("content", role: .guarded(nil)),
                    .init("page", role: .reference(to: "entry", .nullifies), isExclusive: true),
                ]
            ),
        ]
    }
}
