// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The errors of parameters that have the right type, but a value that a method does not accept.
struct ParameterFaultTests {
    private static let id = "8c5f0f2e-0000-4000-8000-00000000abcd"

    private static let faults: [(MethodName, String, String)] = [
        (.hello, #"{"protocol":["1"]}"#, "protocol[0]: expected an integer, got a string"),
        (.hello, #"{"require":[1]}"#, "require[0]: expected a string, got a number"),
        (.entryGet, #"{"id":"8c5"}"#, "id: expected an entry id or a prefix of at least 4 "),
        (.entryGet, #"{"id":"8c5g"}"#, #"hexadecimal digits, got "8c5g""#),
        (.entryCreate, #"{"text":"a","id":"8c5f"}"#, #"id: expected a UUID, got "8c5f""#),
        (
            .entryCreate, #"{"text":"a","createdAt":"2026-11-21"}"#,
            "createdAt: expected an RFC 3339 date and time"
        ),
        (.entryCreate, #"{"text":"a","tags":["a",1]}"#, "tags[1]: expected a string"),
        (.entryCreate, #"{"text":"a","earlierTexts":[{}]}"#, "earlierTexts[0].text: is required"),
        (
            .entryCreate, #"{"text":"a","earlierTexts":[{"text":"b","replacedAt":"x"}]}"#,
            "earlierTexts[0].replacedAt: expected an RFC 3339"
        ),
        (
            .entryCreate, #"{"text":"a","include":"all"}"#,
            #"include: expected one of "ids", "summary", "full", got "all""#
        ),
        (.entryUpdate, #"{"id":"8c5f","ifRev":"1"}"#, "ifRev: expected an integer, got a string"),
        (.entryList, #"{"limit":0}"#, "limit: expected an integer from 1 to 1000, got 0"),
        (.entryList, #"{"limit":1001}"#, "limit: expected an integer from 1 to 1000, got 1001"),
        (.entryList, #"{"limit":1.5}"#, "limit: expected an integer, got a number"),
        (
            .entryList, #"{"order":"best"}"#,
            #"order: expected one of "newest", "oldest", "random", got "best""#
        ),
        (
            .entryList, #"{"order":7}"#,
            #"order: expected one of "newest", "oldest", "random", got a"#
        ),
        (.entryList, #"{"page":"x"}"#, #"page: invalid page cursor "x""#),
        (.entryList, #"{"filter":[]}"#, "filter: expected an object, got an array"),
        (
            .entryList, #"{"filter":{"since":"2026-02-30"}}"#,
            #"filter.since: expected a day such as "2026-11-21" or an RFC 3339"#
        ),
        (.entryList, #"{"filter":{"starred":"yes"}}"#, "filter.starred: expected a boolean"),
        (.entryCount, #"{"filter":{"tags":"a"}}"#, "filter.tags: expected an array, got a string"),
        (
            .entrySearch, #"{"query":"a","order":"newest"}"#,
            #"order: expected one of "best", "unranked", got "newest""#
        ),
        (.entrySearch, #"{"query":"a","now":"today"}"#, "now: expected an RFC 3339"),
        (.entryHistory, #"{"id":"8c5f","include":"ids"}"#, #"expected one of "summary", "full""#),
        (
            .entryStatistics, #"{"from":"2026-02-01","to":"2026-01-01"}"#,
            #"from: expected a day up to 2026-01-01, got "2026-02-01""#
        ),
        (
            .entryStatistics, #"{"from":"2010-01-01","to":"2026-01-01"}"#,
            #"from: expected at most 4000 days up to 2026-01-01, got "2010-01-01""#
        ),
        (.entryPurge, #"{"ids":[]}"#, "ids: expected 1 to 1000 ids, got 0"),
        (.entryPurge, #"{"ids":["8c5f","x"]}"#, "ids[1]: expected an entry id"),
        (.undo, #"{"page":"e/1/2"}"#, #"page: is for the step with an "id""#),
        (.redo, #"{"limit":0}"#, "limit: expected an integer from 1 to 1000, got 0"),
        (.batch, #"{"calls":[]}"#, "calls: expected 1 to 1000 calls, got 0"),
        (.batch, #"{"calls":[{}]}"#, "calls[0].method: is required"),
        (
            .batch, #"{"calls":[{"method":"batch"}]}"#,
            #"calls[0].method: method "batch" is not allowed in a batch"#
        ),
        (
            .batch, #"{"calls":[{"method":"entry.get"}]}"#,
            #"calls[0].method: method "entry.get" is not allowed in a batch"#
        ),
        (.batch, #"{"calls":[{"method":"x"}]}"#, "calls[0].method: "),
        (.backup, #"{"path":"relative"}"#, #"path: expected an absolute path, got "relative""#),
        (.backup, #"{"path":""}"#, #"path: expected an absolute path, got """#),
        (.backup, "{\"path\":\"/a\\u0000b\"}", "path: expected an absolute path"),
        (
            .attachmentAdd,
            #"{"entry":"8c5f","id":"\#(id)","name":"a","mediaType":"a/b","size":-1}"#,
            "size: expected"
        ),
        (
            .attachmentAdd,
            #"{"entry":"8c5f","id":"\#(id)","name":"a","mediaType":"a/b","size":1,"data":"x"}"#,
            "data: expected base64 with padding"
        ),
        (
            .attachmentAdd,
            #"{"entry":"8c5f","id":"\#(id)","name":"a","mediaType":"a/b","size":1,"digest":"AB"}"#,
            "digest: expected 64 lowercase hexadecimal digits"
        ),
        (.subscribe, #"{"since":"x"}"#, #"since: invalid cursor "x""#),
        (.cancel, #"{"id":null}"#, "id: is required"),
        (.cancel, #"{"id":1.5}"#, "id: expected a string or an integer, got a number"),
        (.storeUnlock, #"{"passphrase":1}"#, "passphrase: expected a string, got a number"),
    ]

    @Test(arguments: faults) func faultHasAPathAndAReason(
        method: MethodName,
        params: String,
        message: String
    ) throws {
        let json = try JSON.parse(Array(params.utf8))
        let error = #expect(throws: InvalidParams.self) { try method.call.init(json: json) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: MethodName.allCases) func parametersAreAnObject(method: MethodName) {
        for json in [[], "x", 1, true] as [JSON] {
            let error = #expect(throws: InvalidParams.self) { try method.call.init(json: json) }
            #expect(error?.description == "params: expected an object, got \(json.kindWord)")
        }
    }

    @Test(
        arguments: MethodName.allCases.filter { method in
            method.call.parameters.allSatisfy { !$0.isRequired }
        }
    )
    func absentParametersAreThoseOfAnEmptyObject(method: MethodName) throws {
        #expect(try method.call.init(json: .null).json == method.call.init(json: [:]).json)
    }

    @Test(arguments: [
        ("entryText", Limits.attachmentPart, Limits.entryText),
        ("line", 6 * Limits.entryText, Limits.line),
        ("reply", Limits.reply, Limits.replyLine),
        ("notification", Limits.notification, Limits.reply),
    ])
    func limitsLeaveRoomForEachOther(name: String, least: Int, limit: Int) {
        #expect(limit >= least, "\(name)")
        #expect(Limits.table.values.allSatisfy { $0 > 0 })
    }

    @Test func textsHaveALengthInBytes() throws {
        let longest = String(repeating: "é", count: StepName.maximumLength / 2)
        for client in [longest, "a"] {
            let json: JSON = ["id": .string(Self.id), "client": .string(client)]
            #expect(try StepName(json: json).client == client)
        }
        for (client, message) in [
            ("", "client: expected 1 to 64 bytes, got 0"),
            (longest + "a", "client: expected 1 to 64 bytes, got 65"),
        ] {
            let json: JSON = ["id": .string(Self.id), "client": .string(client)]
            let error = #expect(throws: InvalidParams.self) { try StepName(json: json) }
            #expect(error?.description == "params." + message)
        }
    }
}
