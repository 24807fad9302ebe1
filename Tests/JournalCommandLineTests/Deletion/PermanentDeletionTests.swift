// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// Deletions of several entries, permanent and into the trash.
struct PermanentDeletionTests {
    private static func status(_ store: String?) -> JSON {
        Status.Reply(
            version: "1",
            pid: 2,
            startedAt: .epoch,
            uptimeSeconds: 1,
            store: store,
            socket: nil,
            cursor: CommandRun.cursor
        ).json
    }

    private static func references(_ count: UInt64) -> [EntryReference] {
        (1...count).map { EntryReference(CommandRun.entry($0).id) }
    }

    /// A daemon that deletes what it is asked to, or fails from the second request.
    private static func run(
        _ format: CommandContext.Format = .text,
        failure: ProtocolError? = nil
    ) throws -> CommandRun {
        try CommandRun(format: format) { request in
            switch request.method {
            case "entry.purge":
                guard let purge = try? EntryPurge(json: request.params) else { return .close }
                if let failure, !purge.isFollowed { return .error(failure) }
                let reply = EntryPurge.Reply(
                    purgedCount: purge.ids.count,
                    cursor: CommandRun.cursor
                )
                return .result(reply.json)
            case "trash.empty":
                return .result(EntryPurge.Reply(purgedCount: 1, cursor: CommandRun.cursor).json)
            default: return .result(status(nil))
            }
        }
    }

    @Test(arguments: [
        (UInt64(1), [1], "deleted 1 entry permanently\n"),
        (1000, [1000], "deleted 1000 entries permanently\n"),
        (1001, [1000, 1], "deleted 1001 entries permanently\n"),
    ])
    func entriesAreDeletedInParts(count: UInt64, lengths: [Int], text: String) throws {
        let run = try Self.run()
        try PermanentDeletion(run.context).purge(Self.references(count))
        #expect(try run.printed == text)
        let calls = try run.calls(.entryPurge).map { try EntryPurge(json: $0) }
        #expect(calls.map(\.ids.count) == lengths)
        #expect(calls.map(\.isFollowed) == lengths.indices.map { $0 + 1 < lengths.count })
    }

    @Test func resultHasTheNumberOfAllParts() throws {
        let run = try Self.run(.json)
        try PermanentDeletion(run.context).purge(Self.references(1500))
        #expect(try run.printed == #"{"purged":1500,"cursor":"e.8"}"# + "\n")
    }

    @Test func nothingIsDeletedWithoutEntries() throws {
        let run = try Self.run()
        try PermanentDeletion(run.context).purge([])
        #expect(try run.printed == "deleted 0 entries permanently\n")
        #expect(run.calls(.entryPurge).isEmpty)
        #expect(run.calls(.status).isEmpty)
    }

    @Test func failureAfterAPartNamesWhatIsLeft() throws {
        let run = try Self.run(failure: ProtocolError(.storeFailed, "damaged"))
        let error = #expect(throws: ClientError.self) {
            try PermanentDeletion(run.context).purge(Self.references(1001))
        }
        #expect(error?.message == "damaged")
        let advice = "To overwrite what they have left in the store: journal trash empty"
        #expect(error?.advice?.hasSuffix(advice) == true)
        let first = #expect(throws: ClientError.self) {
            try PermanentDeletion(run.context).purge(Self.references(1))
        }
        #expect(first?.advice?.contains(advice) != true)
    }

    @Test func cancelledDeletionIsAnInterruption() throws {
        let run = try Self.run(failure: ProtocolError(.cancelled, "cancelled"))
        let error = #expect(throws: ClientError.self) {
            try PermanentDeletion(run.context).purge(Self.references(1))
        }
        #expect(error?.code == .interrupted)
        #expect(error?.advice?.contains("journal trash empty") == true)
    }

    @Test func trashIsEmptiedUpToAnInstant() throws {
        let run = try Self.run(.jsonLines)
        try PermanentDeletion(run.context).emptyTrash(before: .epoch)
        #expect(try run.printed == #"{"purged":1,"cursor":"e.8"}"# + "\n")
        #expect(run.calls(.trashEmpty).map { $0["before"] } == [Timestamp.epoch.json])
    }

    // MARK: Into the trash

    private static func trash(
        _ format: CommandContext.Format = .text,
        failing: ProtocolError? = nil
    ) throws -> CommandRun {
        try CommandRun(format: format) { request in
            let failed = CommandRun.entry(2).id
            func result(_ call: JSON) -> JSON? {
                let id = call["id"].flatMap { try? EntryID(json: $0) } ?? .random()
                return id == failed && failing != nil ? nil : CommandRun.written(id)
            }
            guard request.method == "batch" else {
                return result(request.params).map { .result($0) }
                    ?? .error(failing ?? ProtocolError(.internal, ""))
            }
            guard let batch = try? Batch(json: request.params) else { return .close }
            if let failing { return .error(.batchFailed(index: 1, cause: failing)) }
            let results = batch.calls.compactMap { result($0.params) }
            return .result(Batch.Reply(results: results, cursor: CommandRun.cursor).json)
        }
    }

    private static let entries = [CommandRun.entry(1), CommandRun.entry(2), CommandRun.entry(3)]

    @Test func idsOfTheEntriesArePrinted() throws {
        let run = try Self.trash()
        try SelectionDeletion(run.context).run(Self.entries, isConfirmed: true)
        #expect(try run.printed == Self.entries.map { "\($0.id)\n" }.joined())
        let calls = try #require(run.calls(.batch).first.map { try Batch(json: $0) }).calls
        #expect(calls.allSatisfy { $0.params["ifRev"] == 7 })
    }

    @Test func resultsAreInOneObject() throws {
        let run = try Self.trash(.json)
        try SelectionDeletion(run.context).run(Self.entries, isConfirmed: true)
        let results = Self.entries.map { CommandRun.written($0.id) }
        #expect(try JSON.parse(Array(run.printed.utf8)) == ["entries": .array(results)])
    }

    @Test func entryThatWasChangedSinceRemains() throws {
        let run = try Self.trash(failing: ProtocolError(.conflict, "it was changed"))
        let error = #expect(throws: ClientError.self) {
            try SelectionDeletion(run.context).run(Self.entries, isConfirmed: true)
        }
        #expect(error?.message == "1 of 3 entries were not deleted: it was changed")
        #expect(try run.printed == "\(Self.entries[0].id)\n\(Self.entries[2].id)\n")
    }
}
