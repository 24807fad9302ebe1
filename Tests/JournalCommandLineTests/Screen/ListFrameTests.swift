// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct ListFrameTests {
    private static let list = (1...10).map { "row \($0)" }
    private static let terminal = Terminal(
        isInteractive: true,
        hasColor: false,
        width: 10,
        height: 6
    )

    private func rows(
        _ frame: inout ListFrame,
        _ list: [String] = list,
        selected: ClosedRange<Int>? = nil
    ) -> [String] {
        let lines = frame.lines(
            title: "t",
            list: list,
            selected: selected,
            state: "s",
            terminal: Self.terminal
        )
        #expect(lines.count == 6)
        #expect(lines.first == "t")
        #expect(lines.last == "s")
        return Array(lines.dropFirst().dropLast())
    }

    @Test func shortListIsFilledUp() {
        var frame = ListFrame()
        #expect(rows(&frame, ["a"]) == ["a", "", "", ""])
        frame.move(.line(1))
        #expect(rows(&frame, ["a"]) == ["a", "", "", ""])
    }

    @Test func movesStayWithinTheList() {
        var frame = ListFrame()
        #expect(rows(&frame) == ["row 1", "row 2", "row 3", "row 4"])
        frame.move(.line(-1))
        #expect(rows(&frame).first == "row 1")
        frame.move(.line(2))
        #expect(rows(&frame).first == "row 3")
        frame.move(.page(1))
        #expect(rows(&frame).first == "row 6")
        frame.move(.page(1))
        #expect(rows(&frame).first == "row 7")
        frame.move(.start)
        #expect(rows(&frame).first == "row 1")
        frame.move(.end)
        #expect(rows(&frame).last == "row 10")
        #expect(rows(&frame, Array(Self.list.prefix(2))) == ["row 1", "row 2", "", ""])
    }

    @Test func linesAreScrolledIntoView() {
        var frame = ListFrame()
        #expect(rows(&frame, selected: 6...7) == ["row 5", "row 6", "row 7", "row 8"])
        #expect(rows(&frame, selected: 2...2).first == "row 3")
    }

    @Test func firstFrameShowsTheBeginning() {
        var frame = ListFrame()
        #expect(rows(&frame, selected: 0...1) == ["row 1", "row 2", "row 3", "row 4"])
    }

    @Test func smallerScreenShowsTheSelectedLines() {
        var frame = ListFrame()
        #expect(rows(&frame, selected: 3...3).last == "row 4")
        var small = Self.terminal
        small.height = 3
        let lines = frame.lines(
            title: "t",
            list: Self.list,
            selected: 3...3,
            state: "s",
            terminal: small
        )
        #expect(lines == ["t", "row 4", "s"])
    }

    @Test(arguments: [
        (0, "0 entries"), (1, "1 entry"), (2, "2 entries"), (3, "the newest 3 entries"),
    ])
    func limitOfAListIsShown(count: Int, words: String) {
        #expect(ListFrame.count(count, limit: 3) == words)
    }

    @Test(arguments: 1...40) func noLineIsWiderThanTheTerminal(width: Int) {
        let terminal = Terminal(isInteractive: true, hasColor: true, width: width, height: 6)
        let text = "> plain, 日本語 and more that does not fit"
        let row = terminal.styled("8c5f0f2e", as: .yellow) + terminal.styled(text, as: .cyan)
        var frame = ListFrame()
        let lines = frame.lines(title: text, list: [row, text], state: text, terminal: terminal)
        #expect(lines.count == 6)
        for line in lines {
            let shown = Terminal.withoutEmphasis(line)
            #expect(shown.displayWidth <= width, "\(shown)")
            #expect(line == shown || line.hasSuffix("\u{1B}[0m"))
        }
        #expect(Terminal.withoutEmphasis(lines[1]).first == "8")
    }

    @Test(arguments: [
        (3, "abc"), (2, "ab"), (0, ""),
    ])
    func emphasisOccupiesNoColumns(width: Int, text: String) {
        let line = "a\u{1B}[1mb\u{1B}[0mc"
        let clipped = Terminal.clipped(line, to: width)
        #expect(Terminal.withoutEmphasis(clipped) == text)
        #expect(clipped.filter { $0 == "\u{1B}" }.count == 2)
    }

    @Test func titleAndStateFitTheTerminal() {
        var frame = ListFrame()
        let long = "a long text of many words"
        let lines = frame.lines(title: long, list: [], state: long, terminal: Self.terminal)
        #expect(lines.first == "a long te…")
        #expect(lines.last == "a long te…")
    }
}
