// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct StatisticsTimelineTests {
    private static let spanLength = 4
    private let bench: WriterBench

    init() throws { bench = try WriterBench() }

    private func write(_ call: some WriteStep) throws -> JSON {
        var backlog = WriterBacklog()
        var outcome = bench.commit([writerJob(call)], &backlog).replies.first?.1
        while let step = backlog.takeUnfinished() {
            if case .erasure = step { break }
            outcome = bench.commit([step], &backlog).replies.first?.1 ?? outcome
        }
        return try outcome?.get() ?? .null
    }

    @discardableResult
    private func create(_ number: Int, _ tags: [String] = []) throws -> EntryReference {
        let time = Timestamp(milliseconds: Int64(number) * 3_600_000)
        let call = EntryCreate(text: "entry number \(number)", tags: tags, createdAt: time)
        return EntryReference(try EntryWritten(json: write(call)).id)
    }

    /// Returns the timeline that follows another one, and the sum of the numbers that are read
    /// without it.
    private func read(
        after former: StatisticsTimeline?
    ) throws -> (StatisticsTimeline, isUpdated: Bool, expected: EntryStatistics.Reply) {
        let context = ReadContext(bench.container, cursor: Cursor(epoch: "e", revision: 0))
        return try context.models.readSnapshot { revision in
            let updated = try former?.updated(in: context, at: revision)
            let all = try StatisticsTimeline(in: context, at: revision, spanLength: .max)
            let timeline =
                try updated
                ?? StatisticsTimeline(in: context, at: revision, spanLength: Self.spanLength)
            return (timeline, updated != nil, sum(all))
        }
    }

    private func sum(_ timeline: StatisticsTimeline) -> EntryStatistics.Reply {
        var counts = StatisticsCounts(listing: -100...100, today: 0)
        for part in timeline.parts { counts.add(part) }
        return counts.reply(at: Cursor(epoch: "e", revision: 0))
    }

    @Test func onlySpansWithChangesAreReadAgain() throws {
        let ids = try (0..<20).map { try create($0, $0 < 10 ? ["a"] : ["a", "b"]) }
        var (timeline, _, expected) = try read(after: nil)
        #expect(timeline.parts.count == 5)
        #expect(sum(timeline) == expected)
        let changes: [any WriteStep] = [
            EntryUpdate(id: ids[3], text: "one two three four"),
            EntryUpdate(id: ids[4], addTags: ["c"], removeTags: ["a"]),
            EntryUpdate(id: ids[5], createdAt: Timestamp(milliseconds: 90_000_000)),
            EntryUpdate(id: ids[6], createdAt: Timestamp(milliseconds: -90_000_000)),
            EntryDelete(id: ids[7]), EntryDelete(id: ids[8]), EntryRestore(id: ids[8]),
            EntryPurge(ids: [ids[9], ids[19]]), TrashEmpty(), NotebookCreate(name: "n"),
        ]
        for change in changes {
            _ = try write(change)
            let next = try read(after: timeline)
            #expect(next.isUpdated)
            #expect(sum(next.0) == next.expected)
            timeline = next.0
        }
        for number in 20..<40 { try create(number) }
        let grown = try read(after: timeline)
        #expect(grown.isUpdated)
        #expect(grown.0.parts.count > 8)
        #expect(sum(grown.0) == grown.expected)
    }

    @Test func renamedTagsAndLostHistoryRequireAllEntries() throws {
        try create(1, ["a"])
        let (timeline, _, _) = try read(after: nil)
        _ = try write(TagRename(tag: "a", name: "b"))
        let renamed = try read(after: timeline)
        #expect(!renamed.isUpdated)
        #expect(renamed.0.parts[0].tags == ["b": 1])
    }
}
