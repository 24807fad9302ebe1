// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Letter {
    @Attribute(.spotlight) var subject: String?
    @Attribute(.spotlight) var body: String
    var number: Int

    init(_ number: Int, _ subject: String?, _ body: String) {
        self.number = number
        self.subject = subject
        self.body = body
    }
}

/// The comparison of full-text indexes with the texts in their tables.
@Suite struct FullTextComparisonTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let context = ModelContext(
            try ModelContainer(
                for: Letter.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
        let bodies = [
            "", "Rain, all day; rain!", "Żółć gęślą jaźń — naïve café", "東京は雨。毎日、雨だ。",
            "👩‍👩‍👧 and 🇩🇪 ☔️", "ＦＵＬＬ width １２３", "a\u{0}b after a zero",
            String(repeating: "long", count: 10_000) + " end", "…!?  \n\t",
            "e\u{301}te\u{301} \u{200D}joined",
        ]
        for (number, body) in bodies.enumerated() {
            context.insert(Letter(number, number.isMultiple(of: 2) ? nil : "About \(number)", body))
        }
        try context.save()
        // Later states, and rows that are deleted.
        for letter in try context.fetch(FetchDescriptor<Letter>()) where letter.number < 5 {
            letter.body += " edited"
            letter.subject = letter.number == 1 ? nil : "Edited"
        }
        let removed = Letter(99, "Removed", "Nothing of this remains")
        context.insert(removed)
        try context.save()
        context.delete(removed)
        try context.save()
        try context.container.close()
    }

    private func problems(isQuick: Bool = false) throws -> [String] {
        try ModelConfiguration(url: folder.store)
            .verifyStore([], options: StoreVerification.Options(isQuick: isQuick)).problems
    }

    /// Changes the store without its triggers.
    private func change(_ sql: String) throws {
        try StoreFile(folder.store).write { db in
            try db.execute("DROP TRIGGER IF EXISTS Letter_search_update")
            try db.execute(sql)
        }
    }

    @Test func indexOfEveryTextAgrees() throws { #expect(try problems() == []) }

    @Test(
        arguments: [
            "UPDATE Letter SET body = 'Rain, all dax; rain!' WHERE number = 1",
            "UPDATE Letter SET body = 'day all Rain, rain' WHERE number = 1",
            "UPDATE Letter SET subject = body, body = subject WHERE number = 3",
            "UPDATE Letter SET body = '' WHERE number = 3",
            "UPDATE Letter SET body = 'new words' WHERE number = 8",
            "UPDATE Letter SET subject = 'a subject' WHERE number = 6",
        ]
    )
    func differentWordsAreReported(sql: String) throws {
        try change(sql)
        #expect(try problems(isQuick: true) == [])
        #expect(
            try problems() == ["the full-text index of Letter has other words than 1 row"]
        )
        _ = try ModelConfiguration(url: folder.store).rebuildIndexes()
        #expect(try problems() == [])
    }

    @Test func damagedIndexesAreReported() throws {
        try change("UPDATE Letter_search_data SET block = zeroblob(length(block)) WHERE id > 10")
        let found = try problems()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("the full-text index of Letter ") == true)
        _ = try ModelConfiguration(url: folder.store).rebuildIndexes()
        #expect(try problems() == [])
    }
}
