// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import JournalProtocol
import Testing

struct TextTagsTests {
    @Test(arguments: [
        ("#a x#b (#c-d) #1 # e #ünï/x #A\n#f http://x/#g ##h #", ["a", "c-d", "ünï", "f"]),
        (
            "#a, #b… “#c” (#d) #e. #日本。 #h.i #j_1 #k-",
            ["a", "b", "c", "d", "e", "日本", "h", "j_1", "k"]
        ),
        ("# Heading\n## #sub", ["sub"]), ("a `#no` b #yes `", ["yes"]), ("a ` b #yes", ["yes"]),
        ("```\n#include\n```\n#real", ["real"]), ("\\#no issue#2 a&#38; #2026-goal", []),
        ("#a#b #c", ["c"]), ("", []),
    ])
    func tagsOfATextAreFound(text: String, names: [String]) {
        #expect(TextTags(text).names == names)
    }

    @Test func namesAreNotLongerThanATag() {
        let longest = String(repeating: "x", count: Limits.name)
        #expect(TextTags("#\(longest) #\(longest)x").names == [longest])
        let many = TextTags((0..<100).map { "#t\($0)" }.joined(separator: " "))
        #expect(many.adding(to: ["T5", "other"]).count == Limits.tags)
        #expect(TextTags("#b #A #c").adding(to: ["a"]) == ["a", "b", "c"])
    }

    @Test func tagsFollowTheEditedText() {
        let tags = ["given", "old", "Both"]
        let edited = TextTags.edited(tags, from: "#old #both", to: "#both #new #given")
        #expect(edited == ["given", "Both", "new"])
        #expect(TextTags.edited(["a"], from: "#a", to: "still #a") == nil)
        #expect(TextTags.edited(["a"], from: "#a", to: "`#a`") == nil)
        #expect(TextTags.edited(["a"], from: "#a", to: "```\n(x#a-)\n```") == nil)
        #expect(TextTags.edited(["a"], from: "#a", to: "`#ab`") == [])
        // A tag that was removed from the entry does not return with an unrelated edit.
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
