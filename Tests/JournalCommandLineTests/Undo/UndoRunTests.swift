// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// `journal undo` and `journal redo` with a daemon that replies as the test says.
struct UndoRunTests {
    private static let page = PageCursor(epoch: "e", queryHash: 1, position: [7])

    /// Returns a step whose number is the end of its id.
    private static func step(
        _ number: UInt64,
        command: String = "edit",
        changeCount: Int = 1,
        ids: [EntryID] = [],
        renamings: [NameChange] = [],
        obstacle: StepRecord.Obstacle? = nil
    ) -> StepRecord {
        StepRecord(
            id: EntryID(high: 0, low: number),
            client: "journal",
            command: command,
            time: .epoch,
            revision: 8,
            changeCount: changeCount,
            ids: ids,
            renamings: renamings,
            obstacle: obstacle
        )
    }

    private static func list(_ steps: StepRecord...) -> FakeServer.Action {
        .result(UndoList.Reply(steps: steps, cursor: CommandRun.cursor).json)
    }

    private static func moved(
        _ step: StepRecord,
        entries: [StepMoved.Change] = [],
        renamings: [NameChange] = [],
        failures: [StepMoved.Failure] = [],
        nextPage: PageCursor? = nil
    ) -> FakeServer.Action {
        let moved = StepMoved(
            step: step,
            changeCount: entries.count + renamings.count,
            entries: entries,
            renamings: renamings,
            failureCount: failures.count,
            failures: failures,
            nextPage: nextPage,
            cursor: CommandRun.cursor
        )
        return .result(moved.json)
    }

    private static func change(_ number: UInt64, _ effect: StepMoved.Change.Effect)
        -> StepMoved.Change
    {
        StepMoved.Change(id: CommandRun.entry(number).id, revision: 9, effect: effect)
    }

