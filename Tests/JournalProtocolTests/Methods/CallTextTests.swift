// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The exact text of the parameters of each method, on which programs in other languages rely.
struct CallTextTests {
    private static let id = Samples.id
    private static let time = Samples.time
    private static let cursor = Samples.cursor
    private static let page = Samples.page
    private static let digest = String(repeating: "0a", count: 32)

    private static let calls: [(any MethodCall, String)] = [
        (
            Hello(
                clientName: "vim",
                clientVersion: "9.1",
                protocolVersions: [1],
                required: ["undo"]
            ),
            #"""
            {"client":{"name":"vim","version":"9.1"},"protocol":[1],"require":["undo"]}
            """#
        ),
        (
            EntryCreate(
                id: id,
                text: "a",
                notebook: "work",
                createNotebook: true,
                tags: ["x", "y"],
                starred: true,
                createdAt: time,
                zone: "Europe/Berlin",
                earlierTexts: [ImportedVersion(text: "b", replacedAt: time)],
                include: .full
            ),
            #"""
            {"id":"\#(id)","text":"a","notebook":"work","createNotebook":true,"tags":["x",\#
            "y"],"starred":true,"createdAt":"2026-11-21T10:15:00.250+01:00",\#
            "zone":"Europe/Berlin",\#
            "earlierTexts":[{"replacedAt":"2026-11-21T10:15:00.250+01:00","text":"b"}],\#
            "include":"full"}
            """#
        ),
        (
            EntryGet(id: EntryReference(id), allowsUnreadable: true),
            #"{"id":"\#(id)","allowUnreadable":true}"#
        ),
        (
            EntryUpdate(
                id: EntryReference(id),
                ifRevision: 3,
                text: "a",
                starred: false,
                notebook: "work",
                createNotebook: true,
                tags: [],
                addTags: ["x"],
                removeTags: ["y"],
                createdAt: time,
                zone: "UTC",
                include: .summary
            ),
            #"""
            {"id":"\#(id)","ifRev":3,"text":"a","starred":false,"notebook":"work",\#
            "createNotebook":true,"tags":[],"addTags":["x"],"removeTags":["y"],\#
            "createdAt":"2026-11-21T10:15:00.250+01:00","zone":"UTC","include":"summary"}
            """#
        ),
        (
            EntryDelete(id: EntryReference(id), ifRevision: 3),
            #"{"id":"\#(id)","ifRev":3}"#
        ),
        (
            EntryRestore(id: EntryReference(id), include: .full),
            #"{"id":"\#(id)","include":"full"}"#
        ),
        (
            EntryPurge(ids: [EntryReference(id)], isFollowed: true),
            #"{"ids":["\#(id)"],"more":true}"#
        ),
        (
            TrashEmpty(before: time),
            #"{"before":"2026-11-21T10:15:00.250+01:00"}"#
        ),
        (
            EntryHistory(id: EntryReference(id), version: id, limit: 7, page: page, include: .full),
            #"""
            {"id":"\#(id)","version":"\#(id)","limit":7,"page":"5b1d/7/1/2","include":"full"}
            """#
        ),
        (
            EntryList(filter: Samples.filter, order: .random, limit: 1, page: page, include: .ids),
            #"""
            {"filter":{"notebook":"work","tags":["a","b"],"since":"2026-11-21",\#
            "until":"2026-11-21T10:15:00.250+01:00","starred":true,"trashed":false},\#
            "order":"random","limit":1,"page":"5b1d/7/1/2","include":"ids"}
            """#
        ),
        (
            EntrySearch(
                query: "a \"b\"",
                options: QueryOptions(stem: true, now: time),
                filter: Filter(starred: false),
                order: .unranked,
                limit: 1000,
                page: page,
                include: .full
            ),
            #"""
            {"query":"a \"b\"","stem":true,"now":"2026-11-21T10:15:00.250+01:00",\#
            "filter":{"starred":false},"order":"unranked","limit":1000,"page":"5b1d/7/1/2",\#
            "include":"full"}
            """#
        ),
        (
            EntryCount(
                filter: Filter(trashed: true),
                query: "a",
                options: QueryOptions(stem: true)
            ),
            #"{"filter":{"trashed":true},"query":"a","stem":true}"#
        ),
        (
            EntryStatistics(query: "a", from: time.day, to: time.day),
            #"{"query":"a","from":"2026-11-21","to":"2026-11-21"}"#
        ),
        (
            AttachmentAdd(
                id: id,
                entry: EntryReference(id),
                name: "a.png",
                size: 4,
                mediaType: "image/png",
                offset: 1,
                data: Base64([1, 2, 3]),
                digest: digest
            ),
            #"""
            {"id":"\#(id)","entry":"\#(id)","name":"a.png","size":4,"mediaType":"image/png",\#
            "offset":1,"data":"AQID","digest":"\#(digest)"}
            """#
        ),
        (
            AttachmentGet(id: id, offset: 7, length: 9),
            #"{"id":"\#(id)","offset":7,"length":9}"#
        ),
        (
            AttachmentList(entry: EntryReference(id)),
            #"{"entry":"\#(id)"}"#
        ),
        (
            AttachmentRemove(id: id),
            #"{"id":"\#(id)"}"#
        ),
        (
            NotebookCreate(name: "work"),
            #"{"name":"work"}"#
        ),
        (
            NotebookList(),
            #"{}"#
        ),
        (
            NotebookRename(notebook: "work", name: "home"),
            #"{"notebook":"work","name":"home"}"#
        ),
        (
            NotebookDelete(notebook: "work", moveEntriesTo: "home"),
            #"{"notebook":"work","moveEntriesTo":"home"}"#
        ),
        (
            TagList(),
            #"{}"#
        ),
        (
            TagRename(tag: "x", name: "y", merge: true),
            #"{"tag":"x","name":"y","merge":true}"#
        ),
        (
            TagMerge(tag: "x", into: "y"),
            #"{"tag":"x","into":"y"}"#
        ),
        (
            TagDelete(tag: "x"),
            #"{"tag":"x"}"#
        ),
        (
            Undo(StepSelection(step: id, limit: 7, page: page)),
            #"{"id":"\#(id)","limit":7,"page":"5b1d/7/1/2"}"#
        ),
        (
            Redo(StepSelection(step: id)),
            #"{"id":"\#(id)"}"#
        ),
        (
            UndoList(undone: true, limit: 7),
            #"{"undone":true,"limit":7}"#
        ),
        (
            Backup(path: "/b"),
            #"{"path":"/b"}"#
        ),
        (
            BackupVerify(path: "/b"),
            #"{"path":"/b"}"#
        ),
        (
            StoreUnlock(passphrase: "five words"),
            #"{"passphrase":"five words"}"#
        ),
        (
            StoreLock(),
            #"{}"#
        ),
        (
            StoreRelease(passphrase: "five words"),
            #"{"passphrase":"five words"}"#
        ),
        (
            StoreVerify(),
            #"{}"#
        ),
        (
            StoreCompact(),
            #"{}"#
        ),
        (
            SyncInit(hub: "/hub", passphrase: "five words", name: "desk"),
            #"{"hub":"/hub","passphrase":"five words","name":"desk"}"#
        ),
        (
            SyncJoin(hub: "/hub", credential: .key("AB12"), space: "5b1d", name: "desk"),
            #"{"hub":"/hub","key":"AB12","space":"5b1d","name":"desk"}"#
        ),
        (SyncStatusCall(follow: true), #"{"follow":true}"#),
        (SyncNow(timeout: 5), #"{"timeout":5}"#), (SyncPause(), "{}"),
        (SyncResume(), "{}"), (SyncMachines(), "{}"),
        (
            SyncConflicts(id: EntryReference(id), limit: 3),
            #"{"id":"\#(id)","limit":3}"#
        ),
        (
            SyncResolve(id: EntryReference(id), version: id, restore: true),
            #"{"id":"\#(id)","version":"\#(id)","restore":true}"#
        ),
        (SyncRemove(node: "0a"), #"{"node":"0a"}"#),
        (SyncMove(hub: "/other"), #"{"hub":"/other"}"#),
        (
            SyncKey(isNew: true, passphrase: "five words"),
            #"{"new":true,"passphrase":"five words"}"#
        ),
        (SyncOff(delete: true), #"{"delete":true}"#),
        (
            Batch(calls: [.init(TagDelete(tag: "x")), .init(NotebookCreate(name: "work"))]),
            #"""
            {"calls":[{"method":"tag.delete","params":{"tag":"x"}},\#
            {"method":"notebook.create","params":{"name":"work"}}]}
            """#
        ),
        (
            Subscribe(
                filter: Filter(tags: ["x"]),
                query: "a",
                options: QueryOptions(now: time),
                since: cursor,
                include: .summary,
                snapshot: true,
                noEcho: true,
                progress: true
            ),
            #"""
            {"filter":{"tags":["x"]},"query":"a","now":"2026-11-21T10:15:00.250+01:00",\#
            "since":"5b1d.12","include":"summary","snapshot":true,"noEcho":true,\#
            "progress":true}
            """#
        ),
        (
            Unsubscribe(subscription: "s"),
            #"{"sub":"s"}"#
        ),
        (
            ListOpen(
                filter: Filter(notebook: "work"),
                query: "a",
                order: .oldest,
                limit: 7,
                groupBy: .notebook,
                include: .ids
            ),
            #"""
            {"filter":{"notebook":"work"},"query":"a","order":"oldest","limit":7,\#
            "groupBy":"notebook","include":"ids"}
            """#
        ),
        (
            ListClose(list: 7),
            #"{"list":7}"#
        ),
        (
            Flush(),
            #"{}"#
        ),
        (
            Cancel(id: "s"),
            #"{"id":"s"}"#
        ),
        (
            Status(),
            #"{}"#
        ),
        (
            Clients(),
            #"{}"#
        ),
        (
            Describe(),
            #"{}"#
        ),
        (
            Shutdown(),
            #"{}"#
        ),
    ]

    @Test(arguments: calls.indices) func callHasItsText(index: Int) throws {
        let (call, text) = Self.calls[index]
        #expect(String(decoding: call.serialized(), as: UTF8.self) == text)
        let parsed = try type(of: call).method.call.init(json: JSON.parse(Array(text.utf8)))
        #expect(String(decoding: parsed.serialized(), as: UTF8.self) == text)
    }

    @Test func everyMethodHasAText() {
        let names = Self.calls.map { call, _ in type(of: call).method }
        #expect(names == MethodName.allCases)
    }

    /// Fields with their standard values are not sent.
    @Test(
        arguments: [
            (Hello(), "{}"), (EntryCreate(text: ""), #"{"text":""}"#), (EntryList(), "{}"),
            (EntrySearch(query: ""), #"{"query":""}"#), (Subscribe(), "{}"), (ListOpen(), "{}"),
            (EntryList(filter: Filter(), limit: Limits.defaultPage), "{}"),
            (EntryStatistics(), "{}"), (Undo(), "{}"), (UndoList(), "{}"),
            (AttachmentGet(id: id), #"{"id":"\#(id)"}"#), (TrashEmpty(), "{}"),
            (EntryUpdate(id: EntryReference(id), tags: []), #"{"id":"\#(id)","tags":[]}"#),
            (StoreRelease(), "{}"), (SyncInit(hub: "/"), #"{"hub":"/"}"#), (SyncNow(), "{}"),
            (SyncKey(), "{}"), (SyncOff(), "{}"),
        ] as [(any MethodCall, String)]
    )
    func standardValuesAreAbsent(call: any MethodCall, text: String) {
        #expect(String(decoding: call.serialized(), as: UTF8.self) == text)
    }
}
