// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// An entry whose text two people wrote at the same time, until both journals have settled it.
struct SyncConflictTests {
    private let pair: SyncPair

    init() throws { pair = try SyncPair() }

    /// The marks of the only entry in the list of a journal.
    private func marks(in bed: TestBed) throws -> String {
        let fields = try bed.journal("list").line.split(
            separator: "\t",
            omittingEmptySubsequences: false
        )
        return try String(#require(fields.count > 4 ? fields[4] : nil))
    }

    private func texts(of id: String, in bed: TestBed) throws -> Set<String?> {
        let versions = try bed.connect().call("entry.history", ["id": .string(id)])["versions"]
        let present = try bed.journal("show", id).line
        return Set((versions?.elements ?? []).map { $0["text"]?.stringValue } + [present])
    }

    @Test(.enabled(if: Screen.isAvailable, "tmux is not installed"))
    func conflictIsMarkedAndSettledOnBothMachines() throws {
        let id = try pair.disagree()
        let screen = try Screen(pair.first, columns: 80, rows: 6, "journal watch")
        #expect(try !screen.wait(for: "one").contains("≠"))
        try pair.meet()
        #expect(try screen.wait(for: "≠ two").contains("journal: 1 entry"))
        for bed in [pair.first, pair.second] {
            #expect(try texts(of: id, in: bed) == ["draft", "one", "two"])
            #expect(try marks(in: bed) == "≠")
            let entry = try JSON.parse(bed.journal("show", id, "--json").line)
            #expect(entry["conflicts"] == 1 || entry["entry"]?["conflicts"] == 1)
            let conflicts = try bed.journal("sync", "conflicts").line.split(separator: "\t")
            #expect(conflicts.first.map(String.init) == String(id.prefix(8)))
            #expect(conflicts.contains("two") && conflicts.contains("one"))
            #expect(try bed.journal("sync", "status").output.contains("1 text was written on two"))
        }
        let settled = try pair.first.journal("sync", "resolve", id)
        #expect(settled.status == 0, "\(settled.errors)")
        let missing = try pair.first.journal("sync", "resolve", id)
        #expect(missing.status == 66)
        #expect(missing.errors.contains("has no conflict"))
        try pair.synchronize()
        for bed in [pair.first, pair.second] {
            #expect(try marks(in: bed) == "")
            #expect(try bed.journal("sync", "conflicts").output == "")
            #expect(try texts(of: id, in: bed) == ["draft", "one", "two"])
        }
        _ = try eventually("a list without the mark") {
            try screen.text().contains("≠") ? nil : true
        }
        try screen.type("q")
        #expect(try screen.end().contains("[exit 0]"))
    }

    @Test func theOtherTextIsUsedOnTheSecondMachine() throws {
        let id = try pair.disagree()
        try pair.meet()
        let reply = try pair.second.connect().call("sync.conflicts")
        let conflict = try #require(reply["conflicts"]?.elements.first)
        let version = try #require(conflict["version"]?["id"]?.stringValue)
        let use = String(version.prefix(6))
        let settled = try pair.second.journal("sync", "resolve", id, "--use", use)
        #expect(settled.status == 0, "\(settled.errors)")
        try pair.synchronize()
        for bed in [pair.first, pair.second] {
            #expect(try bed.journal("show", id).line == "one")
            #expect(try marks(in: bed) == "")
        }
        #expect(try pair.second.journal("undo").status == 0)
        #expect(try pair.second.journal("show", id).line == "two")
        #expect(try marks(in: pair.second) == "")
    }
}
