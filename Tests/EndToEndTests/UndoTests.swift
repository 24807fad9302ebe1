// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// `journal undo` and the deletion of many entries.
struct UndoTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func entry(_ id: String) throws -> JSON {
        try JSON.parse(bed.journal("show", id, "--json").line)
    }

    /// Returns the members of an entry that a person can change.
    private func values(_ id: String) throws -> [JSON?] {
        let entry = try entry(id)
        return ["text", "createdAt", "zone", "localDay", "starred", "tags"].map { entry[$0] }
            + [entry["notebook"]?["name"]]
    }

    private func undo(_ arguments: String...) throws -> ChildProcess.Result {
        try bed.start(["undo"] + arguments).wait()
    }

    @Test func repeatedUndoTakesBackEveryKindOfChange() throws {
        let id = try bed.journal("new", "first #a").line
        let created = try values(id)
        try bed.journal("edit", id, "second", "-N", "other", "--star", "--at", "2026-03-01 18:30")
        let edited = try values(id)
        try bed.journal("edit", id, "third", "-t", "x,y")
        try bed.journal("delete", id)
        try bed.journal("restore", id)
        #expect(try bed.journal("undo", "--list").lines.count == 5)
        #expect(try undo().line == "\(id)\tmoved to the trash")
        #expect(try entry(id)["trashedAt"] != nil)
        #expect(try undo().line == "\(id)\trestored from the trash")
        #expect(try entry(id)["text"] == "third")
        #expect(try undo().line == "\(id)\tprevious values restored")
        #expect(try values(id) == edited)
        #expect(try undo().status == 0)
        #expect(try values(id) == created)
        #expect(try undo().line == "\(id)\tmoved to the trash")
        #expect(try bed.journal("list", "--count").line == "0")
        let nothing = try undo()
        #expect(nothing.status == 1)
        #expect(nothing.errors == "journal: there is no change to undo\n")
        #expect(try bed.journal("undo", "--list").output == "")
    }

    @Test func undoneChangesAreRedone() throws {
        let id = try bed.journal("new", "first").line
        try bed.journal("edit", id, "second")
        for _ in 0..<2 { #expect(try undo().status == 0) }
        #expect(try bed.journal("redo", "--list").lines.count == 2)
        #expect(try bed.journal("redo").line == "\(id)\trestored from the trash")
        let redone = try JSON.parse(bed.journal("redo", "--json").line)["redone"]
        #expect(redone?["command"] == "edit")
        #expect(redone?["entries"]?[0]?["id"] == .string(id))
        #expect(try bed.journal("show", id).line == "second")
        #expect(try bed.journal("redo").errors == "journal: there is no change to redo\n")
        #expect(try undo().status == 0)
        #expect(try bed.journal("show", id).line == "first")
    }

    @Test func changeOfAnotherProgramIsNeverOverwritten() throws {
        let first = try bed.journal("new", "first").line
        let second = try bed.journal("new", "second").line
        try bed.journal("edit", second, "mine")
        let theirs = "{\"id\":\"\(second)\",\"text\":\"theirs\"}"
        try bed.journal("rpc", "entry.update", theirs)
        let conflict = try undo()
        #expect(conflict.status == 1)
        #expect(conflict.errors.contains("entry \(second) was changed since"))
        #expect(conflict.errors.contains("journal history \(second)"), "\(conflict.errors)")
        #expect(try entry(second)["text"] == "theirs")
        // The step remains in the list, and an older one can be undone.
        #expect(try undo("2").status == 1)
        #expect(try undo("3").line == "\(first)\tmoved to the trash")
        let missing = try undo("9")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("there is no change 9; 2 can be undone"))
        #expect(try undo("0").status == 64)
    }

    @Test func permanentChangesAreNotPassedOver() throws {
        let kept = try bed.journal("new", "kept").line
        let id = try bed.journal("new", "secret").line
        try bed.journal("purge", id, "--yes")
        let refused = try undo()
        #expect(refused.status == 1)
        #expect(refused.errors.contains("1 entry was deleted permanently"), "\(refused.errors)")
        #expect(refused.errors.contains("journal undo 2"), "\(refused.errors)")
        // The creation of an entry that does not exist any more is reported once.
        #expect(try undo("2").status == 66)
        #expect(try undo("2").line == "\(kept)\tmoved to the trash")
        let list = try JSON.parse(bed.journal("undo", "--list", "--json").line)["steps"]
        #expect(list?.elements.count == 1)
        #expect(list?[0]?["undoable"] == false)
    }

    @Test func formerNamesAreRestored() throws {
        try bed.journal("new", "x", "-N", "Trips", "-t", "Sea")
        try bed.journal("new", "y", "-t", "lake")
        try bed.journal("notebook", "rename", "trips", "Travel")
        try bed.journal("tag", "rename", "sea", "ocean")
        #expect(try undo().line == "tag ocean renamed to Sea")
        #expect(try undo().line == "notebook Travel renamed to Trips")
        #expect(try bed.journal("tag").lines == ["lake\t1", "Sea\t1"])
        #expect(try bed.journal("notebook").output.contains("Trips\t1"))
        try bed.journal("tag", "rename", "sea", "ocean")
        // A tag of the former name that was used for a moment is no obstacle.
        try bed.journal("new", "z", "-t", "Sea")
        #expect(try undo().status == 0)
        #expect(try undo().line == "tag ocean renamed to Sea")
        #expect(try bed.journal("tag").lines == ["lake\t1", "Sea\t1"])
        try bed.journal("tag", "rename", "sea", "lake", "--merge")
        #expect(try undo().errors.contains("tag Sea was merged into lake"))
    }

    @Test func entryThatWasWrittenEarlierIsNotUndone() throws {
        let id = "0aa00000-0000-4000-8000-000000000000"
        try bed.journal("new", "once", "--id", id)
        let last = try bed.journal("new", "last").line
        try bed.journal("new", "once", "--id", id)
        try bed.journal("delete", "0aa0")
        try bed.journal("delete", "0aa0")
        #expect(try undo().line == "\(id)\trestored from the trash")
        #expect(try undo().line == "\(last)\tmoved to the trash")
    }

    @Test func concurrentWritersRecordEveryChange() throws {
        let shared = Shared(bed)
        try bed.journal("daemon", "start")
        let ids = try concurrently(12) { number in
            try shared.value.journal("new", "text \(number)").line
        }
        #expect(try bed.journal("undo", "--list").lines.count == 12)
        let results = try concurrently(12) { _ in try shared.value.journal("undo").line }
        #expect(Set(results) == Set(ids.map { "\($0)\tmoved to the trash" }))
        #expect(try bed.journal("list", "--count").line == "0")
    }

    // MARK: Deleting many entries

    @Test func deletionOfASearchIsConfirmedAndUndoneAsAWhole() throws {
        let wire = try bed.connectStarting()
        let calls = (0..<450).map { number -> JSON in
            ["method": "entry.create", "params": ["text": .string("draft \(number)")]]
        }
        try wire.call("batch", ["calls": .array(calls)])
        try bed.journal("new", "kept")
        let refused = try bed.journal("delete", "--search", "draft")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--yes"))
        #expect(refused.errors.contains("Move 450 entries to the trash?"), "\(refused.errors)")
        #expect(try bed.journal("list", "--count").line == "451")
        let deleted = try bed.journal("delete", "--search", "draft", "--yes")
        #expect(deleted.status == 0, "\(deleted.errors)")
        #expect(Set(deleted.lines).count == 450)
        #expect(try bed.journal("list", "--count").line == "1")
        let undone = try JSON.parse(undo("--json").line)["undone"]
        #expect(undone?["entries"]?.elements.count == 450)
        #expect(try bed.journal("list", "--count").line == "451")
        #expect(try bed.journal("delete", "--search", "nothing", "-y").status == 1)
        #expect(try bed.journal("delete", "--search", "draft", "-y", "abcd").status == 64)
        #expect(try bed.journal("delete").status == 64)
        let json = try JSON.parse(bed.journal("delete", "--search", "kept", "-y", "--json").line)
        #expect(json["entries"]?.elements.count == 1)
    }

    @Test(arguments: ["draft", "tag:draft"])
    func deletionOfASearchCountsEachEntryOnceWhileOthersWrite(query: String) throws {
        let wire = try bed.connectStarting()
        let create: JSON = [
            "method": "entry.create", "params": ["text": "draft", "tags": ["draft"]],
        ]
        // Three pages.
        var ids: Set<String> = []
        for _ in 0..<5 {
            let calls = Array(repeating: create, count: 450)
            let reply = try wire.call("batch", ["calls": .array(calls)])
            ids.formUnion(reply["results"]?.elements.compactMap { $0["id"]?.stringValue } ?? [])
        }
        #expect(ids.count == 2250)
        let command = try bed.start(["delete", "--search", query, "--yes"])
        for _ in 0..<40 { try wire.call("entry.create", create["params"] ?? .null) }
        let deleted = try command.wait()
        #expect(deleted.status == 0, "\(deleted.errors)")
        #expect(Set(deleted.lines).count == deleted.lines.count)
        #expect(Set(deleted.lines).isSuperset(of: ids))
    }

    @Test(arguments: ["y", "n"]) func deletionOfASearchAsksOnATerminal(answer: String) throws {
        for number in 0..<12 { try bed.journal("new", "roof \(number)") }
        let terminal = try #require(Built.tool("script"))
        let command = "\(Built.journal) delete --search roof --timeout 40"
        let result = try bed.run(
            [terminal, "-q", "-e", "-c", command + " --color always", "/dev/null"],
            input: answer + "\n"
        )
        #expect(!result.output.contains("␛"), "\(result.output)")
        #expect(result.output.contains("Move 12 entries to the trash? [y/N]"))
        #expect(result.output.contains("and 2 more"), "\(result.output)")
        #expect(result.status == (answer == "y" ? 0 : 1), "\(result.output)")
        #expect(try bed.journal("list", "--count").line == (answer == "y" ? "0" : "12"))
    }

    // MARK: Notebooks

    @Test func editCreatesANotebookAndSaysSo() throws {
        let id = try bed.journal("new", "x").line
        let moved = try bed.journal("edit", id, "-N", "sea")
        #expect(moved.status == 0)
        #expect(moved.errors == "journal: created the notebook \"sea\"\n")
        #expect(try bed.journal("edit", id, "-N", "lake", "--create-notebook").errors == "")
        let confused = try bed.journal("list", "-n", "sea")
        #expect(confused.status == 64)
        #expect(confused.errors.contains("journal list -N sea"), "\(confused.errors)")
    }

    // MARK: The trash

    @Test func entryThatIsInTheTrashAlreadyIsNamed() throws {
        let id = try bed.journal("new", "once").line
        #expect(try bed.journal("delete", id).errors == "")
        let again = try bed.journal("delete", id)
        #expect(again.status == 0)
        #expect(again.line == id)
        #expect(again.errors == "journal: entry \(id) was in the trash already\n")
        let terminal = try #require(Built.tool("script"))
        let line = "\(Built.journal) delete \(id) --timeout 40"
        let shown = try bed.run([terminal, "-q", "-e", "-c", line, "/dev/null"])
        #expect(!shown.output.contains("To undo"), "\(shown.output)")
        #expect(try bed.journal("restore", id).errors == "")
        #expect(
            try bed.journal("restore", id).errors == "journal: entry \(id) was not in the trash\n"
        )
    }
}
