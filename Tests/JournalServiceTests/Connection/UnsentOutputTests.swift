// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import Testing

@testable import JournalService

struct UnsentOutputTests {
    @Test func lastBytesAreKeptAndTheOthersDropped() {
        var output = UnsentOutput()
        output.append(ByteBuffer(string: "abc"), unsent: 2)
        output.append(ByteBuffer(string: "defg"), unsent: 6)
        #expect(output.bytes(last: 6) == Array("bcdefg".utf8))
        output.keep(last: 3)
        #expect(output.bytes(last: 3) == Array("efg".utf8))
        output.append(ByteBuffer(string: "h"), unsent: 0)
        #expect(output.bytes(last: 0).isEmpty)
        output.append(ByteBuffer(string: "ij"), unsent: 2)
        #expect(output.bytes(last: 2) == Array("ij".utf8))
    }
}
