// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// Searches with random queries, compared with an evaluation of each query on each entry.
@Suite struct SearchRunTests {
    /// A query that is written as text, and evaluated without the index and the parser.
    private indirect enum Query {
        case word(String)
        case prefix(String)
        case tag(String)
        case starred(Bool)
        case on(Int)
        case before(Int)
        case all([Query])
        case any([Query])
        case not(Query)

        static func random(_ depth: Int, _ numbers: inout some RandomNumberGenerator) -> Query {
            func parts() -> [Query] {
                (0..<Int.random(in: 2...3, using: &numbers)).map { _ in
                    random(depth - 1, &numbers)
                }
            }
            if depth > 0 {
                switch Int.random(in: 0..<8, using: &numbers) {
                case 0...1: return .all(parts())
                case 2...3: return .any(parts())
                case 4: return .not(random(depth - 1, &numbers))
                default: break
                }
            }
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: return .tag(["x", "y", "unknown"].randomElement(using: &numbers) ?? "x")
            case 1: return .starred(Bool.random(using: &numbers))
            case 2: return .on(Int.random(in: 1...9, using: &numbers))
            case 3: return .before(Int.random(in: 1...9, using: &numbers))
            case 4: return .prefix(["r", "ro", "walk"].randomElement(using: &numbers) ?? "r")
            default: return .word(searched.randomElement(using: &numbers) ?? "rain")
            }
        }

        var text: String {
            switch self {
            case .word(let word): word
            case .prefix(let prefix): prefix + "*"
            case .tag(let tag): "tag:\(tag)"
            case .starred(let isStarred): "starred:\(isStarred ? "yes" : "no")"
            case .on(let day): "on:2026-11-0\(day)"
            case .before(let day): "before:2026-11-0\(day)"
            case .all(let parts): "(" + parts.map(\.text).joined(separator: " ") + ")"
            case .any(let parts): "(" + parts.map(\.text).joined(separator: " OR ") + ")"
            case .not(let part): "-\(part.text.hasPrefix("-") ? "(\(part.text))" : part.text)"
            }
        }

