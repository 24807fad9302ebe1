// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// Performs the tools with the daemon.
struct MCPTools {
    private static let defaultLimit = 20
    private static let maximumLimit = 100
    /// The name of the command in the undo log.
    private static let command = "mcp"

    private let context: CommandContext

    init(context: CommandContext) { self.context = context }

    /// Performs a tool that needs no confirmation.
    func call(_ tool: MCPTool, _ arguments: JSON) throws(ClientError) -> JSON {
        let client = try context.client
        // An idle daemon can exit, and the next call starts one.
        defer { client.disconnect() }
        let fields = try Self.fields(tool, arguments)
        switch tool {
        case .list: return try list(fields)
        case .search: return try search(fields)
        case .read: return try client.call(EntryGet(id: try Self.id(fields))).entry.json
        case .write: return try write(fields)
        case .edit: return try edit(fields)
        case .delete: return try delete(try entry(toDelete: arguments))
        case .notebooks: return try client.call(NotebookList()).json
        case .tags: return try client.call(TagList()).json
        }
    }

    /// Returns the entry of the arguments of `delete_entry`.
    func entry(toDelete arguments: JSON) throws(ClientError) -> EntryRecord {
        let fields = try Self.fields(.delete, arguments)
        return try entry(try Self.id(fields).text)
    }

    /// Returns whether the arguments of `delete_entry` confirm the deletion.
    func isConfirmed(_ arguments: JSON) throws(ClientError) -> Bool {
        let fields = try Self.fields(.delete, arguments)
        return try Self.value { () throws(InvalidParams) in try fields.optional("confirm") }
            ?? false
    }

    /// Moves an entry to the trash unless it was changed in the meantime.
    func delete(_ entry: EntryRecord) throws(ClientError) -> JSON {
        let client = try context.client
        defer { client.disconnect() }
        let call = EntryDelete(id: EntryReference(entry.id), ifRevision: entry.revision)
        let written = try client.call(call)
        if entry.trashedAt == nil {
            let change = EntryChange(.delete, entry, written)
            context.record(Self.command, written.cursor, [change])
        }
        return written.json
    }

    /// Returns an entry.
    func entry(_ id: String) throws(ClientError) -> EntryRecord {
        let client = try context.client
        defer { client.disconnect() }
        return try client.call(EntryGet(id: try EntryArgument.reference(id))).entry
    }

    /// Returns the newest entries.
    func newestEntries(_ limit: Int) throws(ClientError) -> [EntryRecord] {
        let client = try context.client
        defer { client.disconnect() }
        return try client.call(EntryList(limit: limit)).entries
    }
}

extension MCPTools {
    private func list(_ fields: JSONFields) throws(ClientError) -> JSON {
        let call = EntryList(filter: try filter(fields), limit: try Self.limit(fields))
        let reply = try context.client.call(call)
        return [
            "entries": .array(reply.entries.map(\.json)), "hasMore": .bool(reply.nextPage != nil),
        ]
    }

    private func search(_ fields: JSONFields) throws(ClientError) -> JSON {
        let call = EntrySearch(
            query: try Self.value { () throws(InvalidParams) in try fields.required("query") },
            options: QueryOptions(now: LocalTime.now()),
            filter: try filter(fields),
            limit: try Self.limit(fields)
        )
        let reply = try context.client.call(call)
        return [
            "matches": .array(reply.matches.map { Self.marked($0).json }),
            "hasMore": .bool(reply.nextPage != nil),
        ]
    }

    /// Returns a match with the matching words of its snippet marked as in Markdown: models do not
    /// expect control characters.
    private static func marked(_ match: EntryMatch) -> EntryMatch {
        var match = match
        match.snippet.replace(String(EntryMatch.matchStart), with: "**")
        match.snippet.replace(String(EntryMatch.matchEnd), with: "**")
        return match
    }

