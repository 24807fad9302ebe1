// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Remark {
    var code: String
    @Attribute(.spotlight) var text: String
    var addition: String?
    var number: Int

    init(_ number: Int, _ text: String) {
        code = "remark \(number)"
        self.text = text
        self.number = number
    }
}

/// The search for texts that are not UTF-8.
@Suite struct TextCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let context = ModelContext(
            try ModelContainer(
                for: Remark.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
        let texts = ["", "rain", "żółć", "東京", "👩‍👩‍👧", "\u{FFFD} from elsewhere", "a\u{0}b"]
        let others = (0..<30).map { "remark \($0)" }
        for (number, text) in (texts + others).enumerated() {
            context.insert(Remark(number, text))
        }
        try context.save()
        try context.container.close()
    }

    private func verify(isQuick: Bool = false) throws -> StoreVerification {
        try ModelConfiguration(url: folder.store).verifyStore(
            [],
            options: StoreVerification.Options(
                isQuick: isQuick,
                owners: [DamagedValue.Ownership(of: "Remark", identity: "code")]
            )
        )
    }

    /// Changes the store without its triggers.
    private func change(_ sql: String) throws {
        try StoreFile(folder.store).write { db in
            try db.execute("DROP TRIGGER IF EXISTS Remark_search_update")
            try db.execute(sql)
        }
    }

    @Test func textsInAnyScriptAreIntact() throws {
        let found = try verify()
        #expect(found.damagedTexts == [])
        #expect(found.problems == [])
    }

    @Test(
        arguments: [
            "text = CAST(x'FFFE8081' AS TEXT)", "text = CAST(x'C3' || text AS TEXT)",
            "addition = CAST(x'EDA080' AS TEXT)", "text = CAST(x'C080' AS TEXT)",
        ]
    )
    func otherBytesAreNamedWithTheirOwner(assignment: String) throws {
        try change("UPDATE Remark SET \(assignment) WHERE number = 1")
        let found = try verify()
        #expect(found.damagedTexts.map(\.entity) == ["Remark"])
        #expect(found.damagedTexts.map(\.property) == [assignment.prefix { $0 != " " }.description])
        #expect(found.damagedTexts.map(\.owner) == ["remark 1"])
        // A new index would not repair anything.
        #expect(found.problems == [])
    }

    @Test func structureIsCheckedWithoutTheTexts() throws {
        try change("UPDATE Remark SET text = CAST(x'FF' AS TEXT)")
        #expect(try verify(isQuick: true).damagedTexts == [])
    }

    @Test func numberOfDescriptionsIsLimited() throws {
        try change("UPDATE Remark SET text = CAST(x'FF' AS TEXT)")
        #expect(try verify().damagedTexts.count == StoreVerification.problemLimit)
    }
}
