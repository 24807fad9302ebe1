// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The exact text of the results and the notifications, on which programs in other languages rely.
struct ReplyTextTests {
    private static let id = Samples.id
    private static let time = Samples.time
    private static let cursor = Samples.cursor
    private static let page = Samples.page
    private static let attachment = AttachmentRecord(
        id: "a",
        name: "a.png",
        mediaType: "image/png",
        size: 5,
        digest: "0a"
    )
    private static let step = StepRecord(
        id: id,
        client: "journal",
        command: "edit",
        time: time,
        revision: 7,
        changeCount: 2,
        ids: [id],
        renamings: [NameChange(.tag, id: "t", from: "x", to: "y")],
        obstacle: .init(kind: "purge", message: "gone", name: "x")
    )

    private static let replies: [(any ProtocolObject, String)] = [
        (
            Hello.Reply(
                version: "1.2.3",
                capabilities: [Capability("undo", since: "0.1.0")],
                epoch: "5b1d",
                cursor: cursor,
                limits: ["line": 9, "depth": 3],
                pid: 7,
                isWorking: true
            ),
            #"""
            {"server":"journal-daemon","version":"1.2.3","protocol":1,\#
            "capabilities":[{"name":"undo","since":"0.1.0"}],"epoch":"5b1d",\#
            "cursor":"5b1d.12","limits":{"depth":3,"line":9},"pid":7,"working":true}
            """#
        ),
        (
            EntryWritten(id: id, revision: 12, cursor: cursor, created: false),
            #"{"id":"\#(id)","rev":12,"cursor":"5b1d.12","created":false}"#
        ),
        (
            EntryGet.Reply(entry: Samples.entry(), cursor: cursor),
            #"""
            {"entry":{"id":"\#(id)","rev":12,"notebook":{"id":"n","name":"journal"},\#
            "createdAt":"2026-11-21T10:15:00.250+01:00","zone":"Europe/Berlin",\#
            "localDay":"2026-11-21","modifiedAt":"2026-11-21T09:15:00.250Z","starred":true,\#
            "tags":["home"],"attachments":[{"id":"a","name":"x.png","mediaType":"image/png",\#
            "size":5,"digest":"00"}],"trashedAt":"2026-11-21T09:15:00.250Z","text":"hello\n"},\#
            "cursor":"5b1d.12"}
            """#
        ),
        (
            EntryPurge.Reply(purgedCount: 3, cursor: cursor),
            #"{"purged":3,"cursor":"5b1d.12"}"#
        ),
        (
            EntryHistory.Reply(
                versions: [EntryVersion(id: id, replacedAt: time, text: "a", truncated: true)],
                nextPage: page,
                cursor: cursor
            ),
            #"""
            {"versions":[{"id":"\#(id)","replacedAt":"2026-11-21T10:15:00.250+01:00",\#
            "text":"a","truncated":true}],"nextPage":"5b1d/7/1/2","cursor":"5b1d.12"}
            """#
        ),
        (
            EntryList.Reply(entries: [], nextPage: page, cursor: cursor),
            #"{"entries":[],"nextPage":"5b1d/7/1/2","cursor":"5b1d.12"}"#
        ),
        (
            EntryList.Reply(
                entries: [],
                ids: [EntryRevision(id: id, revision: 12)],
                nextPage: nil,
                cursor: cursor
            ),
            #"{"ids":[{"id":"\#(id)","rev":12}],"cursor":"5b1d.12"}"#
        ),
        (
            EntrySearch.Reply(matches: [], nextPage: nil, cursor: cursor, unreadableCount: 2),
            #"{"matches":[],"cursor":"5b1d.12","unreadable":2}"#
        ),
        (
            EntryCount.Reply(count: 4, cursor: cursor),
            #"{"count":4,"cursor":"5b1d.12"}"#
        ),
        (
            AttachmentAdd.Reply(
                id: id,
                receivedSize: 5,
                attachment: attachment,
                entryRevision: 12,
                formerEntryRevision: 11,
                cursor: cursor
            ),
            #"""
            {"id":"\#(id)","received":5,"attachment":{"id":"a","name":"a.png",\#
            "mediaType":"image/png","size":5,"digest":"0a"},"rev":12,"formerRev":11,\#
            "cursor":"5b1d.12"}
            """#
        ),
        (
            AttachmentGet.Reply(attachment: attachment, data: Base64([0, 255]), cursor: cursor),
            #"""
            {"attachment":{"id":"a","name":"a.png","mediaType":"image/png","size":5,\#
            "digest":"0a"},"data":"AP8=","cursor":"5b1d.12"}
            """#
        ),
        (
            AttachmentList.Reply(attachments: [], cursor: cursor),
            #"{"attachments":[],"cursor":"5b1d.12"}"#
        ),
        (
            AttachmentRemove.Reply(id: id, cursor: cursor),
            #"{"id":"\#(id)","cursor":"5b1d.12"}"#
        ),
        (
            NotebookWritten(notebook: Samples.notebook, cursor: cursor),
            #"""
            {"notebook":{"id":"n","name":"journal","entries":3,"rev":1},"cursor":"5b1d.12"}
            """#
        ),
        (
            NotebookList.Reply(notebooks: [Samples.notebook], cursor: cursor),
            #"""
            {"notebooks":[{"id":"n","name":"journal","entries":3,"rev":1}],"cursor":"5b1d.12"}
            """#
        ),
        (
            NotebookDelete.Reply(id: "n", movedCount: 2, cursor: cursor),
            #"{"id":"n","moved":2,"cursor":"5b1d.12"}"#
        ),
        (
            TagList.Reply(tags: [Samples.tag], cursor: cursor),
            #"{"tags":[{"id":"t","name":"home","entries":2,"rev":4}],"cursor":"5b1d.12"}"#
        ),
        (
            TagRename.Reply(tag: Samples.tag, cursor: cursor),
            #"{"tag":{"id":"t","name":"home","entries":2,"rev":4},"cursor":"5b1d.12"}"#
        ),
        (
            TagDelete.Reply(id: "t", entryCount: 3, cursor: cursor),
            #"{"id":"t","entries":3,"cursor":"5b1d.12"}"#
        ),
        (
            StepMoved(
                step: step,
                changeCount: 1,
                entries: [.init(id: id, revision: 8, effect: .trashed)],
                renamings: step.renamings,
                failureCount: 1,
                failures: [.init(id: id, kind: .conflict, message: "changed")],
                nextPage: page,
                cursor: cursor
            ),
            #"""
            {"step":{"id":"\#(id)","client":"journal","command":"edit",\#
            "time":"2026-11-21T10:15:00.250+01:00","rev":7,"changes":2,"ids":["\#(id)"],\#
            "renamings":[{"kind":"tag","id":"t","formerName":"x","name":"y"}],\#
            "obstacle":{"kind":"purge","message":"gone","name":"x"}},"changes":1,\#
            "entries":[{"id":"\#(id)","rev":8,"effect":"trashed"}],"renamings":[{"kind":"tag",\#
            "id":"t","formerName":"x","name":"y"}],"failed":1,"failures":[{"id":"\#(id)",\#
            "kind":"conflict","message":"changed"}],"nextPage":"5b1d/7/1/2",\#
            "cursor":"5b1d.12"}
            """#
        ),
        (
            UndoList.Reply(steps: [], cursor: cursor),
            #"{"steps":[],"cursor":"5b1d.12"}"#
        ),
        (
            Backup.Reply(path: "/b", size: 4096, cursor: cursor),
            #"{"path":"/b","size":4096,"cursor":"5b1d.12"}"#
        ),
        (
            BackupVerify.Reply(
                problems: ["bad"],
                entryCount: 2,
                attachmentCount: 1,
                version: "1.0.0",
                isEncrypted: true,
                values: EncryptedValueReport(count: 9, damagedCount: 1, entries: ["e"])
            ),
            #"""
            {"intact":false,"problems":["bad"],"entries":2,"attachments":1,"schema":"1.0.0",\#
            "encrypted":true,"values":{"checked":9,"damaged":1,"entries":["e"]}}
            """#
        ),
        (
            StoreVerify.Reply(problems: [], values: EncryptedValueReport(count: 9)),
            #"""
            {"intact":true,"problems":[],"values":{"checked":9,"damaged":0,"entries":[]}}
            """#
        ),
        (
            StoreCompact.Reply(formerSize: 2, size: 1, cursor: cursor),
            #"{"formerSize":2,"size":1,"cursor":"5b1d.12"}"#
        ),
        (
            Batch.Reply(results: [["a": 1], .null], cursor: cursor),
            #"{"results":[{"a":1},null],"cursor":"5b1d.12"}"#
        ),
        (
            Subscribe.Reply(subscription: "s", cursor: cursor, mode: .delta),
            #"{"sub":"s","cursor":"5b1d.12","mode":"delta"}"#
        ),
        (
            ListOpen.Reply(
                list: 7,
                cursor: cursor,
                rows: [ListedEntry(id: "e", revision: 3, group: "g", truncated: true)],
                more: true
            ),
            #"""
            {"list":7,"cursor":"5b1d.12","rows":[{"id":"e","rev":3,"group":"g",\#
            "truncated":true}],"more":true}
            """#
        ),
        (
            Flush.Reply(cursor: cursor),
            #"{"cursor":"5b1d.12"}"#
        ),
        (
            Status.Reply(
                version: "1.2.3",
                pid: 2,
                startedAt: time.utc,
                uptimeSeconds: 1.5,
                store: "/s",
                socket: "/t",
                cursor: cursor,
                entryCount: 1,
                trashedCount: 2,
                notebookCount: 3,
                tagCount: 4,
                clientCount: 5,
                subscriptionCount: 6,
                memory: MemoryRecord(
                    requests: 1,
                    output: 2,
                    lists: 3,
                    subscriptions: 4,
                    changes: 5
                ),
                processMemory: 100,
                sqliteVersion: "3.50.0",
                isReadOnly: true,
                isEncrypted: true,
                isLocked: true,
                damage: "bad page"
            ),
            #"""
            {"version":"1.2.3","protocol":1,"pid":2,"startedAt":"2026-11-21T09:15:00.250Z",\#
            "uptime":1.5,"store":"/s","socket":"/t","cursor":"5b1d.12","entries":1,\#
            "trashed":2,"notebooks":3,"tags":4,"clients":5,"subscriptions":6,"memory":15,\#
            "memoryParts":{"requests":1,"output":2,"lists":3,"subscriptions":4,"changes":5},\#
            "processMemory":100,"sqlite":"3.50.0","readOnly":true,"encrypted":true,\#
            "locked":true,"damage":"bad page"}
            """#
        ),
        (
            EntryStatistics.Reply(
                entryCount: 3,
                wordCount: 20,
                dayCount: 2,
                first: time.day,
                last: time.day,
                longestStreak: .init(from: time.day, to: time.day),
                days: [.init(day: time.day, entryCount: 3, wordCount: 20)],
                hours: Array(0..<24),
                weekdays: Array(0..<7),
                tags: [.init(name: "x", entryCount: 1)],
                cursor: cursor
            ),
            #"""
            {"entries":3,"words":20,"dayCount":2,"first":"2026-11-21","last":"2026-11-21",\#
            "longestStreak":{"days":1,"from":"2026-11-21","to":"2026-11-21"},\#
            "days":[{"day":"2026-11-21","entries":3,"words":20}],"hours":[0,1,2,3,4,5,6,7,8,\#
            9,10,11,12,13,14,15,16,17,18,19,20,21,22,23],"weekdays":[0,1,2,3,4,5,6],\#
            "tags":[{"name":"x","entries":1}],"cursor":"5b1d.12"}
            """#
        ),
        (
            Clients.Reply(clients: [
                ClientRecord(number: 3, pid: 4, connectedAt: time.utc, lists: [7], isCaller: true)
            ]),
            #"""
            {"clients":[{"number":3,"pid":4,"connectedAt":"2026-11-21T09:15:00.250Z",\#
            "framing":"lines","requests":0,"subscriptions":[],"lists":[7],"unsent":0,\#
            "received":0,"self":true}]}
            """#
        ),
    ]

    private static let notifications: [(any NotificationContent, String)] = [
        (
            Changes(
                subscription: "s",
                from: cursor,
                to: Cursor(epoch: "5b1d", revision: 13),
                items: [
                    ChangeItem(operation: .create, kind: .entry, id: "e", revision: 13),
                    ChangeItem(operation: .delete, kind: .tag, id: "t", revision: 13, name: "x"),
                    ChangeItem(
                        operation: .update,
                        kind: .notebook,
                        id: "n",
                        revision: 13,
                        truncated: true
                    ),
                ],
                more: true
            ),
            #"""
            {"sub":"s","from":"5b1d.12","to":"5b1d.13","items":[{"op":"create","kind":"entry",\#
            "id":"e","rev":13},{"op":"delete","kind":"tag","id":"t","rev":13,"name":"x"},\#
            {"op":"update","kind":"notebook","id":"n","rev":13,"truncated":true}],"more":true}
            """#
        ),
        (
            ListChanges(
                list: 7,
                from: cursor,
                to: cursor,
                items: [
                    ListItem(
                        operation: .move,
                        index: 3,
                        from: 1,
                        row: ListedEntry(id: "e", revision: 3)
                    ),
                    ListItem(operation: .insert, index: 0, row: ListedEntry(id: "f", revision: 4)),
                    ListItem(operation: .delete, index: 0, row: ListedEntry(id: "f", revision: 4)),
                    ListItem(operation: .update, index: 0, row: ListedEntry(id: "f", revision: 4)),
                ]
            ),
            #"""
            {"list":7,"from":"5b1d.12","to":"5b1d.12","items":[{"op":"move","index":3,\#
            "from":1,"id":"e","rev":3},{"op":"insert","index":0,"id":"f","rev":4},\#
            {"op":"delete","index":0,"id":"f","rev":4},{"op":"update","index":0,"id":"f",\#
            "rev":4}]}
            """#
        ),
        (
            Reset(subscription: "s", from: cursor, to: cursor, reason: .history),
            #"{"sub":"s","from":"5b1d.12","to":"5b1d.12","reason":"history"}"#
        ),
        (
            End(subscription: 7, reason: "shutdown"),
            #"{"sub":7,"reason":"shutdown"}"#
        ),
        (
            ProgressReport(request: 7, progress: WorkProgress(.overwrite, done: 1, of: 2)),
            #"{"id":7,"phase":"overwrite","done":1,"total":2}"#
        ),
    ]

    @Test(arguments: (replies + syncReplies).indices) func replyHasItsText(index: Int) throws {
        let (reply, text) = (Self.replies + Self.syncReplies)[index]
        #expect(String(decoding: reply.serialized(), as: UTF8.self) == text)
        let parsed = try type(of: reply).init(json: JSON.parse(Array(text.utf8)))
        #expect(String(decoding: parsed.serialized(), as: UTF8.self) == text)
    }

    @Test func everyMethodWithAResultHasAText() {
        let replies = Self.replies + Self.syncReplies
        let known = Set(replies.map { reply, _ in ObjectIdentifier(type(of: reply)) })
        for method in MethodName.allCases where method != .describe {
            let type = Self.reply(of: method.call)
            #expect(type == Empty.self || known.contains(ObjectIdentifier(type)), "\(method)")
        }
    }

    @Test(arguments: notifications.indices) func notificationHasItsText(index: Int) throws {
        let (content, text) = Self.notifications[index]
        let line = String(decoding: content.notification.line, as: UTF8.self)
        let method = type(of: content).method
        #expect(line == #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(text)}"#)
        let parsed = try type(of: content).init(json: JSON.parse(Array(text.utf8)))
        #expect(String(decoding: parsed.serialized(), as: UTF8.self) == text)
    }

    private static func reply<Call: MethodCall>(of call: Call.Type) -> any ProtocolObject.Type {
        Call.Reply.self
    }
}
