// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import SwiftData
import Testing

@testable import JournalModel

/// Listings of many entries of one time, half of which are in the trash.
struct EntryListingTests {
    private static let count = 2_000
    private static let pageLength = 20
    /// The number of instructions of SQLite, in thousands, in which a page can be read.
    ///
    /// Reading a quarter of the entries takes more.
    private static let limit = 8
    private static let time = Date(milliseconds: 1_000_000)

    private let context: ModelContext
    private let notebook: Notebook

    init() throws {
        context = ModelContext(try JournalContainer.inMemory())
        notebook = Notebook(uuid: UUID(), name: try Name("a", .notebook), revision: 1)
        context.insert(notebook)
        let moment = ZonedInstant(
            milliseconds: Self.time.milliseconds,
            offsetMinutes: 0,
            zone: "UTC",
            localDay: "1970-01-01"
        )
        for number in 0..<Self.count {
            let entry = Entry(
                uuid: UUID(),
                text: "\(number)",
                moment: moment,
                modifiedAt: moment.date,
                starred: true,
                revision: 1,
                notebook: notebook
            )
            context.insert(entry)
            if number.isMultiple(of: 2) { entry.setTrashTime(moment.date) }
        }
        try context.save()
    }

    /// Returns selections of one half of the entries.
    private func selections() -> [EntrySelection] {
        [false, true].flatMap { isTrashed in
            var plain = EntrySelection()
            plain.trashed = isTrashed
            var ofNotebook = plain
            ofNotebook.notebook = .init(notebook, calledBy: "a")
            var starred = plain
            starred.starred = true
            var bounded = plain
            bounded.narrow(since: .instant(Self.time.addingTimeInterval(-1)))
            bounded.narrow(until: .instant(Self.time.addingTimeInterval(1)))
            bounded.narrow(until: .instant(Self.time.addingTimeInterval(2)))
            return [plain, ofNotebook, starred, bounded]
        }
    }

    /// Returns the number of instructions of SQLite in a read, in thousands.
    private func cost(_ read: () throws -> Void) throws -> Int {
        let count = Mutex(0)
        context.readInterruption = ReadInterruption { count.withLock { $0 += 1 } }
        defer { context.readInterruption = nil }
        try read()
        return count.withLock { $0 }
    }

    @Test(arguments: [EntryListing.Order.newest, .oldest])
    func pageIsReadWithoutOtherEntriesOfItsTime(_ order: EntryListing.Order) throws {
        for selection in selections() {
            let half = EntryListing(selection, order: order, limit: Self.count / 4)
            let first = try half.fetch(in: context)
            let middle = EntryListing.Position(of: try #require(first.last))
            let listing = EntryListing(
                selection,
                order: order,
                limit: Self.pageLength,
                after: middle
            )
            var page: [Entry] = []
            let cost = try cost { page = try listing.fetch(in: context) }
            #expect(page.count == Self.pageLength)
            #expect(cost < Self.limit, "\(selection)")
            for descriptor in listing.descriptors {
                let steps = try context.explain(descriptor).steps.map(\.detail)
                #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
            }
        }
    }

    @Test func pageOfEarlierTextsIsReadWithoutOthersOfItsTime() throws {
        let entry = try #require(try EntryListing(limit: 1).fetch(in: context).first)
        for number in 0..<Self.count / 2 {
            let earlier = EarlierText(text: "\(number)", replacedAt: Self.time)
            earlier.entry = entry
            context.insert(earlier)
        }
        try context.save()
        let listing = VersionListing(of: entry)
        let first = try listing.fetch(in: context, after: nil, limit: Self.count / 4)
        let middle = VersionListing.Position(of: try #require(first.last))
        var page: [EarlierText] = []
        let cost = try cost {
            page = try listing.fetch(in: context, after: middle, limit: Self.pageLength)
        }
        #expect(page.count == Self.pageLength)
        #expect(Set(page.map(\.uuid)).isDisjoint(with: first.map(\.uuid)))
        #expect(cost < Self.limit)
    }
}
