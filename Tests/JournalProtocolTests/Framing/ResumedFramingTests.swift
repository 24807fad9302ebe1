// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct ResumedFramingTests {
    private static let streams = [
        #"{"a":1}"# + "\n\n" + #"{"b":2}"# + "\r\n",
        "Content-Length: 7\r\n\r\n" + #"{"a":1}"# + "\r\nX: y\nContent-Length: 7\n\n" + #"{"b":2}"#,
        #"  [1,{"a":1}]"# + "\n" + #"[2,{"b":2}]"# + "\n",
    ]

    private static func messages(of framer: inout MessageFramer) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while let message = try framer.next() { messages.append(message) }
        return messages
    }

    @Test(arguments: streams)
    func messagesAreCompleteWhereverTheFramerIsReplaced(stream: String) throws {
        let bytes = Array(stream.utf8)
        var whole = MessageFramer()
        whole.append(bytes)
        let expected = try Self.messages(of: &whole)
        #expect(expected.count == 2)
        for cut in 0...bytes.count {
            var first = MessageFramer()
            first.append(Array(bytes[..<cut]))
            var messages = try Self.messages(of: &first)
            var second =
                first.framing.map { MessageFramer(resuming: $0) } ?? MessageFramer()
            second.append(first.undecoded)
            second.append(Array(bytes[cut...]))
            messages += try Self.messages(of: &second)
            #expect(messages == expected, "cut at \(cut)")
        }
    }
}
