// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

@testable import JournalCommandLine

/// The requests that settle the conflicts of an entry.
struct ConflictSettlementTests {
    private static let entry = CommandRun.entry(1).id

    private static func version(_ number: UInt64) -> EntryID {
        EntryID(high: number << 32, low: 0)
    }

    /// A daemon that lists at most two of an entry's conflicts in a reply.
    private static func run(_ numbers: ClosedRange<UInt64>) throws -> CommandRun {
        let open = Mutex(numbers.map(version))
        return try CommandRun { request in
            if let settled = request.params["version"].flatMap({ try? EntryID(json: $0) }) {
                open.withLock { $0.removeAll { $0 == settled } }
                return .result(CommandRun.written(entry))
            }
            let left = open.withLock(\.self)
            let conflicts = left.prefix(2).map { id in
                SyncConflict(
                    entry: entry,
                    text: "own",
                    version: EntryVersion(id: id, replacedAt: .epoch, text: "other")
                )
            }
            return .result(SyncConflicts.Reply(conflicts: conflicts, count: left.count).json)
        }
    }

    private func settled(_ run: CommandRun) -> [SyncResolve] {
        run.calls(.syncResolve).compactMap { try? SyncResolve(json: $0) }
    }

    @Test func allConflictsOfAnEntryAreSettledInOneStep() throws {
        let run = try Self.run(1...5)
        let client = try run.context.client
        client.beginStep("sync resolve")
        let settlement = ConflictSettlement(client: client)
        let reply = try settlement.settle(EntryReference(Self.entry), using: nil)
        #expect(reply.id == Self.entry)
        #expect(settled(run).map(\.version) == (1...5).map(Self.version))
        #expect(settled(run).allSatisfy { !$0.restore })
        let steps = run.calls(.syncResolve).compactMap { $0["step"]?["id"]?.stringValue }
        #expect(steps.count == 5)
        #expect(Set(steps).count == 1)
    }

    @Test func theTextThatIsUsedIsSettledLast() throws {
        let run = try Self.run(1...4)
        let settlement = ConflictSettlement(client: try run.context.client)
        _ = try settlement.settle(EntryReference(Self.entry), using: "00000001")
        #expect(settled(run).map(\.version) == [2, 3, 4, 1].map(Self.version))
        #expect(settled(run).map(\.restore) == [false, false, false, true])
    }

    @Test func anEntryWithoutConflictsIsReported() throws {
        let run = try CommandRun { _ in
            .result(SyncConflicts.Reply(conflicts: [], count: 0).json)
        }
        let settlement = ConflictSettlement(client: try run.context.client)
        let error = #expect(throws: ClientError.self) {
            try settlement.settle(EntryReference(Self.entry), using: nil)
        }
        #expect(error?.message == "entry \(Self.entry) has no conflict")
        #expect(settled(run).isEmpty)
    }
}
