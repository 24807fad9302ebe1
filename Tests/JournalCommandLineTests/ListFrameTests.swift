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

    private func rows(_ frame: inout ListFrame, _ list: [String] = list) -> [String] {
        let lines = frame.lines(title: "t", list: list, state: "s", terminal: Self.terminal)
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
        _ = rows(&frame)
        frame.show(6...7)
        #expect(rows(&frame) == ["row 5", "row 6", "row 7", "row 8"])
        frame.show(2...2)
        #expect(rows(&frame).first == "row 3")
    }

    @Test func titleAndStateFitTheTerminal() {
        var frame = ListFrame()
        let long = "a long text of many words"
        let lines = frame.lines(title: long, list: [], state: long, terminal: Self.terminal)
        #expect(lines.first == "a long te…")
        #expect(lines.last == "a long te…")
    }
}
