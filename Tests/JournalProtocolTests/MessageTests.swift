// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Sample values for the message tests.
enum Samples {
    static let id = EntryID("8c5f0f2e-0000-4000-8000-00000000abcd") ?? .random()
    static let reference = EntryReference(id)
    static let cursor = Cursor(epoch: "5b1d", revision: 12)
    static let page = PageCursor(epoch: "5b1d", queryHash: 7, position: [1, 2])
    static let options = QueryOptions(stem: true, now: Timestamp("2026-11-21T10:15:00+01:00"))
    static let time = Timestamp("2026-11-21T10:15:00.250+01:00") ?? .epoch
    static let notebook = NotebookRecord(id: "n", name: "journal", entryCount: 3, revision: 1)
    static let tag = TagRecord(id: "t", name: "home", entryCount: 2, revision: 4)
    static let filter = Filter(
        notebook: "work",
        tags: ["a", "b"],
        since: .day(time.day),
        until: .instant(time),
        starred: true,
        trashed: false
    )

    static func entry(text: String = "hello\n") -> EntryRecord {
        EntryRecord(
            id: id,
            text: text,
            createdAt: time,
            zone: "Europe/Berlin",
            localDay: time.day,
            modifiedAt: time.utc,
            starred: true,
            revision: 12,
            notebook: .init(id: "n", name: "journal"),
            tags: ["home"],
            attachments: [
                AttachmentRecord(
                    id: "a",
                    name: "x.png",
                    mediaType: "image/png",
                    size: 5,
                    digest: "00"
                )
            ],
            trashedAt: time.utc
        )
    }
}

struct MessageTests {
    @Test func onlyAnEntryWithConflictsHasTheirNumber() throws {
        var entry = Samples.entry()
        #expect(entry.json["conflicts"] == nil)
        entry.conflicts = 2
        #expect(entry.json["conflicts"] == 2)
        try roundTrip(entry)
    }

    private func roundTrip<Message: JSONConvertible & Equatable>(_ messages: Message...) throws {
        for message in messages {
            let line = message.json.serialized()
            #expect(try Message(json: JSON.parse(line)) == message)
        }
    }

    @Test func helloRoundTrips() throws {
        try roundTrip(
            Hello(),
            Hello(clientName: "vim", clientVersion: "9", protocolVersions: [1], required: ["x"])
        )
        try roundTrip(
            Hello.Reply(
                version: "1",
                capabilities: [Capability("x", since: "1.2.3")],
                epoch: "e",
                cursor: Samples.cursor,
                pid: 1
            )
        )
    }

    @Test func entryWritesRoundTrip() throws {
        try roundTrip(
            EntryCreate(text: ""),
            EntryCreate(
                id: Samples.id,
                text: "t",
                notebook: "n",
                createNotebook: true,
                tags: ["a"],
                starred: true,
                createdAt: Samples.time,
                zone: "UTC",
                include: .full
            )
        )
        try roundTrip(
            EntryUpdate(id: Samples.reference),
            EntryUpdate(
                id: Samples.reference,
                ifRevision: 3,
                text: "t",
                starred: false,
                notebook: "n",
                createNotebook: true,
                tags: [],
                addTags: ["a"],
                removeTags: ["b"],
                createdAt: Samples.time,
                zone: "UTC",
                include: .summary
            )
        )
        try roundTrip(
            EntryDelete(id: Samples.reference),
            EntryDelete(id: Samples.reference, ifRevision: 1)
        )
        try roundTrip(
            EntryRestore(id: Samples.reference),
            EntryRestore(id: Samples.reference, include: .full)
        )
        try roundTrip(
            EntryWritten(id: Samples.id, revision: 1, cursor: Samples.cursor),
            EntryWritten(
                id: Samples.id,
                revision: 1,
                cursor: Samples.cursor,
                created: false,
                entry: Samples.entry()
            )
        )
    }

