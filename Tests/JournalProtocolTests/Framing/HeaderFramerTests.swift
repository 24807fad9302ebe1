// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct HeaderFramerTests {
    private func framer(_ text: String, limit: Int = Limits.line) -> HeaderFramer {
        var framer = HeaderFramer(limit: limit)
        Array(text.utf8).withUnsafeBytes { framer.append($0) }
        return framer
    }

    @Test(arguments: [
        ("Content\r\n\r\n", "a line of the header lacks a colon"),
        ("Content-Length: 2\nX\n\n", "a line of the header lacks a colon"),
        ("Content-Length: 2 3\n\n", "Content-Length must be a number of bytes"),
        ("Content-Length: 0x2\n\n", "Content-Length must be a number of bytes"),
        ("Content-Length: ２\n\n", "Content-Length must be a number of bytes"),
        ("Content-Length: +2\n\n", "Content-Length must be a number of bytes"),
        ("Content-Length: 2\nCONTENT-LENGTH: 3\n\n", "the Content-Length fields of a header must"),
        ("X: Content-Length: 2\n\n", "the header lacks Content-Length"),
        ("Content-Lengths: 2\n\n", "the header lacks Content-Length"),
        ("X: " + String(repeating: "y", count: HeaderFramer.headerLimit), "a header exceeds 4096"),
    ])
    func faultOfAHeaderIsNamed(header: String, message: String) {
        var framer = framer(header)
        let error = #expect(throws: FramingError.self) { try framer.next() }
        guard case .invalidHeader(let fault)? = error else {
            Issue.record("expected an invalid header, got \(String(describing: error))")
            return
        }
        #expect(fault.hasPrefix(message), "\(fault)")
        #expect(framer.pendingCount == 0)
    }

    @Test(arguments: [
        "Content-Length: 2\nContent-Length:2 \r\n\r\n{}", "\r\n\n\nContent-Length: 2\n\n{}",
        "Content-Type: a; charset=utf-8\nContent-Length: 002\n\n{}",
        "\tContent-Length\t: \t2\t\r\n \r\n{}", "Content-Length: 0\n\nContent-Length: 2\n\n{}",
    ])
    func formsOfAHeaderAreRead(input: String) throws {
        for cut in 0...input.utf8.count {
            var framer = framer(String(decoding: Array(input.utf8)[..<cut], as: UTF8.self))
            var found = try framer.next()
            Array(input.utf8)[cut...].withUnsafeBytes { framer.append($0) }
            if found == nil { found = try framer.next() }
            #expect(found == Array("{}".utf8), "cut at \(cut)")
            #expect(!framer.isIncomplete)
        }
    }

    @Test func headerAndMessageOfMaximumLengthAreAccepted() throws {
        let length = "Content-Length: 16\n\n"
        let padding = HeaderFramer.headerLimit - length.utf8.count - "X: \n".utf8.count
        let body = String(repeating: "z", count: 16)
        let header = "X: \(String(repeating: "y", count: padding))\n\(length)"
        #expect(header.utf8.count == HeaderFramer.headerLimit)
        var longest = framer(header + body, limit: 16)
        #expect(try longest.next() == Array(body.utf8))
        var longer = framer("X" + header + body, limit: 16)
        #expect(throws: FramingError.self) { try longer.next() }
        var large = framer("Content-Length: 17\n\n\(body)z", limit: 16)
        #expect(throws: FramingError.tooLong(limit: 16)) { try large.next() }
    }

    @Test func streamEndsAfterAFault() throws {
        var framer = framer("X\n\n")
        let first = #expect(throws: FramingError.self) { try framer.next() }
        Array("Content-Length: 2\n\n{}".utf8).withUnsafeBytes { framer.append($0) }
        let second = #expect(throws: FramingError.self) { try framer.next() }
        #expect(first == second)
        #expect(framer.pendingCount == 0)
    }

    /// The forms in which a connection passes what it received to the next one.
    @Test(arguments: Framing.allCases) func receivedMessageIsReadAgain(framing: Framing) throws {
        let messages = [#"{"a":1}"#, "{}"].map { framing == .channel ? "[7,\($0)]" : $0 }
        var bytes: [UInt8] = []
        for message in messages { framing.appendReceived(Array(message.utf8), to: &bytes) }
        var framer = MessageFramer(resuming: framing)
        framer.append(bytes)
        for message in messages { #expect(try framer.next() == Array(message.utf8)) }
        #expect(try framer.next() == nil)
        #expect(!framer.isIncomplete)
    }

    @Test(arguments: ["", "[", "{\"a\":", "Content-Length: 9\n\n{\"a\"", "Content-Le"])
    func incompleteMessageIsDiscardedAtTheEnd(input: String) throws {
        var framer = MessageFramer()
        framer.append(Array(input.utf8))
        #expect(try framer.next() == nil)
        framer.finish()
        #expect(framer.pendingCount == 0)
        #expect(framer.isIncomplete == (input == "["))
        #expect(framer.undecoded == Array((input == "[" ? "[" : "").utf8))
    }
}
