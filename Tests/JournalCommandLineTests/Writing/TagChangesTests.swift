// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import Testing

@testable import JournalCommandLine

struct TagChangesTests {
    @Test func valuesWithoutASignReplaceAllTags() throws {
        let changes = try TagChanges(values: ["a, #b", "c"])
        #expect(changes.replacing == ["a", "b", "c"])
        #expect(changes.added == [])
        #expect(changes.removed == [])
        #expect(try TagChanges(removesAll: true).replacing == [])
        #expect(try TagChanges().isEmpty)
    }

    @Test func signsAddAndRemoveSingleTags() throws {
        let changes = try TagChanges(values: ["+a,-b", "+#c"], added: ["-d"], removed: ["+e"])
        #expect(changes.replacing == nil)
        #expect(changes.added == ["-d", "a", "c"])
        #expect(changes.removed == ["+e", "b"])
    }

    @Test(arguments: [
        (["--star"], "missing a tag before \"--star\""), (["-N"], "missing a tag before \"-N\""),
        (["+a", "b"], "-t b replaces all tags"),
    ])
    func valuesThatMeanSomethingElseAreRejected(values: [String], message: String) {
        let error = #expect(throws: ClientError.self) { try TagChanges(values: values) }
        #expect(error?.code == .usage)
        #expect(error?.message.hasPrefix(message) == true)
        #expect(throws: ClientError.self) { try TagChanges(values: ["+a"], removesAll: true) }
    }
}