    @Test func entryReadsRoundTrip() throws {
        try roundTrip(
            EntryGet(id: Samples.reference),
            EntryGet(id: Samples.reference, allowsUnreadable: true)
        )
        var unreadable = Samples.entry()
        (unreadable.text, unreadable.isUnreadable) = ("", true)
        try roundTrip(
            EntryGet.Reply(entry: Samples.entry(), cursor: Samples.cursor),
            EntryGet.Reply(entry: unreadable, cursor: Samples.cursor)
        )
        try roundTrip(
            EntryList(),
            EntryList(
                filter: Samples.filter,
                order: .oldest,
                limit: 7,
                page: Samples.page,
                include: .ids
            )
        )
        try roundTrip(
            EntryList.Reply(
                entries: [Samples.entry()],
                nextPage: Samples.page,
                cursor: Samples.cursor
            ),
            EntryList.Reply(
                entries: [],
                ids: [EntryRevision(id: Samples.id, revision: 1)],
                nextPage: nil,
                cursor: Samples.cursor
            )
        )
        try roundTrip(
            EntryCount(),
            EntryCount(filter: Samples.filter, query: "q", options: Samples.options)
        )
        try roundTrip(EntryCount.Reply(count: 4, cursor: Samples.cursor))
        let day = try #require(Day("2026-11-20"))
        try roundTrip(
            EntryStatistics(),
            EntryStatistics(
                filter: Samples.filter,
                query: "q",
                options: Samples.options,
                from: day,
                to: day
            )
        )
        let streak = EntryStatistics.Streak(from: day, to: day)
        try roundTrip(
            EntryStatistics.Reply(entryCount: 0, wordCount: 0, dayCount: 0, cursor: Samples.cursor),
            EntryStatistics.Reply(
                entryCount: 3,
                wordCount: 20,
                dayCount: 2,
                first: day,
                last: day,
                longestStreak: streak,
                currentStreak: streak,
                days: [EntryStatistics.DayCount(day: day, entryCount: 3, wordCount: 20)],
                tags: [EntryStatistics.TagCount(name: "a", entryCount: 1)],
                cursor: Samples.cursor
            )
        )
        try roundTrip(
            EntrySearch(query: "q"),
            EntrySearch(
                query: "q",
                options: Samples.options,
                filter: Samples.filter,
                order: .unranked,
                limit: 1,
                page: Samples.page,
                include: .full
            )
        )
        let match = EntryMatch(entry: Samples.entry(), snippet: "\u{2}a\u{3}", score: 1.5)
        try roundTrip(
            EntrySearch.Reply(matches: [match], nextPage: nil, cursor: Samples.cursor),
            EntrySearch.Reply(
                matches: [],
                nextPage: nil,
                cursor: Samples.cursor,
                unreadableCount: 2
            )
        )
    }

    @Test func notebooksAndTagsRoundTrip() throws {
        try roundTrip(NotebookCreate(name: "n"))
        try roundTrip(NotebookList())
        try roundTrip(NotebookList.Reply(notebooks: [Samples.notebook], cursor: Samples.cursor))
        try roundTrip(NotebookRename(notebook: "a", name: "b"))
        try roundTrip(NotebookWritten(notebook: Samples.notebook, cursor: Samples.cursor))
        try roundTrip(
            NotebookDelete(notebook: "a"),
            NotebookDelete(notebook: "a", moveEntriesTo: "b")
        )
        try roundTrip(NotebookDelete.Reply(id: "n", movedCount: 2, cursor: Samples.cursor))
        try roundTrip(TagList())
        try roundTrip(TagList.Reply(tags: [Samples.tag], cursor: Samples.cursor))
        try roundTrip(TagRename(tag: "a", name: "b"), TagRename(tag: "a", name: "b", merge: true))
        try roundTrip(TagRename.Reply(tag: Samples.tag, cursor: Samples.cursor))
        try roundTrip(TagMerge(tag: "a", into: "b"))
        try roundTrip(TagDelete(tag: "a"))
        try roundTrip(TagDelete.Reply(id: "t", entryCount: 3, cursor: Samples.cursor))
    }