        func takes(_ entry: Entry) -> Bool {
            switch self {
            case .word(let word):
                word.unicodeScalars.contains { $0.value > 0x1100 }
                    ? entry.text.contains(word)
                    : entry.text.split(separator: " ").contains(Substring(word))
            case .prefix(let prefix):
                entry.text.split(separator: " ").contains { $0.hasPrefix(prefix) }
            case .tag(let tag): entry.tags.contains { $0.name == tag }
            case .starred(let isStarred): entry.starred == isStarred
            case .on(let day): entry.localDay == "2026-11-0\(day)"
            case .before(let day): entry.localDay < "2026-11-0\(day)"
            case .all(let parts): parts.allSatisfy { $0.takes(entry) }
            case .any(let parts): parts.contains { $0.takes(entry) }
            case .not(let part): !part.takes(entry)
            }
        }
    }

    private static let written = [
        "rain", "roof", "walk", "walking", "東京都", "京都", "雨", "도쿄에", "🎉", "🍵", "réseau",
    ]
    private static let searched = [
        "rain", "roof", "walk", "東京", "京都", "京", "雨", "도쿄", "🎉", "🍵", "nothing",
    ]

    private let context: ReadContext

    init() throws {
        let container = try JournalContainer.inMemory()
        let models = ModelContext(container)
        var numbers = SplitMix(seed: 7)
        let tags = try ["x", "y"].map {
            JournalModel.Tag(uuid: UUID(), name: try Name($0, .tag), revision: 1)
        }
        let notebook = Notebook(uuid: UUID(), name: try Name("journal", .notebook), revision: 1)
        for tag in tags { models.insert(tag) }
        models.insert(notebook)
        for number in 0..<160 {
            let words = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
                Self.written.randomElement(using: &numbers) ?? ""
            }
            let day = 1 + number % 9
            let entry = Entry(
                uuid: UUID(),
                text: words.joined(separator: " "),
                moment: ZonedInstant(
                    milliseconds: (20_758 + Int64(day)) * 86_400_000 + Int64(number),
                    offsetMinutes: 0,
                    zone: "UTC",
                    localDay: "2026-11-0\(day)"
                ),
                modifiedAt: Date(timeIntervalSince1970: 0),
                starred: number % 3 == 0,
                revision: number,
                notebook: notebook
            )
            models.insert(entry)
            entry.tags = tags.filter { _ in Bool.random(using: &numbers) }
        }
        try models.save()
        context = ReadContext(container, cursor: Cursor(epoch: "e", revision: 0))
    }

    @Test(arguments: 0..<4)
    func randomQueriesFindWhatTheyMean(seed: UInt64) throws {
        let entries = try context.models.fetch(FetchDescriptor<Entry>())
        var numbers = SplitMix(seed: seed)
        var found = 0
        for _ in 0..<60 {
            let query = Query.random(3, &numbers)
            let expected = Set(entries.filter(query.takes).map(\.uuid))
            let run = try SearchRun(
                query.text,
                options: QueryOptions(),
                filter: Filter(),
                in: context
            )
            let matches = try run.matches(in: context, limit: 1000).map(\.entry.uuid)
            #expect(Set(matches) == expected, "\(query.text)")
            #expect(matches.count == expected.count, "\(query.text)")
            #expect(try run.count(in: context) == expected.count, "\(query.text)")
            found += matches.count
            let filter = SubscriptionFilter(
                selection: run.selection,
                words: run.words,
                isEverything: false,
                include: .ids
            )
            let matcher = try filter.matcher()
            let taken = try entries.filter { entry in
                let attributes = FilterAttributes(of: entry)
                return try filter.selection.takes(attributes)
                    && matcher?.matches(attributes) ?? true
            }
            #expect(Set(taken.map(\.uuid)) == expected, "\(query.text)")
        }
        #expect(found > 500)
    }

    @Test(
        arguments: ["rain OR tag:x", "-rain", "rain", "-(roof tag:y) OR 京", "tag:x"],
        [(SearchOrder.best, 50_000), (.best, 5), (.unranked, 50_000)]
    )
    func pagesJoinToTheWholeSearch(
        query: String,
        _ ranking: (order: SearchOrder, limit: Int)
    ) throws {
        var run = try SearchRun(query, options: QueryOptions(), filter: Filter(), in: context)
        run.rankingLimit = ranking.limit
        let order = ranking.order
        let whole = try run.matches(in: context, order: order, limit: 1000).map(\.entry.uuid)
        let best = try run.matches(in: context, limit: 1000).map(\.entry.uuid)
        #expect(Set(whole) == Set(best))
        for limit in [1, 7, whole.count] {
            var joined: [UUID] = []
            var position: SearchPosition?
            while true {
                let page = try run.matches(in: context, order: order, limit: limit, after: position)
                guard !page.isEmpty else { break }
                joined += page.map(\.entry.uuid)
                for match in page {
                    let next = match.position(after: position)
                    #expect(SearchPosition(numbers: next.numbers) == next)
                    position = next
                }
            }
            #expect(joined == whole)
            #expect(Set(joined).count == joined.count)
        }
    }

    @Test func positionsBelongToOneKindOfSearch() throws {
        let time = EntryListing.Position(milliseconds: 0, uuid: UUID())
        let positions: [SearchPosition] = [.ranked(1), .unranked(key: 1), .listed(time)]
        for (query, accepted) in [("rain", [0, 1]), ("tag:x", [2]), ("roof OR tag:y", [0, 1, 2])] {
            let run = try SearchRun(query, options: QueryOptions(), filter: Filter(), in: context)
            for (index, position) in positions.enumerated() {
                guard !accepted.contains(index) else {
                    #expect(throws: Never.self) {
                        try run.matches(in: context, limit: 1, after: position)
                    }
                    continue
                }
                let error = #expect(throws: ProtocolError.self) {
                    try run.matches(in: context, limit: 1, after: position)
                }
                #expect(error?.kind == .cursorInvalid, "\(query)")
            }
        }
    }

    @Test(arguments: [[], [5], [0], [0, -1], [0, 1, 2], [1], [2, 0, 0], [3, 1]] as [[Int64]])
    func invalidPositionsAreRejected(numbers: [Int64]) {
        #expect(SearchPosition(numbers: numbers) == nil)
    }

    @Test func matchesWithAWordPrecedeTheOthers() throws {
        let run = try SearchRun(
            "雨 OR starred:yes",
            options: QueryOptions(),
            filter: Filter(),
            in: context
        )
        let matches = try run.matches(in: context, limit: 1000)
        let count = matches.prefix { $0.score > 0 }.count
        #expect(count > 0)
        #expect(matches[..<count].allSatisfy { $0.snippet.contains("\u{2}雨\u{3}") })
        #expect(matches[count...].allSatisfy { !$0.entry.text.contains("雨") && $0.score == 0 })
        let dates = matches[count...].map(\.entry.createdAt)
        #expect(dates == dates.sorted(by: >))
        #expect(!dates.isEmpty)
    }
}
