// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// The commands of `journal`, as used interactively and in scripts.
struct ClientCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func new(_ arguments: String..., input: String? = nil) throws -> String {
        let result = try bed.start(["new"] + arguments, input: input).wait()
        #expect(result.status == 0, "\(result.errors)")
        return result.line
    }

    private func object(_ result: ChildProcess.Result) throws -> JSON {
        try JSON.parse(result.line)
    }

    // MARK: Writing

    @Test func newReadsArgumentsOrStandardInput() throws {
        let first = try new("several", "words")
        #expect(try bed.journal("show", first).output == "several words\n")
        let second = try new(input: "two\nlines\n\n")
        #expect(try bed.journal("show", second).output == "two\nlines\n")
        let third = try new("-", input: "from a dash")
        #expect(try bed.journal("show", third).output == "from a dash\n")
        #expect(try bed.journal("new", input: " \n").status == 65)
        #expect(try bed.journal("list", "--count").line == "3")
    }

    @Test func newAppliesItsOptions() throws {
        try bed.journal("notebook", "create", "Work")
        let id = try new(
            "Shipped",
            "-N",
            "work",
            "-t",
            "release",
            "-t",
            "Joy",
            "--star",
            "--at",
            "2026-03-01 18:30"
        )
        let entry = try object(bed.journal("show", id, "--json"))
        #expect(entry["notebook"]?["name"] == "Work")
        #expect(entry["starred"] == true)
        #expect(
            (entry["tags"]?.elements.compactMap(\.stringValue) ?? []).sorted() == [
                "Joy", "release",
            ]
        )
        #expect(entry["createdAt"] == "2026-03-01T18:30:00+01:00")
        #expect(entry["zone"] == "Europe/Berlin")
        #expect(entry["localDay"] == "2026-03-01")
        let first = try bed.journal("new", "x", "-N", "sea")
        #expect(first.status == 0)
        #expect(first.errors == "journal: created the notebook \"sea\"\n")
        #expect(try bed.journal("new", "y", "-N", "Sea").errors == "")
        #expect(try bed.journal("new", "x", "-N", "lake", "--create-notebook").errors == "")
        #expect(try bed.journal("new", "x", "--at", "2026-02-30").status == 64)
    }

    @Test func timeWithAnOffsetOfItsOwnIsConvertedToTheLocalZone() throws {
        let id = try new("x", "--at", "2026-11-21T23:30Z")
        let entry = try object(bed.journal("show", id, "--json"))
        #expect(entry["createdAt"] == "2026-11-22T00:30:00+01:00")
        #expect(entry["localDay"] == "2026-11-22")
        let list = try bed.journal("list", "--format", "{date} {time} {zone}")
        #expect(list.line == "2026-11-22 00:30 Europe/Berlin")
        try bed.journal("edit", id, "--at", "2026-07-01 18:30 +0000")
        let changed = try object(bed.journal("show", id, "--json"))
        #expect(changed["createdAt"] == "2026-07-01T20:30:00+02:00")
    }

    @Test func newWithTheSameIDIsIdempotent() throws {
        let id = "0aa00000-0000-4000-8000-000000000000"
        #expect(try new("once", "--id", id) == id)
        #expect(try new("once", "--id", id) == id)
        #expect(try bed.journal("new", "other", "--id", id).status == 1)
        #expect(try bed.journal("list", "--count").line == "1")
    }

    // MARK: Reading

    @Test func listPrintsOneLinePerEntryToAPipe() throws {
        let old = try new("the old one", "--at", "2026-01-01 10:00")
        let young = try new("the young one\nwith a second line", "-t", "a", "--star")
        let lines = try bed.journal("list").lines
        #expect(lines.map { String($0.prefix(36)) } == [young, old])
        let fields = lines.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(2)
        }
        #expect(Array(fields[0]) == ["journal", "the young one …", "★", "#a"])
        #expect(Array(fields[1]) == ["journal", "the old one", "", ""])
        #expect(try bed.journal("list", "--oldest").lines.first?.hasPrefix(old) == true)
        #expect(try bed.journal("list", "--limit", "1").lines.count == 1)
        #expect(try bed.journal("list", "--starred", "--tag", "A", "--count").line == "1")
        #expect(try bed.journal("list", "--until", "2026-01-01", "--count").line == "1")
        #expect(try bed.journal("list", "--since", "2026-01-02", "--count").line == "1")
        #expect(try bed.journal("list", "--on", "2026-01", "--count").line == "1")
        #expect(try bed.journal("list", "--on", "1.1.2026..today", "--count").line == "2")
        #expect(try bed.journal("list", "--until", "Jan 2026", "--count").line == "1")
        #expect(try bed.journal("list", "--since", "30m", "--count").line == "1")
        #expect(try bed.journal("list", "--since", "never").status == 64)
        let ambiguous = try bed.journal("list", "--since", "9/11/2026")
        #expect(ambiguous.status == 64)
        #expect(ambiguous.errors.contains("2026-09-11 or 2026-11-09"), "\(ambiguous.errors)")
        #expect(try bed.journal("list", "--on", "2026", "--since", "2026").status == 64)
        #expect(try bed.journal("list", "-N", "nowhere").status == 66)
        #expect(try object(bed.journal("list", "--json"))["entries"]?.elements.count == 2)
        let stream = try bed.journal("list", "--jsonl").lines.map { try JSON.parse($0)["id"] }
        #expect(stream == [.string(young), .string(old)])
    }

    @Test func listAllPrintsEveryPage() throws {
        let wire = try bed.connectStarting()
        for batch in 0..<3 {
            let calls = (0..<500).map { number -> JSON in
                ["method": "entry.create", "params": ["text": .string("\(batch) \(number)")]]
            }
            try wire.call("batch", ["calls": .array(calls)])
        }
        let all = try bed.journal("list", "--all").lines
        #expect(Set(all.map { $0.prefix(36) }).count == 1500)
        let some = try bed.journal("list")
        #expect(some.lines.count == 50)
        #expect(some.errors == "journal: 50 of 1500 entries; use -n NUMBER or --all for more\n")
        let few = try bed.journal("list", "-n", "3")
        #expect(few.lines.count == 3)
        #expect(few.errors == "")
        #expect(try bed.journal("list", "--limit", "1200").lines.count == 1200)
    }

    @Test func idPrefixSelectsAnEntry() throws {
        let id = "abcd1234-0000-4000-8000-000000000000"
        _ = try new("here", "--id", id)
        _ = try new("there", "--id", "abcd5678-0000-4000-8000-000000000000")
        #expect(try bed.journal("show", "ABCD1").output == "here\n")
        let two = try bed.journal("show", "abcd")
        #expect(two.status == 66)
        #expect(two.errors.contains("ambiguous"), "\(two.errors)")
        #expect(two.errors.contains("Candidates:\n"), "\(two.errors)")
        #expect(two.errors.contains("  \(id)  here\n"), "\(two.errors)")
        #expect(try bed.journal("show", "ffff").status == 66)
        #expect(try bed.journal("show", "xyz").status == 64)
        #expect(try bed.journal("delete", "abcd1").line == id)
    }

    @Test func searchSortsByRelevanceAndMarksMatches() throws {
        let much = try new("roof roof roof")
        let little = try new(
            "The roof of the shed is finished, and the door is painted",
            "-t",
            "home"
        )
        _ = try new("Rain all day")
        #expect(
            try bed.journal("search", "roof").lines.map { String($0.prefix(36)) } == [much, little]
        )
        #expect(try bed.journal("search", "roof -door").lines.count == 1)
        #expect(try bed.journal("search", "\"shed is\"").lines.count == 1)
        #expect(try bed.journal("search", "fini*").lines.count == 1)
        #expect(try bed.journal("search", "roof tag:home notebook:journal").lines.count == 1)
        #expect(try bed.journal("search", "roof after:2026-01-01").lines.count == 2)
        let none = try bed.journal("search", "roof", "--until", "2000-01-01")
        #expect(none.status == 1)
        #expect(try bed.journal("search", "tag:").status == 65)
        let tagged = try bed.journal("search", "(roof OR rain) -tag:home")
        #expect(tagged.lines.count == 2)
        #expect(try bed.journal("search", "rain OR tag:home").lines.count == 2)
        #expect(try bed.journal("search", "on:today").lines.count == 3)
        #expect(try bed.journal("search", "paints").status == 1)
        #expect(try bed.journal("search", "--stem", "paints").lines.count == 1)
        let trip = try new("昨日は東京都へ 🎉")
        for word in ["東京", "都", "🎉"] {
            #expect(try bed.journal("search", word).lines.map { String($0.prefix(36)) } == [trip])
        }
        #expect(try bed.journal("search", "(roof").status == 65)
        let matches = try object(bed.journal("search", "shed", "--json"))["matches"]
        #expect(matches?[0]?["snippet"]?.stringValue?.contains("\u{2}shed\u{3}") == true)
    }

    // MARK: Editing

    @Test func editChangesTextAndAttributes() throws {
        let id = try new("first")
        #expect(try bed.journal("edit", id, "second").status == 0)
        #expect(try bed.journal("show", id).output == "second\n")
        #expect(try bed.journal("edit", id, "-", input: "third\n").status == 0)
        #expect(try bed.journal("edit", id, "--star", "--tag", "b").status == 0)
        let entry = try object(bed.journal("show", id, "--json"))
        #expect(entry["text"] == "third")
        #expect(entry["starred"] == true)
        #expect(entry["tags"] == ["b"])
        #expect(try bed.journal("edit", id, "--no-star", "--no-tags").status == 0)
        #expect(try object(bed.journal("show", id, "--json"))["tags"] == [])
        let same = try bed.journal("edit", id, "third", "--json")
        #expect(same.errors.contains("nothing was written"))
        #expect(try object(same)["entry"]?["text"] == "third")
        #expect(try bed.journal("edit", id, "caf\u{E9}").errors == "")
        #expect(try bed.journal("edit", id, "cafe\u{301}").errors == "")
        #expect(Array(try bed.journal("show", id).output.utf8) == Array("cafe\u{301}\n".utf8))
    }

    @Test func restoreUndoesDelete() throws {
        let id = try new("thrown away")
        #expect(try bed.journal("delete", id).line == id)
        #expect(try bed.journal("delete", id).status == 0)
        #expect(try bed.journal("list", "--count").line == "0")
        #expect(try bed.journal("list", "--trash").lines.count == 1)
        #expect(try bed.journal("search", "thrown").status == 1)
        #expect(try bed.journal("search", "thrown", "--trash").status == 0)
        #expect(try bed.journal("restore", id).line == id)
        #expect(try bed.journal("show", id).output == "thrown away\n")
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test func resultsBeforeAFailureArePrinted() throws {
        let id = try new("thrown away")
        let deleted = try bed.journal("delete", id, "ffff9999")
        #expect(deleted.status == 66)
        #expect(deleted.line == id)
        #expect(deleted.errors.contains("ffff9999"), "\(deleted.errors)")
        let shown = try bed.journal("show", id, "ffff9999")
        #expect(shown.status == 66)
        #expect(shown.output == "thrown away\n")
    }

    @Test func notebooksAndTagsAreListedAndRenamed() throws {
        #expect(try bed.journal("notebook", "create", "Trips").status == 0)
        #expect(try bed.journal("notebook", "create", "trips").status == 1)
        _ = try new("a", "-N", "Trips", "-t", "sea")
        #expect(try bed.journal("notebook").lines == ["Trips\t1", "journal\t0"].sorted(by: >))
        #expect(try bed.journal("notebook", "rename", "trips", "Travel").status == 0)
        #expect(try bed.journal("notebook", "delete", "Travel").status == 1)
        #expect(try bed.journal("notebook", "delete", "Travel", "--move-to", "journal").status == 0)
        #expect(try bed.journal("notebook").lines == ["journal\t1"])
        #expect(try bed.journal("tag", "rename", "sea", "ocean").status == 0)
        #expect(try bed.journal("tag").lines == ["ocean\t1"])
        #expect(try bed.journal("tag", "rename", "sea", "lake").status == 66)
    }

    @Test func severalEntriesAreOneJSONObject() throws {
        let ids = [try new("a"), try new("b")]
        for command in ["show", "delete", "restore"] {
            let one = try object(bed.journal(command, ids[0], "--json"))
            #expect(one["id"] == .string(ids[0]), "\(command)")
            let both = try bed.journal(command, ids[0], ids[1], "--json")
            #expect(try object(both)["entries"]?.elements.map { $0["id"]?.stringValue } == ids)
            let lines = try bed.journal(command, ids[0], ids[1], "--jsonl").lines
            #expect(try lines.map { try JSON.parse($0)["id"]?.stringValue } == ids)
            let some = try bed.journal(command, ids[0], "ffff9999", ids[1], "--json")
            #expect(some.status == 66)
            #expect(try object(some)["entries"]?.elements.map { $0["id"]?.stringValue } == [ids[0]])
        }
        #expect(try bed.journal("show", ids[0], "xyz").output == "")
    }

    // MARK: Status and diagnostics

    @Test func statusAndRPCExposeTheProtocol() throws {
        _ = try new("one")
        let status = try object(bed.journal("status", "--json"))
        #expect(status["entries"] == 1)
        #expect(status["store"] == .string(bed.store))
        #expect(status["socket"] == .string(bed.socket))
        #expect(try bed.journal("status").lines.contains { $0.hasPrefix("entries\t1") })
        #expect(try bed.journal("daemon", "sockname").line == bed.socket)
        let count = try bed.journal("rpc", "entry.count", "{\"filter\":{\"starred\":true}}")
        #expect(try object(count)["count"] == 0)
        #expect(try bed.journal("rpc", "no.method").status == 76)
        #expect(try bed.journal("rpc", "status", "{").status == 64)
        let lines = """
            {"jsonrpc":"2.0","id":1,"method":"entry.count"}
            {"jsonrpc":"2.0","id":2,"method":"flush"}

            """
        let relay = try bed.journal("rpc", "--stdin", input: lines)
        #expect(relay.status == 0, "\(relay.errors)")
        let answered = try relay.lines.compactMap { try JSON.parse($0)["id"]?.integerValue }
        #expect(answered.sorted() == [1, 2])
    }

    @Test func statusNamesTheBackupOfItsStoreOnly() throws {
        _ = try new("one")
        let path = bed.root + "/one.backup"
        #expect(try bed.journal("backup", path).status == 0)
        #expect(try bed.journal("status").lines.contains { $0.hasSuffix("  " + path) })
        let socket = bed.root + "/run/memory.sock"
        let daemon = try bed.run(inBackground: [Built.daemon, "--socket", socket, "--in-memory"])
        let status = try eventually("a daemon in memory") {
            let status = try bed.journal("status", "--socket", socket, "--no-start")
            return status.status == 0 ? status : nil
        }
        #expect(!status.output.contains(path), "\(status.output)")
        // A backup of the store in memory does not replace the record.
        try bed.journal("backup", path + "2", "--socket", socket)
        #expect(try bed.journal("status").lines.contains { $0.hasSuffix("  " + path) })
        daemon.send(SIGTERM)
        _ = try daemon.wait()
    }

    @Test func watchWithoutChangesStoresItsCursor() throws {
        _ = try new("before")
        let file = bed.root + "/cursor"
        let idle = try bed.start(["watch", "--cursor-file", file], timeout: nil)
        try eventually("a cursor") { FileStatus(path: file) }
        idle.send(SIGINT)
        #expect(try idle.wait().output == "")
        let missed = try new("missed")
        let next = try bed.start(["watch", "--cursor-file", file], timeout: nil)
        let line = try eventually("a change") { next.output.hasSuffix("\n") ? next.output : nil }
        #expect(line.contains(missed))
        next.send(SIGINT)
        #expect(try next.wait().status == 0)
    }

    @Test func usageErrorsAreReportedBeforeStartingADaemon() throws {
        let dance = try bed.journal("dance")
        #expect(dance.status == 64)
        #expect(dance.errors.contains("Commands: new, list, show, "), "\(dance.errors)")
        let mistyped = try bed.journal("notebook", "crate", "x")
        #expect(mistyped.status == 64)
        #expect(mistyped.errors.contains("Did you mean: journal notebook create\n"))
        #expect(try bed.journal("list", "--limit", "0").status == 64)
        let negative = try bed.journal("list", "--limit", "-1")
        #expect(negative.errors.contains("at least 1"), "\(negative.errors)")
        #expect(try bed.journal("new", "a", "--id", "b").status == 64)
        #expect(try bed.journal("--help", timeout: nil).output.contains("EXIT STATUS"))
        let excluded = try bed.start(["find", "probe", "-x", "--json"]).wait()
        #expect(excluded.status == 64)
        #expect(excluded.errors.contains("journal find WORDS -- -x\n"), "\(excluded.errors)")
        for command in [["backup", ""], ["import", ""], ["export", "-o", ""]] {
            let empty = try bed.start(command).wait()
            #expect(empty.status == 64)
            #expect(empty.errors.contains("the path is empty"), "\(empty.errors)")
        }
        #expect(bed.daemons == [])
    }

    @Test func helpOfAnUnknownCommandIsAnError() throws {
        let unknown = try bed.start(["help", "serch"]).wait()
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("Did you mean: journal search\n"), "\(unknown.errors)")
        #expect(unknown.output.isEmpty)
        #expect(try bed.start(["help", "notebook", "create"]).wait().status == 0)
        #expect(try bed.start(["help"]).wait().status == 0)
    }

    @Test func helpIgnoresOptionsOfCommands() throws {
        let help = try bed.journal("undo", "--help", timeout: nil)
        for arguments in [
            ["help", "undo", "--no-pager"], ["--no-pager", "help", "undo", "--list"],
        ] {
            let shown = try bed.start(arguments).wait()
            #expect(shown.status == 0, "\(shown.errors)")
            #expect(shown.output == help.output)
        }
    }

    @Test func stoppingAnAbsentDaemonSucceeds() throws {
        let none = try bed.journal("daemon", "stop")
        #expect(none.status == 0)
        #expect(none.errors == "journal: no daemon is running at \(bed.socket)\n")
        #expect(try object(bed.journal("daemon", "stop", "--json")) == ["stopped": false])
        #expect(bed.daemons == [])
        _ = try new("one")
        #expect(try object(bed.journal("daemon", "stop", "--json")) == ["stopped": true])
        #expect(bed.daemons == [])
    }

    @Test func errorsAreJSONWithTheJSONOption() throws {
        let result = try bed.journal("show", "ffff", "--json")
        #expect(result.status == 66)
        #expect(result.output == "")
        let error = try JSON.parse(result.errors.trimmingCharacters(in: .newlines))["error"]
        #expect(error?["kind"] == "entry.notFound")
    }

    @Test func lastLineOfTheBridgeNeedsNoLineBreak() throws {
        let request =
            #"{"jsonrpc":"2.0","id":1,"method":"entry.create","params":{"text":"unended"}}"#
        let written = try bed.journal("rpc", "--stdin", input: request)
        #expect(written.status == 0, "\(written.errors)")
        #expect(try JSON.parse(written.line)["id"] == 1)
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test func requestsThatTheBridgeCannotSendAreAnError() throws {
        let lines = [
            #"{"jsonrpc":"2.0","id":1,"method":"flush"}"#,
            String(repeating: " ", count: Limits.line + (1 << 20)),
            #"{"jsonrpc":"2.0","id":2,"method":"entry.create","params":{"text":"x"}}"#,
        ]
        let cut = try bed.journal("rpc", "--stdin", input: lines.joined(separator: "\n") + "\n")
        #expect(cut.status == 69, "\(cut.output)")
        #expect(cut.errors.contains("closed the connection before"), "\(cut.errors)")
        #expect(cut.output.contains("limit.line"), "\(cut.output)")
    }

    @Test func pipelinedRequestsAndLongRepliesDoNotDeadlock() throws {
        let text = String(repeating: "x", count: 400_000)
        let id = try new("-", input: text)
        // Requests and responses both exceed the buffers between the two processes.
        let padding = String(repeating: " ", count: 8_000)
        let lines = (0..<60).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"entry.get","params":{"id":"\#(id)"}}"#
                + padding
        }
        let input = lines.joined(separator: "\n") + "\n"
        let replies = try bed.journal("rpc", "--stdin", input: input).lines
        #expect(replies.count == 60)
        #expect(replies.allSatisfy { $0.contains(text) })
    }
}
