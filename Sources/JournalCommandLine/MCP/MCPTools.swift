// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// Performs the tools with the daemon.
struct MCPTools {
    /// The name of the command in the list of changes that can be undone.
    private static let command = "mcp"
    /// The number of days of statistics without a lower bound.
    private static let statisticsDayCount = 30

    let context: CommandContext

    init(context: CommandContext) { self.context = context }

    /// Performs a tool that needs no confirmation.
    func call(_ tool: MCPTool, arguments: JSON) throws(ClientError) -> JSON {
        let client = try context.client
        // An idle daemon can exit, and the next call starts one.
        defer { client.disconnect() }
        client.beginStep(Self.command)
        let fields = try MCPArguments(arguments, of: tool)
        switch tool {
        case .list: return try list(fields)
        case .search: return try search(fields)
        case .read: return try client.call(EntryGet(id: try fields.entry())).entry.json
        case .attachments: return try listAttachments(fields)
        case .readAttachment: return try readAttachment(fields)
        case .statistics: return try statistics(fields)
        case .write: return try write(fields)
        case .edit: return try edit(fields)
        case .delete: return try delete(try entry(toDelete: arguments))
        case .undo: return try undo()
        case .notebooks: return try client.call(NotebookList()).json
        case .tags: return try client.call(TagList()).json
        }
    }

    /// Returns the entry of the arguments of `delete_entry`.
    func entry(toDelete arguments: JSON) throws(ClientError) -> EntryRecord {
        try entry(try MCPArguments(arguments, of: .delete).entry().description)
    }

    /// Returns whether the arguments of `delete_entry` confirm the deletion.
    func isConfirmed(_ arguments: JSON) throws(ClientError) -> Bool {
        try MCPArguments(arguments, of: .delete).optional("confirm") ?? false
    }

    /// Moves an entry to the trash unless it was changed in the meantime.
    func delete(_ entry: EntryRecord) throws(ClientError) -> JSON {
        let client = try context.client
        defer { client.disconnect() }
        client.beginStep(Self.command)
        let call = EntryDelete(id: EntryReference(entry.id), ifRevision: entry.revision)
        return try client.call(call).json
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
    private func list(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let page: MCPPage? = try arguments.optional("page")
        let filter = try filter(arguments, page: page)
        let reply = try context.client.call(
            EntryList(filter: filter, limit: try arguments.limit(), page: page?.cursor)
        )
        return Self.page(
            "entries",
            items: reply.entries.map(\.json),
            filter: filter,
            next: reply.nextPage
        )
    }

    private func search(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let page: MCPPage? = try arguments.optional("page")
        let filter = try filter(arguments, page: page)
        let reply = try context.client.call(
            EntrySearch(
                query: try arguments.required("query"),
                options: QueryOptions(now: LocalTime.now()),
                filter: filter,
                limit: try arguments.limit(),
                page: page?.cursor
            )
        )
        let matches = reply.matches.map { Self.marked($0).json }
        return Self.page("matches", items: matches, filter: filter, next: reply.nextPage)
    }

    /// Returns a page of a list, with the position of the next one.
    private static func page(
        _ name: String,
        items: [JSON],
        filter: Filter,
        next: PageCursor?
    ) -> JSON {
        var result = JSONObject()
        result.append(name, JSON.array(items))
        result.append("hasMore", next != nil)
        result.append(
            "nextPage",
            next.map { MCPPage(cursor: $0, since: filter.since, until: filter.until) }
        )
        return .object(result)
    }

    /// Returns the numbers of the entries that match, with the days between the bounds.
    private func statistics(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let now = LocalTime.now()
        let filter = try filter(arguments, page: nil)
        let last = min(filter.until?.day ?? now.day, now.day)
        let days = filter.since == nil ? Self.statisticsDayCount : EntryStatistics.defaultDayCount
        let earliest = last.adding(days: 1 - days) ?? last
        var reply = try context.client.call(
            EntryStatistics(
                filter: filter,
                query: try arguments.optional("query"),
                options: QueryOptions(now: now),
                from: min(max(filter.since?.day ?? earliest, earliest), last),
                to: last
            )
        )
        // A streak at the end of a previous period is not the current one.
        if last < now.day { reply.currentStreak = nil }
        return reply.json
    }

    /// Returns a match with the matching words of its snippet marked as in Markdown: models do not
    /// expect control characters.
    private static func marked(_ match: EntryMatch) -> EntryMatch {
        var match = match
        match.snippet.replace(String(EntryMatch.matchStart), with: "**")
        match.snippet.replace(String(EntryMatch.matchEnd), with: "**")
        return match
    }

    private func write(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        var call = EntryCreate(text: try arguments.required("text"))
        call.notebook = try arguments.optional("notebook") ?? context.settings.notebook
        call.tags = try arguments.tags() ?? []
        if context.settings.textTags ?? true {
            call.tags = TextTags(call.text).adding(to: call.tags)
        }
        call.starred = try arguments.optional("starred") ?? false
        call.id = .random()
        call.createdAt = try date(arguments) ?? LocalTime.now()
        call.zone = LocalTime.zone(environment: context.environment)
        return try EntryWriter(context).write(call).json
    }

    private func edit(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let id = try arguments.entry()
        let createdAt = try date(arguments)
        var change = EntryUpdate(
            id: id,
            ifRevision: try arguments.required("ifRev"),
            text: try arguments.optional("text"),
            starred: try arguments.optional("starred"),
            notebook: try arguments.optional("notebook"),
            tags: try arguments.tags(),
            addTags: try arguments.tags("addTags") ?? [],
            removeTags: try arguments.tags("removeTags") ?? [],
            createdAt: createdAt,
            zone: createdAt == nil ? nil : LocalTime.zone(environment: context.environment),
            include: .full
        )
        let entry = try context.client.call(EntryGet(id: id)).entry
        if let text = change.text, change.tags == nil, context.settings.textTags ?? true {
            change.tags = TextTags.edited(entry.tags, from: entry.text, to: text)
        }
        return try context.client.call(change).json
    }

    /// Undoes the last change if it is one of an assistant.
    private func undo() throws(ClientError) -> JSON {
        let client = try context.client
        guard let step = try client.call(UndoList(limit: 1)).steps.first else {
            throw ClientError(.nothingFound, "there is no change to undo")
        }
        guard step.command == Self.command else {
            throw ClientError(
                .usage,
                "the last change, \(step.command), was not made with these tools"
            )
        }
        return try client.call(Undo(StepSelection(step: step.id))).json
    }

    private func date(_ arguments: MCPArguments) throws(ClientError) -> Timestamp? {
        let text: String? = try arguments.optional("at")
        return try text.map(DateArgument(context).instant)
    }

    /// Returns the conditions of a list; further pages use the bounds of the first page.
    private func filter(
        _ arguments: MCPArguments,
        page: MCPPage?
    ) throws(ClientError) -> Filter {
        var filter = Filter(
            notebook: try arguments.optional("notebook"),
            tags: try arguments.tags() ?? []
        )
        if let page {
            (filter.since, filter.until) = (page.since, page.until)
        } else {
            let dates = DateArgument(context)
            let since: String? = try arguments.optional("since")
            let until: String? = try arguments.optional("until")
            filter.since = try since.flatMap(dates.since)
            filter.until = try until.flatMap(dates.until)
        }
        let isStarred: Bool? = try arguments.optional("starred")
        filter.starred = isStarred == true ? true : nil
        return filter
    }
}

extension DateBound {
    /// The day of the bound in the calendar of its author.
    fileprivate var day: Day {
        switch self {
        case .day(let day): day
        case .instant(let instant): instant.day
        }
    }
}
