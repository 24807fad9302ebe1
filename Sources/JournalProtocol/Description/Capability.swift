// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A feature beyond the methods and members of the first version of the protocol, which `hello`
/// lists and a client can require.
package struct Capability: ProtocolObject, Equatable {
    /// The stable name.
    package var name: String
    /// The first version of the daemon that has the feature.
    package var since: String

    /// Creates a capability.
    package init(_ name: String, since: String = "0.1.0") {
        self.name = name
        self.since = since
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        name = try fields.required("name", \.name)
        since = try fields.required("since", \.since)
    }
}

extension Capability {
    /// The capabilities of this version, which `Protocol/README.md` documents.
    package static let all: [Capability] = [
        Capability("search.operators"), Capability("search.dates"), Capability("search.stem"),
        Capability("entry.search.order"),
        Capability("warnings"), Capability("progress"), Capability("describe"),
        Capability("clients"),
        Capability("subscribe.query"), Capability("subscribe.noEcho"),
        Capability("subscribe.progress"), Capability("list"),
        Capability("entry.statistics"), Capability("entry.list.random"),
        Capability("entry.history"), Capability("entry.update.createdAt"),
        Capability("entry.update.addTags"),
        Capability("entry.create.earlierTexts"), Capability("attachment"),
        Capability("backup"), Capability("entry.purge"), Capability("trash.empty"),
        Capability("store.compact"), Capability("undo"),
        Capability("tag.merge"),
        Capability("tag.delete"), Capability("encryption"), Capability("store.release"),
        Capability("sync"),
        Capability("framing.headers"), Capability("framing.channel"),
    ]
}