    @Test func connectionCallsRoundTrip() throws {
        try roundTrip(
            Batch(calls: [.init(EntryCreate(text: "a")), .init(NotebookCreate(name: "b"))])
        )
        try roundTrip(Batch.Reply(results: [["a": 1], .null], cursor: Samples.cursor))
        try roundTrip(
            Subscribe(),
            Subscribe(
                filter: Samples.filter,
                query: "q",
                options: Samples.options,
                since: Samples.cursor,
                include: .full,
                snapshot: true
            )
        )
        try roundTrip(
            Subscribe.Reply(subscription: 4, cursor: Samples.cursor, mode: .reset),
            Subscribe.Reply(subscription: "x", cursor: Samples.cursor, mode: .snapshot)
        )
        try roundTrip(Unsubscribe(subscription: "x"))
        try roundTrip(Flush())
        try roundTrip(Flush.Reply(cursor: Samples.cursor))
        try roundTrip(Cancel(id: 9))
        try roundTrip(Shutdown())
        try roundTrip(Status())
        try roundTrip(
            Status.Reply(
                version: "1",
                pid: 2,
                startedAt: Samples.time,
                uptimeSeconds: 1.5,
                store: "/s",
                socket: nil,
                cursor: Samples.cursor,
                entryCount: 1,
                sqliteVersion: "3.40.1"
            )
        )
    }

    @Test func notificationsRoundTrip() throws {
        let items = [
            ChangeItem(
                operation: .create,
                kind: .entry,
                id: "e",
                revision: 3,
                entry: Samples.entry()
            ),
            ChangeItem(operation: .delete, kind: .tag, id: "t", revision: 4, name: "n"),
            ChangeItem(operation: .update, kind: .entry, id: "e", revision: 5, truncated: true),
        ]
        try roundTrip(
            Changes(
                subscription: 1,
                from: Samples.cursor,
                to: Samples.cursor,
                items: items,
                more: true
            )
        )
        try roundTrip(
            Reset(subscription: 1, from: Samples.cursor, to: Samples.cursor, reason: .renamed)
        )
        try roundTrip(End(subscription: 1, reason: "shutdown"))
        try roundTrip(
            ProgressReport(request: 1, progress: WorkProgress(.check)),
            ProgressReport(request: "a", progress: WorkProgress(.delete, done: 2, of: 3))
        )
        let step = StepRecord(
            id: .random(),
            client: "journal",
            command: "edit",
            time: .epoch,
            revision: 7,
            changeCount: 2,
            ids: [.random()],
            renamings: [NameChange(.tag, id: "t", from: "a", to: "b")],
            obstacle: .init(kind: "purge", message: "gone")
        )
        let selection = StepSelection(
            step: step.id,
            limit: 5,
            page: PageCursor(epoch: "e", queryHash: 1, position: [2, -1])
        )
        try roundTrip(Undo(), Undo(selection))
        try roundTrip(Redo(), Redo(selection))
        try roundTrip(UndoList(), UndoList(undone: true, limit: 3))
        try roundTrip(UndoList.Reply(steps: [step], cursor: Samples.cursor))
        try roundTrip(
            StepMoved(step: step, cursor: Samples.cursor),
            StepMoved(
                step: step,
                changeCount: 1,
                entries: [.init(id: .random(), revision: 8, effect: .trashed)],
                renamings: step.renamings,
                failureCount: 1,
                failures: [.init(id: .random(), kind: .conflict, message: "changed")],
                nextPage: selection.page,
                cursor: Samples.cursor
            )
        )
        try roundTrip(StepName(id: step.id, client: "a"))
        try roundTrip(StepName(id: step.id, client: "a", command: "b"))
        try roundTrip(StoreCompact())
        try roundTrip(StoreCompact.Reply(formerSize: 2, size: 1, cursor: Samples.cursor))
    }

