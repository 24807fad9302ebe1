// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct TableTests {
    private static func terminal(_ width: Int) -> Terminal {
        Terminal(isInteractive: true, hasColor: false, width: width)
    }

    private static let table: Table = {
        var table = Table()
        table.add("1", "draft", "Rain all day, finished the shed roof")
        table.add("12", "conflict", "日本語")
        return table
    }()

    @Test func columnsAreAsWideAsTheirWidestCell() {
        #expect(
            Self.table.lines(for: Self.terminal(80)) == [
                "1   draft     Rain all day, finished the shed roof", "12  conflict  日本語",
            ]
        )
    }

    @Test func pipeGetsTabs() {
        let pipe = Terminal(isInteractive: false, hasColor: false)
        #expect(Self.table.lines(for: pipe).last == "12\tconflict\t日本語")
        #expect(Self.table.fittedLines(for: pipe) == Self.table.lines(for: pipe))
    }

    @Test(arguments: 40...60) func lastColumnIsCut(width: Int) throws {
        let lines = Self.table.fittedLines(for: Self.terminal(width))
        #expect(lines.count == 2)
        for line in lines { #expect(line.displayWidth <= width) }
    }

    @Test func lastCellMovesBelowItsRowInANarrowTerminal() {
        let lines = Self.table.fittedLines(for: Self.terminal(26))
        #expect(lines.count == 3)
        #expect(lines[0] == "1   draft")
        #expect(lines[1].hasPrefix("    Rain all day"))
        #expect(lines[2] == "12  conflict  日本語")
    }

    @Test func controlCharactersAreShown() {
        var table = Table()
        table.add("a", "\u{1B}[31mred")
        #expect(table.lines(for: Self.terminal(80)).first?.contains("\u{1B}") == false)
        #expect(table.lines(for: Self.terminal(80)).first?.hasSuffix("[31mred") == true)
    }
}
