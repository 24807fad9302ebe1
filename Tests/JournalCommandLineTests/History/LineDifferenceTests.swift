// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

@Suite struct LineDifferenceTests {
    private func rendered(_ old: String, _ new: String) -> [String] {
        LineDifference(from: old, to: new).lines.map { line in
            switch line {
            case .common(let text): " \(text)"
            case .removed(let text): "-\(text)"
            case .added(let text): "+\(text)"
            case .omitted(let count): "…\(count)"
            }
        }
    }

    @Test func changedLineIsRemovedAndAdded() {
        #expect(rendered("a\nb\nc", "a\nB\nc") == [" a", "-b", "+B", " c"])
    }

    @Test func linesFarFromChangesAreOmitted() {
        let old = (1...9).map(String.init).joined(separator: "\n")
        #expect(rendered(old, old + "\nx") == ["…7", " 8", " 9", "+x"])
        #expect(rendered("x\n" + old, old) == ["-x", " 1", " 2", "…7"])
        #expect(
            rendered(old, "x\n" + old + "\ny") == ["+x", " 1", " 2", "…5", " 8", " 9", "+y"]
        )
    }

    @Test func oneOmittedLineIsShown() {
        #expect(rendered("1\n2\n3\nx", "1\n2\n3\ny") == [" 1", " 2", " 3", "-x", "+y"])
    }

    @Test func fewestLinesAreRemovedAndAdded() {
        #expect(rendered("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc").count { $0.first != " " } == 5)
        #expect(rendered("x\na\nb\nc\ny", "a\nz\nb\nc") == ["-x", " a", "+z", " b", " c", "-y"])
    }

    @Test func textsThatDifferInTooManyLinesAreShownAsBlocks() {
        let count = ShortestEdit.limit
        let old = (1...count).map { "old \($0)" }
        let new = (1...count).map { $0 == count / 2 ? "old \($0)" : "new \($0)" }
        let lines = rendered(
            (["first"] + old + ["last"]).joined(separator: "\n"),
            (["first"] + new + ["last"]).joined(separator: "\n")
        )
        let blocks = old.map { "-\($0)" } + new.map { "+\($0)" }
        #expect(lines == [" first"] + blocks + [" last"])
    }

    @Test func longTextsWithFewChangesAreCompared() {
        let old = (1...20_000).map(String.init)
        var new = old
        new[0] = "x"
        new[19_999] = "y"
        let lines = rendered(old.joined(separator: "\n"), new.joined(separator: "\n"))
        #expect(
            lines == ["-1", "+x", " 2", " 3", "…19994", " 19998", " 19999", "-20000", "+y"]
        )
    }

    @Test func anyTwoTextsCanBeReadFromTheirLines() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 1...300 {
            // Few enough that no common lines are omitted.
            let (old, new) = (["x"] + text(&numbers) + ["v"], ["y"] + text(&numbers) + ["w"])
            let lines = rendered(old.joined(separator: "\n"), new.joined(separator: "\n"))
            #expect(lines.filter { $0.first != "+" }.map { String($0.dropFirst()) } == old)
            #expect(lines.filter { $0.first != "-" }.map { String($0.dropFirst()) } == new)
        }
    }

    private func text(_ numbers: inout some RandomNumberGenerator) -> [String] {
        (0...Int.random(in: 0...4, using: &numbers)).map { _ in
            ["a", "b", "c", ""].randomElement(using: &numbers) ?? ""
        }
    }

    @Test(arguments: [("", "a"), ("a", ""), ("a\nb", "b\na"), ("a\n", "a"), ("é", "e\u{301}x")])
    func bothTextsCanBeReadFromTheLines(old: String, new: String) {
        let lines = LineDifference(from: old, to: new).lines
        var (before, after): ([Substring], [Substring]) = ([], [])
        for line in lines {
            switch line {
            case .common(let text):
                before.append(text)
                after.append(text)
            case .removed(let text): before.append(text)
            case .added(let text): after.append(text)
            case .omitted: Issue.record("too short to omit lines")
            }
        }
        #expect(before.joined(separator: "\n") == old)
        #expect(after.joined(separator: "\n") == new)
    }
}
