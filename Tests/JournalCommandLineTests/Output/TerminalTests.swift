// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

/// Columns, colors and characters that a terminal must not get.
struct TerminalTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("größe", 5), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2),
        ("🎉", 2), ("👩‍👩‍👧", 2), ("한글", 4), ("…", 1), ("\u{7}a", 1), ("\u{9F}", 0), ("★", 1),
    ])
    func widthIsInColumns(text: String, width: Int) {
        #expect(text.displayWidth == width)
        #expect(text.padded(to: 9).displayWidth == 9)
        #expect(text.padded(to: 0) == text)
    }

    @Test(arguments: 0...9) func shortenedTextFits(width: Int) {
        for text in ["日本語のテキスト", "plain text", "🎉🎉🎉🎉🎉🎉", "é日é日é日é日"] {
            let fitted = text.fitted(to: width)
            #expect(fitted.displayWidth <= width)
            #expect(fitted.hasSuffix("…") == (width > 0))
        }
        #expect("abc".fitted(to: 3) == "abc")
    }

    @Test(arguments: [
        ("plain\tand\nlines", "plain\tand\nlines"), ("\u{1B}[31mred", "\u{241B}[31mred"),
        ("a\u{0}b\u{7}", "a\u{2400}b\u{2407}"), ("\r", "\u{240D}"), ("\u{7F}", "\u{2421}"),
        ("\u{9B}31m", "\u{FFFD}31m"), ("\u{202E}abc\u{202C}", "\u{FFFD}abc\u{FFFD}"),
        ("\u{2066}a\u{2069}\u{200F}", "\u{FFFD}a\u{FFFD}\u{FFFD}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
    func controlsAreShownOnATerminal(text: String, shown: String) {
        let terminal = Terminal(isInteractive: true, hasColor: false)
        let pipe = Terminal(isInteractive: false, hasColor: false)
        #expect(terminal.safe(text) == shown)
        #expect(Array(pipe.safe(text).utf8) == Array(text.utf8))
        #expect(terminal.safe(shown) == shown)
    }

    @Test func emphasisIsWithinTheText() {
        let terminal = Terminal(isInteractive: true, hasColor: true)
        #expect(terminal.styled("a", as: .red) == "\u{1B}[31ma\u{1B}[0m")
        #expect(terminal.styled("", as: .red) == "")
        #expect(terminal.forMessages.styled("a", as: .red) == "a")
        let line = "x " + terminal.styled("bold", as: .bold) + " y"
        #expect(Terminal.withoutEmphasis(line) == "x bold y")
        #expect(Terminal.withoutEmphasis("plain m") == "plain m")
    }

    @Test(arguments: [
        (0, ""), (1, "x"), (3, "x b"), (4, "x bo"), (8, "x bold y"), (99, "x bold y"),
    ])
    func clippedLineKeepsItsEmphasis(width: Int, shown: String) {
        let terminal = Terminal(isInteractive: true, hasColor: true)
        let line = "x " + terminal.styled("bold", as: .bold) + " y"
        let clipped = Terminal.clipped(line, to: width)
        #expect(Terminal.withoutEmphasis(clipped) == shown)
        #expect(clipped.filter { $0 == "\u{1B}" }.count == 2, "the emphasis ends")
    }

    @Test func wideCharacterIsNotClippedInHalf() {
        #expect(Terminal.clipped("日本", to: 3) == "日")
        #expect(Terminal.clipped("日本", to: 4) == "日本")
    }

    @Test(arguments: [
        ("", []), ("\n \n\t", []), ("one", ["one"]), ("one\ntwo", ["one", "two"]),
        ("\r\none\r\n\r\ntwo\r", ["one", "two"]), (" a \n b", [" a ", " b"]),
        ("a\u{2028}b\u{2029}c\u{85}d", ["a", "b", "c", "d"]), ("a\u{B}b\u{C}c", ["a", "b", "c"]),
        ("é\u{2003}x\n\u{2003}", ["é\u{2003}x"]), ("\u{200B}\n日", ["\u{200B}", "日"]),
    ])
    func linesAreThoseThatAreNotBlank(text: String, lines: [String]) {
        var rest = TextLines(text)
        var found: [String] = []
        while let line = rest.next() { found.append(String(line)) }
        #expect(found == lines)
        #expect(rest.next() == nil)
    }
}
