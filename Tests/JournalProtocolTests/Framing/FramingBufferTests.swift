// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalProtocol

/// The memory that framers keep for messages.
struct FramingBufferTests {
    private static let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    private static let retained = FramingBuffer.retainedCapacity

    private func header(_ count: Int) -> [UInt8] { Array("Content-Length: \(count)\r\n\r\n".utf8) }

    @Test(arguments: ["", "y", "\r\n"])
    func memoryOfALongLineIsReleased(rest: String) throws {
        var framer = LineFramer()
        framer.append(Self.long)
        #expect(try framer.next() == nil)
        framer.append(Array("\n\(rest)".utf8))
        #expect(try framer.next() == Self.long)
        #expect(try framer.next() == nil)
        #expect(framer.capacity <= Self.retained)
        framer.append(Array("z\n".utf8))
        #expect(try framer.next() == Array("\(rest)z".utf8.filter { $0 > 0x20 }))
    }

    @Test(arguments: ["", "C", "Content-Length: 5\r\n\r\n"])
    func memoryOfALongMessageWithAHeaderIsReleased(rest: String) throws {
        var framer = HeaderFramer()
        (header(Self.long.count) + Self.long + Array(rest.utf8)).withUnsafeBytes {
            framer.append($0)
        }
        #expect(try framer.next() == Self.long)
        #expect(try framer.next() == nil)
        #expect(framer.capacity <= Self.retained)
        #expect(framer.isIncomplete == !rest.isEmpty)
    }

    @Test func memoryOfShortMessagesIsKept() throws {
        var buffer = FramingBuffer()
        Array("one\n".utf8).withUnsafeBytes { buffer.append($0) }
        let capacity = buffer.capacity
        buffer.consume(upTo: 4)
        #expect(buffer.count == 0)
        #expect(buffer.capacity == capacity)
    }

    @Test func shortLinesAfterALongOneAreReturned() throws {
        var framer = LineFramer()
        let short = (0..<20_000).map { Array("\($0)".utf8) }
        framer.append(Self.long + [0x0A] + Array(short.joined(separator: [0x0A])) + [0x0A])
        #expect(try framer.next() == Self.long)
        for line in short { #expect(try framer.next() == line) }
        #expect(try framer.next() == nil)
        #expect(framer.pendingCount == 0)
        #expect(framer.capacity <= Self.retained)
    }

    @Test(arguments: [
        ("", false), (" \n", false), ("[", true), ("[1", true), ("{", true), ("{}\n", false),
        ("Content-Length: 2", true), ("Content-Length: 4000000\r\n\r\n", true),
        ("Content-Length: 2\r\n\r\n{}", false), ("Content-Length: 2\r\n\r\n{}\r\n", false),
        ("Content-Length: 0\r\n\r\n", false),
    ])
    func messageIsIncompleteFromItsFirstByte(text: String, isIncomplete: Bool) throws {
        var framer = MessageFramer()
        framer.append(Array(text.utf8))
        while try framer.next() != nil {}
        #expect(framer.isIncomplete == isIncomplete)
    }
}