    @Test func liveListsRoundTrip() throws {
        try roundTrip(
            ListOpen(),
            ListOpen(
                filter: Filter(tags: ["t"]),
                query: "rain",
                options: Samples.options,
                order: .oldest,
                limit: 7,
                groupBy: .tag,
                include: .ids
            )
        )
        try roundTrip(ListClose(list: "a"))
        let entry = Samples.entry()
        let row = ListedEntry(id: "e", revision: 3, group: "g", entry: entry)
        let plain = ListedEntry(id: "f", revision: 4, truncated: true)
        try roundTrip(
            ListOpen.Reply(list: 1, cursor: Samples.cursor, rows: [row, plain], more: true)
        )
        let items = [
            ListItem(operation: .insert, index: 0, row: row),
            ListItem(operation: .move, index: 3, from: 1, row: plain),
        ]
        let changes = ListChanges(
            list: 1,
            from: Samples.cursor,
            to: Samples.cursor,
            items: items,
            more: true
        )
        let decoded = try JSON.parse(changes.json.serialized())
        #expect(try ListChanges(json: decoded) == changes)
    }

    @Test func wholeTextsAreNotListed() {
        let error = #expect(throws: InvalidParams.self) {
            try ListOpen(json: ["include": "full"])
        }
        #expect(error?.description.contains("\"summary\", \"ids\"") == true)
    }

    @Test func connectionsRoundTrip() throws {
        try roundTrip(Clients())
        try roundTrip(Describe())
        let full = ClientRecord(
            number: 3,
            pid: 4,
            name: "editor",
            version: "1",
            connectedAt: Samples.entry().modifiedAt,
            requests: 2,
            subscriptions: ["a", 7],
            unsentBytes: 9,
            isCaller: true
        )
        let plain = ClientRecord(number: 4, pid: nil, connectedAt: full.connectedAt)
        try roundTrip(Clients.Reply(clients: [full, plain]))
    }

    @Test(arguments: ["s", "a \"b\" \\ \u{1}\u{2028}", 7] as [RequestID], [false, true])
    func serializedItemsProduceTheSameLine(name: RequestID, more: Bool) {
        let entry = ChangeItem(
            operation: .create,
            kind: .entry,
            id: "e",
            revision: 3,
            entry: Samples.entry()
        )
        let tag = ChangeItem(operation: .delete, kind: .tag, id: "t", revision: 4)
        for items in [[], [entry], [entry, tag, entry]] {
            let changes = Changes(
                subscription: name,
                from: Samples.cursor,
                to: Cursor(epoch: "5b1d", revision: .max),
                items: items,
                more: more
            )
            var frame = changes
            frame.items = []
            let line = frame.line(items: items.map { $0.json.serialized() })
            #expect(line == changes.notification.line)
        }
    }

    @Test(arguments: ["l", "a \"b\" \u{2028}", 7] as [RequestID], [false, true])
    func serializedEditsProduceTheSameLine(name: RequestID, more: Bool) {
        let insertion = ListItem(
            operation: .insert,
            index: 3,
            row: ListedEntry(id: "e", revision: 3, entry: Samples.entry())
        )
        let row = ListedEntry(id: "d", revision: 4)
        let deletion = ListItem(operation: .delete, index: 0, row: row)
        for items in [[], [insertion], [insertion, deletion]] {
            let changes = ListChanges(
                list: name,
                from: Samples.cursor,
                to: Cursor(epoch: "5b1d", revision: .max),
                items: items,
                more: more
            )
            var frame = changes
            frame.items = []
            let line = frame.line(items: items.map { $0.json.serialized() })
            #expect(line == changes.notification.line)
        }
    }

    @Test func unknownAndNullMembersAreIgnored() throws {
        let json: JSON = ["text": "a", "mood": "fine", "notebook": .null, "tags": .null]
        #expect(try EntryCreate(json: json) == EntryCreate(text: "a"))
        #expect(try Status(json: .null) == Status())
    }

    @Test func batchAcceptsOnlyWrites() {
        for method in MethodName.allCases {
            let json: JSON = ["calls": [["method": .string(method.rawValue)]]]
            #expect((try? Batch(json: json)) != nil || !method.traits.isBatchable)
            #expect((try? Batch(json: json)) == nil || method.traits.isBatchable)
        }
        #expect(MethodName.allCases.filter(\.traits.isBatchable).count == 10)
    }
}

