// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

extension SyncSchema {
    /// A journal: entries with earlier texts, attachments with parts, tags, and one notebook.
    static func journal() throws -> SyncSchema {
        let name = SyncEntity.Unique(["name"])
        let earlier = SyncEntity.Kept(entity: "earlier", content: "text", owner: "entry")
        return try SyncSchema(
            entities: [
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
            ],
            relations: ["tags"]
        )
    }
}
