// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Durability of acknowledged writes across crashes of the daemon.
struct DurabilityTests {
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil
    private static let writerCount = 8
    private static let perWriter = isLong ? 2500 : 400

    /// The outcome of one writer's entries.
    private struct Account: Sendable {
        var acknowledged: [String: String] = [:]
        /// Entries whose connection closed before the response: stored or lost.
        var open: [String: String] = [:]
        var interruptions = 0
    }

    @Test func acknowledgedEntriesSurviveAKill() throws {
        let bed = try TestBed()
        let progress = Progress()
        _ = try bed.connectStarting()
        let outcomes = try concurrently(Self.writerCount + 3) { [bed = Shared(bed)] index in
            switch index {
            case ..<Self.writerCount: try Self.write(index, bed.value, progress)
            case Self.writerCount: try Self.killTwice(bed.value, progress)
            default: try Self.read(bed.value, progress)
            }
        }
        let accounts = outcomes.prefix(Self.writerCount)
        #expect(accounts.reduce(0) { $0 + $1.interruptions } > 0, "no writer was interrupted")
        try check(Array(accounts), bed)
        // Checked again after a graceful shutdown, from outside the daemon.
        #expect(try bed.journal("daemon", "stop").status == 0)
        try checkFile(bed)
        try check(Array(accounts), bed)
    }

    // MARK: Under load

    private static func write(_ writer: Int, _ bed: TestBed, _ progress: Progress) throws -> Account
    {
        var account = Account()
        var wire = try bed.connectStarting()
        for number in 0..<perWriter {
            let id = EntryID.random().text
            let text = "writer \(writer) entry \(number) uniqueword\(writer)x\(number)"
            let params: JSON = ["id": .string(id), "text": .string(text), "tags": ["load"]]
            while true {
                if let reply = try? wire.reply(to: wire.ask("entry.create", params)) {
                    guard reply["result"]?["id"] == .string(id) else {
                        // A kill closes the connection; it never causes an error response.
                        throw Stuck("\(reply)")
                    }
                    account.acknowledged[id] = text
                    account.open[id] = nil
                    break
                }
                account.interruptions += 1
                account.open[id] = text
                wire = try bed.connectStarting()
                // Half of the writers retry the same id, the others leave the outcome open.
                if writer.isMultiple(of: 2) { break }
            }
            progress.add(1)
        }
        progress.finish()
        return account
    }

    private static func killTwice(_ bed: TestBed, _ progress: Progress) throws -> Account {
        let all = writerCount * perWriter
        for part in [all / 3, 2 * all / 3] {
            try eventually("progress", within: .seconds(100)) { progress.count > part ? true : nil }
            try bed.killDaemon()
        }
        return Account()
    }

    /// Lists all pages repeatedly; ids must be unique and must never disappear.
    private static func read(_ bed: TestBed, _ progress: Progress) throws -> Account {
        var known: Set<String> = []
        while true {
            let isLast = progress.finished == writerCount
            if let ids = try? allEntries(bed.connectStarting(), include: "ids").map(\.id) {
                guard Set(ids).count == ids.count else { throw Stuck("an id was listed twice") }
                guard known.isSubset(of: ids) else { throw Stuck("a listed entry disappeared") }
                known = Set(ids)
            }
            if isLast { return Account() }
        }
    }

    private static func allEntries(
        _ wire: Wire,
        include: String
    ) throws -> [(id: String, text: String)] {
        var found: [(id: String, text: String)] = []
        var params: JSON = [
            "order": "oldest", "limit": 1000, "include": .string(include), "page": .null,
        ]
        while true {
            let reply = try wire.call("entry.list", params)
            for entry in (reply["entries"] ?? reply["ids"])?.elements ?? [] {
                found.append(
                    (entry["id"]?.stringValue ?? "", entry["text"]?.stringValue ?? "")
                )
            }
            guard let page = reply["nextPage"] else { return found }
            params = [
                "order": "oldest", "limit": 1000, "include": .string(include), "page": page,
            ]
        }
    }

    // MARK: Verification

    private func check(_ accounts: [Account], _ bed: TestBed) throws {
        let wire = try bed.connectStarting()
        let stored = try Self.allEntries(wire, include: "full")
        var texts: [String: String] = [:]
        for entry in stored {
            #expect(texts.updateValue(entry.text, forKey: entry.id) == nil, "\(entry.id) twice")
        }
        var acknowledged: [String: String] = [:]
        var open: [String: String] = [:]
        for account in accounts {
            acknowledged.merge(account.acknowledged) { $1 }
            open.merge(account.open) { $1 }
        }
        #expect(acknowledged.count + open.count == Self.writerCount * Self.perWriter)
        #expect(acknowledged.filter { texts[$0.key] != $0.value }.keys.sorted() == [])
        let others = texts.filter { acknowledged[$0.key] == nil }
        #expect(others.filter { open[$0.key] != $0.value }.keys.sorted() == [])
        #expect(try wire.call("entry.count")["count"] == .integer(Int64(texts.count)))
        // The search index and the tags are consistent with the entries.
        let tagged: JSON = ["filter": ["tags": ["load"]], "query": "uniqueword*"]
        #expect(try wire.call("entry.count", tagged)["count"] == .integer(Int64(texts.count)))
    }

    /// Checks the integrity of the file with the `sqlite3` shell.
    ///
    /// The shell lacks the store's collation and so cannot check the indexes on names, and lacks
    /// the tokenizer of the search index; the check runs on a copy without these indexes, and with
    /// a tokenizer that divides the texts of the test in the same way.
    private func checkFile(_ bed: TestBed) throws {
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        let copy = bed.root + "/copy.store"
        try FileManager.default.copyItem(atPath: bed.store, toPath: copy)
        let statements = """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'tokenize=''swiftdata''',
                'tokenize=''unicode61 remove_diacritics 2''') WHERE name = 'Entry_search';
            PRAGMA writable_schema = RESET;
            DROP INDEX Notebook_key_unique;
            DROP INDEX Tag_key_unique;
            PRAGMA integrity_check;
            PRAGMA foreign_key_check;
            INSERT INTO Entry_search(Entry_search, rank) VALUES('integrity-check', 1);
            SELECT count(*) - count(DISTINCT uuid) FROM Entry;
            """
        let outcome = try bed.run([shell, "-batch", copy, statements])
        #expect(outcome.lines == ["ok", "0"], "\(outcome.errors)")
    }
}

/// The progress of all writers.
private final class Progress: Sendable {
    private let lock = NSLock()
    // Accessed only with the lock held.
    nonisolated(unsafe) private var state = (count: 0, finished: 0)

    var count: Int { lock.withLock { state.count } }
    var finished: Int { lock.withLock { state.finished } }

    func add(_ number: Int) { lock.withLock { state.count += number } }
    func finish() { lock.withLock { state.finished += 1 } }
}
