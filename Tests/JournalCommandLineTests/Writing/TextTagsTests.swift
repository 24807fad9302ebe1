// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalCommandLine
import JournalProtocol
import Testing

struct TextTagsTests {
    @Test func tagsOfATextFollowTheRuleOfThePlugins() throws {
        let cases = try TextTagsCase.all()
        #expect(cases.count > 50)
        for item in cases where item.former == nil {
            #expect(TextTags(item.text).names == item.tags, "\(item.rule)")
        }
    }

    @Test func editedTagsFollowTheRuleOfThePlugins() throws {
        for item in try TextTagsCase.all() {
            let given = item.given ?? []
            let edited = TextTags.edited(given, from: item.former ?? "", to: item.text)
            #expect(edited ?? given == item.tags, "\(item.rule)")
        }
    }

    @Test func namesAreNotLongerThanATag() {
        let longest = String(repeating: "x", count: Limits.name)
        #expect(TextTags("#\(longest) #\(longest)x").names == [longest])
        let dashes = String(repeating: "-/", count: Limits.name)
        #expect(TextTags("#a\(dashes) #\(dashes)b").names == ["a"])
        let many = TextTags((0..<100).map { "#t\($0)" }.joined(separator: " "))
        #expect(many.adding(to: ["T5", "other"]).count == Limits.tags)
        #expect(TextTags("#b #A #c").adding(to: ["a"]) == ["a", "b", "c"])
    }

    @Test func anEditWithoutNewTagsChangesNone() {
        #expect(TextTags.edited(["a", "b"], from: "#a", to: "still #a") == nil)
        #expect(TextTags.edited(["a"], from: "#a", to: "`#a`") == nil)
        #expect(TextTags.edited([], from: "#a", to: "still #a") == nil)
    }

    @Test(arguments: [
        (["a,b", "#c"], ["a", "b", "c"]), (["a, b c ,#d"], ["a", "b c", "d"]), (["a,"], ["a"]),
        ([","], [""]), ([], []), (["#"], [""]),
    ])
    func valuesOfTheOptionAreLists(values: [String], names: [String]) {
        #expect(TextTags.names(in: values) == names)
    }
}

/// A case of `contrib/editors/text-tags.jsonl`, which the tests of the editor plugins read, too.
private struct TextTagsCase: Decodable {
    let rule: String
    let text: String
    /// The tags of an entry with the text, in the order in which they are added.
    let tags: [String]
    /// The text before an edit.
    let former: String?
    /// The tags before the edit.
    let given: [String]?

    static func all() throws -> [TextTagsCase] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "contrib/editors/text-tags.jsonl")
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(TextTagsCase.self, from: $0) }
    }
}
