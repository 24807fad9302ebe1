// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct RepliedMessagesTests {
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"flush"}"#, 1),
        (#"{"method":"flush","params":{"a":[{"id":2}]},"id":"x"}"#, 1),
        (#"{"jsonrpc":"2.0","id":1,"result":{"method":"m"}}"#, 1),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":1}}"#, 1),
        (#"{"jsonrpc":"2.0","method":"changes","params":{"id":1,"method":"id"}}"#, 0),
        (#"{"method" : "\"id\",", "jsonrpc" : "id"}"#, 0),
        (#"{"methodmethod":1,"id-and-more":2,"method":"m"}"#, 0), (#"{"method":"m""#, 1),
        ("not JSON", 1), ("]", 1), (#"{"a":"unended"#, 1), ("", 0), ("\r", 0),
    ])
    func onlyNotificationsAreNotPaired(line: String, count: Int) {
        var messages = RepliedMessages()
        messages.append((line + "\n").utf8)
        #expect(messages.count == count)
        #expect(!messages.isInLine)
        // The state of a line does not pass to the next one, which may arrive in parts.
        for byte in (#"{"id":1,"method":"m"}"# + "\r\n").utf8 {
            messages.append(CollectionOfOne(byte))
        }
        #expect(messages.count == count + 1)
    }

    @Test func incompleteLineIsNotCounted() {
        var messages = RepliedMessages()
        messages.append(#"{"id":1,"method":"m"}"#.utf8)
        #expect(messages.count == 0)
        #expect(messages.isInLine)
        messages.endLine()
        #expect(messages.count == 1)
    }
}