    @Test func entriesAreListedPageByPage() throws {
        let step = Self.step(1, changeCount: 3)
        let run = try CommandRun { request in
            guard request.params["page"] == nil else {
                return Self.moved(step, entries: [Self.change(3, .restored)])
            }
            let entries = [Self.change(1, .trashed), Self.change(2, .updated)]
            return Self.moved(step, entries: entries, nextPage: Self.page)
        }
        try UndoRun(run.context).run(1)
        let ids = (1...3).map { CommandRun.entry($0).id }
        #expect(
            try run.printed == """
                \(ids[0])\tmoved to the trash
                \(ids[1])\tprevious values restored
                \(ids[2])\trestored from the trash

                """
        )
        #expect(run.calls(.undo).map { $0["page"] } == [nil, Self.page.json])
        #expect(run.calls(.undo).map { $0["id"] } == [nil, step.id.json])
    }

    @Test func resultIsOneObjectOverAllPages() throws {
        let step = Self.step(1, changeCount: 2)
        let renaming = NameChange(.tag, id: "t", from: "x", to: "y")
        let run = try CommandRun(format: .json) { request in
            request.params["page"] == nil
                ? Self.moved(step, entries: [Self.change(1, .trashed)], nextPage: Self.page)
                : Self.moved(step, entries: [Self.change(2, .trashed)], renamings: [renaming])
        }
        try UndoRun(run.context, direction: .redo).run(1)
        let json = try JSON.parse(Array(run.printed.utf8))["redone"]
        let entries = [Self.change(1, .trashed), Self.change(2, .trashed)]
        #expect(json?["entries"] == entries.json)
        #expect(json?["command"] == "edit")
        #expect(json?["renamings"] == [renaming.json])
        #expect(json?["cursor"] == CommandRun.cursor.json)
        #expect(run.calls(.redo).count == 2)
    }

    @Test func terminalShowsTextsAndTheNumberOfAllEntries() throws {
        let entries = (1...12).map { Self.change($0, .trashed) }
        let run = try CommandRun(isInteractive: true) { request in
            request.method == "undo"
                ? Self.moved(Self.step(1, changeCount: 12), entries: entries)
                : .result(
                    EntryGet.Reply(entry: CommandRun.entry(1, "a\nb"), cursor: CommandRun.cursor)
                        .json
                )
        }
        try UndoRun(run.context).run(1)
        let lines = try run.printed.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.first == "00000001  moved to the trash  a")
        #expect(lines.last == "and 2 more; 12 entries in all")
        #expect(run.calls(.entryGet).count == 10)
    }

    @Test func renamedObjectsAreNamed() throws {
        let renaming = NameChange(.notebook, id: "n", from: "work", to: "home")
        let run = try CommandRun { _ in Self.moved(Self.step(1), renamings: [renaming]) }
        try UndoRun(run.context).run(1)
        #expect(try run.printed == "notebook work renamed to home\n")
    }

    @Test func stepWithANumberIsFound() throws {
        let steps = [Self.step(1), Self.step(2), Self.step(3)]
        let run = try CommandRun { request in
            request.method == "undo.list"
                ? .result(UndoList.Reply(steps: steps, cursor: CommandRun.cursor).json)
                : Self.moved(steps[2])
        }
        try UndoRun(run.context).run(3)
        #expect(run.calls(.undoList).first?["limit"] == 3)
        #expect(run.calls(.undo).map { $0["id"] } == [steps[2].id.json])
        let error = #expect(throws: ClientError.self) { try UndoRun(run.context).run(4) }
        #expect(error?.message == "there is no change 4; 3 can be undone")
        #expect(error?.code == .missing)
    }

    @Test(arguments: [UndoRun.Direction.undo, .redo])
    func nothingToMoveIsNamed(direction: UndoRun.Direction) throws {
        let run = try CommandRun { request in
            request.method == "undo.list"
                ? Self.list() : .error(ProtocolError(.undoNothing, "there is nothing"))
        }
        let undo = try UndoRun(run.context, direction: direction)
        let last = #expect(throws: ClientError.self) { try undo.run(1) }
        #expect(last?.code == .nothingFound)
        #expect(last?.message == "there is nothing")
        let second = #expect(throws: ClientError.self) { try undo.run(2) }
        #expect(second?.message == "there is no change to \(direction.name)")
        #expect(run.calls(.undoList).first?["undone"] == (direction == .redo ? true : nil))
    }

    @Test func entriesThatWereChangedSinceAreOneFailure() throws {
        let (first, second) = (CommandRun.entry(1).id, CommandRun.entry(2).id)
        let failures = [
            StepMoved.Failure(id: first, kind: .conflict, message: "one changed"),
            StepMoved.Failure(id: second, kind: .versionNotFound, message: "two lost"),
        ]
        let run = try CommandRun { request in
            request.method == "undo.list"
                ? Self.list(Self.step(1), Self.step(2))
                : Self.moved(
                    Self.step(1),
                    entries: [Self.change(3, .updated)],
                    failures: failures
                )
        }
        let error = #expect(throws: ClientError.self) { try UndoRun(run.context).run(1) }
        #expect(error?.message == "2 entries were not undone")
        #expect(
            error?.advice?.split(separator: "\n").map(String.init) == [
                "one changed", "To look at it: journal show \(first)",
                "Its earlier versions: journal history \(first)", "two lost",
                "See: journal history \(second)",
                "To undo an older change: journal undo --list",
            ]
        )
        #expect(try run.printed == "\(CommandRun.entry(3).id)\tprevious values restored\n")
    }

    @Test(
        arguments: [
            (
                StepRecord.Obstacle(kind: "attach", message: "a file was attached"),
                "To remove it: journal attachments ID --remove NAME"
            ),
            (
                .init(kind: "notebook.create", message: "it was created", name: "work"),
                "To delete it: journal notebook delete work"
            ),
            (.init(kind: "purge", message: "2 entries were deleted permanently"), nil),
        ] as [(StepRecord.Obstacle, String?)]
    )
    func obstacleIsExplained(obstacle: StepRecord.Obstacle, advice: String?) throws {
        let step = Self.step(1, obstacle: obstacle)
        let run = try CommandRun { request in
            request.method == "undo.list"
                ? Self.list(step, Self.step(2, command: "import"))
                : .error(ProtocolError(.undoPermanent, "no", details: ["step": step.json]))
        }
        let error = #expect(throws: ClientError.self) { try UndoRun(run.context).run(1) }
        #expect(error?.message == "the last change cannot be undone: \(obstacle.message)")
        let lines = error?.advice?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.dropLast() == (advice.map { [$0] } ?? [])[...])
        #expect(lines.last?.hasPrefix("To undo the change before it, import at ") == true)
        #expect(lines.last?.hasSuffix(": journal undo 2") == true)
    }

    @Test func stepsAreListed() throws {
        let obstacle = StepRecord.Obstacle(kind: "purge", message: "gone")
        let steps = [
            Self.step(1, ids: [CommandRun.entry(1).id, CommandRun.entry(2).id]),
            Self.step(2, renamings: [NameChange(.tag, id: "t", from: "x", to: "y")]),
            Self.step(3, command: "delete", obstacle: obstacle),
        ]
        let reply = UndoList.Reply(steps: steps, cursor: CommandRun.cursor).json
        let run = try CommandRun { _ in .result(reply) }
        try UndoRun(run.context).list(7)
        let ids = "\(CommandRun.entry(1).id) \(CommandRun.entry(2).id)"
        #expect(
            try run.printed == """
                1\t1970-01-01T00:00:00Z\tedit\t\t\(ids)
                2\t1970-01-01T00:00:00Z\tedit\tx to y\t
                3\t1970-01-01T00:00:00Z\tdelete\tcannot be undone: gone\t

                """
        )
        let lines = try CommandRun(format: .jsonLines) { _ in .result(reply) }
        try UndoRun(lines.context).list(5000)
        let objects = try lines.printed.split(separator: "\n").map {
            try JSON.parse(Array($0.utf8))
        }
        #expect(objects.map { $0["number"] } == [1, 2, 3])
        #expect(objects.map { $0["undoable"] } == [true, true, false])
        #expect(objects[2]["obstacle"]?["message"] == "gone")
        #expect(lines.calls(.undoList).first?["limit"] == JSON.integer(Int64(Limits.page)))
    }

    @Test func singleChangeIsUndoneByAKey() throws {
        let run = try CommandRun { request in
            request.method == "undo.list"
                ? Self.list(Self.step(1, changeCount: 1))
                : Self.moved(Self.step(1), entries: [Self.change(1, .restored)])
        }
        #expect(try UndoRun(run.context).undoSingle().entries.count == 1)
        #expect(try run.printed == "")
    }
}
