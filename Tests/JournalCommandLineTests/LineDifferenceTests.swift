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
