// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

extension SyncSchema {
    /// A journal: entries with earlier texts, attachments with parts, tags, and one notebook.
    static func journal() throws -> SyncSchema {
        let name = SyncEntity.Unique(["name"])
        return try SyncSchema(
            entities: [
                SyncEntity("book", fields: [.init("name")], uniques: [name]),
                SyncEntity("tag", fields: [.init("name")], uniques: [name]),
                SyncEntity(
                    "entry",
                    fields: [
                        .init(
                            "text",
                            .guarded(.init(entity: "earlier", content: "text", owner: "entry"))
                        ),
                        .init("star"),
                        .init("book", .reference(to: "book", .denies(substitute: .null))),
                    ]
                ),
                SyncEntity(
                    "earlier",
                    fields: [.init("text", .guarded(nil)), .init("entry", .owner(of: "entry"))]
                ),
                SyncEntity(
                    "attachment",
                    fields: [
                        .init("content", .guarded(nil)), .init("label"),
                        .init("entry", .owner(of: "entry")),
                    ]
                ),
                SyncEntity(
                    "part",
                    fields: [
                        .init("content", .guarded(nil)),
                        .init("attachment", .owner(of: "attachment")),
                    ]
                ),
            ],
            relations: ["tags"]
        )
    }
}
