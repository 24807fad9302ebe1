// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct LineSplitterTests {
    @Test(arguments: [1, 2, 5, 100])
    func linesDoNotDependOnThePieces(length: Int) {
        let bytes = Array("\u{FEFF}first\n\nthird é\nlast".utf8)
        var splitter = LineSplitter()
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            splitter.append(bytes[start..<min(start + length, bytes.count)])
            while let line = splitter.next() { lines.append(line.text) }
        }
        splitter.finish()
        while let line = splitter.next() { lines.append(line.text) }
        #expect(lines == ["first", "", "third é", "last"])
        #expect(splitter.isAtEnd)
    }

    /// With a search from the beginning of the line for each piece, this takes many minutes.
    @Test
    func longLineIsSearchedOnce() {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 32)
        var splitter = LineSplitter()
        for _ in 0..<40_000 {
            splitter.append(piece[...])
            guard splitter.next() == nil else { break }
        }
        splitter.append([0x0A])
        #expect(splitter.next()?.text.utf8.count == 40_000 * 32)
    }
}
