// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

/// The contents of live lists, compared with lists that are sorted again.
struct ListContentsTests {
    /// A store of entries, which a list is compared with.
    private struct Model {
        var records: [String: EntryRecord] = [:]
        let limit: Int
        let order: ListOrder
        let grouping: ListGrouping

        private func precedes(_ lhs: ListRow, _ rhs: ListRow) -> Bool {
            let isBefore = (lhs.milliseconds, lhs.id) < (rhs.milliseconds, rhs.id)
            return order == .oldest ? isBefore : !isBefore
        }

        /// The matching rows by time: those that are starred.
        var matches: [ListRow] {
            records.values.filter(\.starred).map { ListRow($0, including: .summary) }.sorted(
                by: precedes
            )
        }

        /// The rows that a list shows.
        var shown: [ListedEntry] {
            let rows = matches.prefix(limit).flatMap { row in
                row.groups(by: grouping).map { (row, $0) }
            }
            let sorted = rows.sorted { lhs, rhs in
                guard let left = lhs.1, let right = rhs.1, left != right else {
                    return precedes(lhs.0, rhs.0)
                }
                let isReverse = grouping == .day && order == .newest
                let (leftKey, rightKey) =
                    grouping == .day ? (left, right) : (Name.key(of: left), Name.key(of: right))
                return isReverse ? leftKey > rightKey : leftKey < rightKey
            }
            return sorted.map { $0.0.listed($0.1) }
        }
    }

    private static func record(
        _ id: EntryID,
        _ revision: Int64,
        using random: inout SplitMix
    ) throws -> EntryRecord {
        let milliseconds = Int64.random(in: 0..<9, using: &random) * 40_000_000
        let time = try #require(Timestamp(milliseconds: milliseconds, offsetMinutes: 0))
        let names = ["a", "B", "c"]
        return EntryRecord(
            id: id,
            text: "text \(revision)",
            createdAt: time,
            zone: "UTC",
            localDay: time.day,
            modifiedAt: time,
            starred: Int.random(in: 0..<4, using: &random) > 0,
            revision: revision,
            notebook: .init(id: "n", name: try #require(names.randomElement(using: &random))),
            tags: names.filter { _ in Bool.random(using: &random) }
        )
    }

    @Test(arguments: ListGrouping.allCases, [ListOrder.newest, .oldest])
    func editsEqualSortingAgain(grouping: ListGrouping, order: ListOrder) throws {
        var random = SplitMix(seed: 7)
        var reads = 0
        for limit in [1, 3, 10, 40] {
            var model = Model(limit: limit, order: order, grouping: grouping)
            var contents = ListContents(limit: limit, order: order, grouping: grouping)
            var picture: [ListedEntry] = []
            let ids = (0..<60).map { _ in EntryID(UUID()) }
            for revision in 1...80 {
                var changes: [String: ListRow?] = [:]
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let id = try #require(ids.randomElement(using: &random))
                    let record = try Self.record(id, Int64(revision), using: &random)
                    model.records[id.text] = record
                    changes[id.text] = .some(
                        record.starred ? ListRow(record, including: .summary) : nil
                    )
                }
                let edits: [ListContents.Edit]
                if let applied = contents.apply(changes) {
                    edits = applied
                } else {
                    reads += 1
                    edits = contents.replace(with: Array(model.matches.prefix(contents.capacity)))
                }
                for edit in edits {
                    let item = try ListItem(json: JSON.parse(edit.json))
                    #expect(item.apply(to: &picture))
                }
                try #require(picture == model.shown, "limit \(limit), commit \(revision)")
                let rows = contents.rows.map { $0.row.listed($0.group) }
                try #require(rows == picture)
            }
        }
        // Most changes need no read.
        #expect(reads < 40)
    }