    private func write(_ fields: JSONFields) throws(ClientError) -> JSON {
        let date: String? = try Self.value { () throws(InvalidParams) in try fields.optional("at") }
        var call = try Self.value { () throws(InvalidParams) in
            EntryCreate(text: try fields.required("text"))
        }
        call.notebook = try Self.string("notebook", fields) ?? context.settings.notebook
        call.tags = try Self.tags(fields) ?? []
        if context.settings.textTags ?? true {
            call.tags = TextTags(call.text).adding(to: call.tags)
        }
        call.starred =
            try Self.value { () throws(InvalidParams) in try fields.optional("starred") } ?? false
        call.id = .random()
        call.createdAt = try date.map(DateArgument(context).instant) ?? LocalTime.now()
        call.zone = LocalTime.zone(environment: context.environment)
        let written = try EntryWriter(context).write(call)
        context.record(Self.command, written.cursor, [EntryChange(created: written)])
        return written.json
    }

    private func edit(_ fields: JSONFields) throws(ClientError) -> JSON {
        let id = try Self.id(fields)
        var change = EntryUpdate(
            id: id,
            text: try Self.string("text", fields),
            starred: try Self.value { () throws(InvalidParams) in try fields.optional("starred") },
            notebook: try Self.string("notebook", fields),
            tags: try Self.tags(fields),
            include: .full
        )
        change.ifRevision = try Self.value { () throws(InvalidParams) in
            try fields.required("ifRev")
        }
        let entry = try context.client.call(EntryGet(id: id)).entry
        if let text = change.text, change.tags == nil, context.settings.textTags ?? true {
            change.tags = TextTags.edited(entry.tags, from: entry.text, to: text)
        }
        let written = try context.client.call(change)
        let changes = EntryChange(entry, change, written).map { [$0] } ?? []
        context.record(Self.command, written.cursor, changes)
        return written.json
    }

    private func filter(_ fields: JSONFields) throws(ClientError) -> Filter {
        var filter = Filter(
            notebook: try Self.string("notebook", fields),
            tags: try Self.tags(fields) ?? []
        )
        let dates = DateArgument(context)
        if let since = try Self.string("since", fields) { filter.since = try dates.since(since) }
        if let until = try Self.string("until", fields) { filter.until = try dates.until(until) }
        let starred: Bool? = try Self.value { () throws(InvalidParams) in
            try fields.optional("starred")
        }
        filter.starred = starred == true ? true : nil
        return filter
    }
}

extension MCPTools {
    /// Returns the arguments of a tool, which have no other names than its parameters.
    private static func fields(
        _ tool: MCPTool,
        _ arguments: JSON
    ) throws(ClientError) -> JSONFields {
        if case .object(let object) = arguments {
            let names = tool.parameters.map(\.name)
            for member in object.members where !names.contains(member.key) {
                let known = names.isEmpty ? "no arguments" : names.joined(separator: ", ")
                let message = "unknown argument \"\(member.key)\"; \(tool.rawValue) has \(known)"
                throw ClientError(.usage, message)
            }
        }
        return try value { () throws(InvalidParams) in try JSONFields(arguments) }
    }

    private static func value<Value>(
        _ read: () throws(InvalidParams) -> Value
    ) throws(ClientError) -> Value {
        do throws(InvalidParams) {
            return try read()
        } catch {
            throw ClientError(.usage, error.message(root: "arguments"))
        }
    }

    private static func id(_ fields: JSONFields) throws(ClientError) -> EntryReference {
        let text: String = try value { () throws(InvalidParams) in try fields.required("id") }
        return try EntryArgument.reference(text)
    }

    private static func string(
        _ name: String,
        _ fields: JSONFields
    ) throws(ClientError) -> String? {
        try value { () throws(InvalidParams) in try fields.optional(name) }
    }

    private static func tags(_ fields: JSONFields) throws(ClientError) -> [String]? {
        let tags: [String]? = try value { () throws(InvalidParams) in try fields.array("tags") }
        return tags.map { $0.isEmpty ? [] : TextTags.names(in: $0) }
    }

    private static func limit(_ fields: JSONFields) throws(ClientError) -> Int {
        try value { () throws(InvalidParams) in
            try fields.integer("limit", in: 1...maximumLimit) ?? defaultLimit
        }
    }
}