struct InvalidParamsTests {
    @Test(
        arguments: [
            ([:], "params.text: is required"),
            (["text": 5], "params.text: expected a string, got a number"),
            (["text": "a", "tags": "b"], "params.tags: expected an array, got a string"),
            (
                ["text": "a", "tags": ["b", true]],
                "params.tags[1]: expected a string, got a boolean"
            ),
            (["text": "a", "starred": 1], "params.starred: expected a boolean, got a number"),
            (["text": "a", "id": "x"], "params.id: expected a UUID, got \"x\""),
            (
                ["text": "a", "include": "all"],
                "params.include: expected one of \"ids\", \"summary\", \"full\", got \"all\""
            ),
        ] as [(JSON, String)]
    )
    func errorNamesTheInvalidField(params: JSON, message: String) {
        let error = #expect(throws: InvalidParams.self) { try EntryCreate(json: params) }
        #expect(error?.description == message)
        #expect(error?.error.kind == .paramsInvalid)
    }

    @Test(arguments: ["all", "ids"])
    func errorListsOnlyTheWordsThatTheMethodAccepts(word: String) {
        let json: JSON = ["include": .string(word), "query": "a", "id": "abcd"]
        let message = "params.include: expected one of \"summary\", \"full\", got \"\(word)\""
        let search = #expect(throws: InvalidParams.self) { try EntrySearch(json: json) }
        #expect(search?.description == message)
        let history = #expect(throws: InvalidParams.self) { try EntryHistory(json: json) }
        #expect(history?.description == message)
    }

    @Test(
        arguments: [
            (
                ["order": "random"],
                "params.order: expected one of \"newest\", \"oldest\", got \"random\""
            ),
            (["order": 1], "params.order: expected one of \"newest\", \"oldest\", got a number"),
            (
                ["include": "all"],
                "params.include: expected one of \"summary\", \"ids\", got \"all\""
            ),
        ] as [(JSON, String)]
    )
    func errorListsOnlyTheWordsOfALiveList(params: JSON, message: String) {
        let error = #expect(throws: InvalidParams.self) { try ListOpen(json: params) }
        #expect(error?.description == message)
    }

    @Test func invalidDateReportsItsKindAndPath() {
        let json: JSON = ["filter": ["since": "2026-02-30"]]
        let error = #expect(throws: InvalidParams.self) { try EntryList(json: json) }
        #expect(error?.error.kind == .dateInvalid)
        #expect(error?.error.details["path"] == "params.filter.since")
    }

    @Test func messageAboutAnInvalidDateNamesTheRange() {
        let json: JSON = ["filter": ["since": "9999-12-31T12:00:00Z"]]
        let error = #expect(throws: InvalidParams.self) { try EntryList(json: json) }
        #expect(error?.description.contains("from 0001-01-02 to 9999-12-31T00:00:00") == true)
    }

    @Test(arguments: [0, -1, 1001])
    func outOfRangeLimitIsRejected(limit: Int64) {
        let error = #expect(throws: InvalidParams.self) {
            try EntryList(json: ["limit": .integer(limit)])
        }
        #expect(
            error?.description == "params.limit: expected an integer from 1 to 1000, got \(limit)"
        )
    }

    @Test(
        arguments: [
            [:], ["calls": []], ["calls": [["method": "batch"]]], ["calls": [["method": "status"]]],
            ["calls": [[:]]], ["calls": [3]],
        ] as [JSON]
    )
    func invalidBatchIsRejected(params: JSON) {
        #expect(throws: InvalidParams.self) { try Batch(json: params) }
    }
}
