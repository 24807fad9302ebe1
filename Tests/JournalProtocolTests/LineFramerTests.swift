// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct LineFramerTests {
    @Test(arguments: [
        ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\r\n\na\n", ["a"]),
        ("a\rb\n", ["a\rb"]), ("a", []), ("", []), ("\r\r\n", ["\r"]),
    ])
    func linesAreFramedRegardlessOfChunkBoundaries(stream: String, lines: [String]) throws {
        let bytes = Array(stream.utf8)
        for size in 1...max(1, bytes.count) {
            var framer = LineFramer()
            var found: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                framer.append(Array(bytes[start..<min(start + size, bytes.count)]))
                while let line = try framer.next() {
                    found.append(String(decoding: line, as: UTF8.self))
                }
            }
            #expect(found == lines)
        }
    }

    @Test func lineOfMaximumLengthIsAccepted() throws {
        var framer = LineFramer(limit: 4)
        framer.append(Array("abcd\r\nabcd\n".utf8))
        #expect(try framer.next() == Array("abcd".utf8))
        #expect(try framer.next() == Array("abcd".utf8))
        #expect(try framer.next() == nil)
    }

    @Test(arguments: ["abcde\n", "abcdef", "ok\nabcdef\nok\n"])
    func oversizedLineFailsTheStream(stream: String) {
        var framer = LineFramer(limit: 4)
        framer.append(Array(stream.utf8))
        #expect(throws: LineFramer.LineTooLong(limit: 4)) {
            while try framer.next() != nil {}
        }
        framer.append(Array("ok\n".utf8))
        #expect(throws: LineFramer.LineTooLong.self) { try framer.next() }
        #expect(framer.pendingCount == 0)
    }

    @Test func finishReturnsUnterminatedLine() throws {
        var framer = LineFramer()
        framer.append(Array("whole\nhalf".utf8))
        #expect(try framer.next() == Array("whole".utf8))
        #expect(try framer.next() == nil)
        #expect(framer.pendingCount == 4)
        #expect(framer.finish() == Array("half".utf8))
        #expect(framer.finish() == nil)
    }

    @Test func manyLinesInOneChunkAreFramedQuickly() throws {
        var framer = LineFramer()
        framer.append(Array(repeating: [0x78, 0x0A], count: 50_000).flatMap { $0 })
        var count = 0
        while try framer.next() != nil { count += 1 }
        #expect(count == 50_000)
    }
}