    @Test func unchangedRowsCauseNoEdits() throws {
        var random = SplitMix(seed: 1)
        let rows = try (Int64(1)...9).map { number -> ListRow in
            ListRow(try Self.record(EntryID(UUID()), number, using: &random), including: .summary)
        }.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
        var contents = ListContents(limit: 5, order: .oldest, grouping: .none)
        #expect(contents.replace(with: rows).count == 5)
        #expect(contents.replace(with: rows).isEmpty)
        #expect(contents.apply([rows[2].id: rows[2]]) == [])
        #expect(contents.apply([:]) == [])
    }

    @Test func contentBeyondTheMaximumSizeIsTruncated() throws {
        var random = SplitMix(seed: 1)
        let rows = try (Int64(1)...100).map { number -> ListRow in
            var record = try Self.record(EntryID(UUID()), number, using: &random)
            // One character that takes many bytes.
            record.text = "e" + String(repeating: "\u{301}", count: 29_000)
            return ListRow(record, including: .summary)
        }.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
        var contents = ListContents(limit: 100, order: .oldest, grouping: .none)
        _ = contents.replace(with: rows)
        let kept = contents.rows.map(\.row)
        #expect(kept.reduce(0) { $0 + $1.byteCount } <= ListContents.maximumByteCount)
        #expect(kept.first?.isTruncated == false)
        #expect(kept.last?.isTruncated == true)
        #expect(kept.map(\.id) == rows.map(\.id))
    }

    @Test func rowsOfAllTagsAreWithinTheMaximumSize() throws {
        var random = SplitMix(seed: 1)
        let tags = (10..<10 + Limits.tags).map { "\($0)" + String(repeating: "\"", count: 253) }
        let rows = try (Int64(1)...300).map { number -> ListRow in
            var record = try Self.record(EntryID(UUID()), number, using: &random)
            record.text = "e" + String(repeating: "\u{301}", count: 10_000)
            record.tags = tags
            return ListRow(record, including: .summary)
        }.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
        for limit in [20, 62, 300] {
            var contents = ListContents(limit: limit, order: .oldest, grouping: .tag)
            _ = contents.replace(with: Array(rows.prefix(contents.capacity)))
            let shown = contents.rows
            #expect(shown.count <= ListContents.maximumTagRowCount)
            #expect(Set(shown.map(\.row.id)).count == limit)
            let size = shown.reduce(0) { $0 + $1.row.json(group: $1.group).count }
            #expect(size <= ListContents.maximumByteCount)
        }
    }

    @Test func linesOfTheLongestRowsAreWithinTheLimit() throws {
        var random = SplitMix(seed: 1)
        let cursor = Cursor(epoch: "12345678", revision: .max)
        let id = RequestID.string(String(repeating: "\u{1}", count: Limits.requestID))
        let lines = ListLines(list: id, from: cursor, to: cursor)
        var record = try Self.record(EntryID(UUID()), .max, using: &random)
        record.tags = [String(repeating: "\"", count: Limits.name)]
        var truncated = 0
        for length in stride(from: 61_000, through: 63_600, by: 50) {
            record.text = "e" + String(repeating: "\u{301}", count: length / 2)
            let row = ListRow(record, including: .summary)
            truncated += row.isTruncated ? 1 : 0
            let edit = ListContents.Edit(
                edit: .move(from: 63_999, to: 63_998),
                row: row,
                group: record.tags[0]
            )
            #expect(edit.maximumLength > edit.json.count)
            let fitting = [edit, edit].prefix(ListLines.fittingCount([edit, edit]))
            #expect(fitting.count == (row.isTruncated ? 2 : 1))
            #expect(lines.line(fitting, isEnd: false).count <= Limits.notification)
        }
        #expect((1..<53).contains(truncated))
    }
}

extension ListRow {
    /// The row as a client receives it.
    fileprivate func listed(_ group: String?) -> ListedEntry {
        let entry = try? EntryRecord(json: JSON.parse(entry))
        return ListedEntry(id: id, revision: revision, group: group, entry: entry)
    }
}
