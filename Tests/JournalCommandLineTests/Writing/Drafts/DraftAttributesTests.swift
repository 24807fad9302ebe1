// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct DraftAttributesTests {
    @Test func tagsThatWereLeftOutOfANewEntryStayOut() {
        let without = DraftAttributes(EntryCreate(text: "x #a #b", tags: ["a", "c"]))
        #expect(without.textTags == false)
        #expect(without.tags == ["a", "c"])
        let with = DraftAttributes(EntryCreate(text: "x #a #B", tags: ["c", "A", "b"]))
        #expect(with.textTags == nil)
    }

    @Test func idOfAnotherEntryIsNotUsedAgain() {
        var attributes = DraftAttributes(EntryCreate(text: "x", notebook: "sea"))
        attributes.id = .random()
        let taken = ClientError(ProtocolError(.entryExists, "another entry has the id"))
        let accepted = attributes.accepted(after: taken)
        #expect(accepted.id == nil)
        #expect(accepted.notebook == "sea")
        #expect(attributes.accepted(after: ClientError(.unavailable, "none")) == attributes)
    }

    @Test func attributesAreReadAsWritten() throws {
        let directory = try TemporaryDirectory()
        let drafts = Drafts(stateDirectory: directory.path)
        var call = EntryCreate(text: "x #a", notebook: "sea", tags: ["a", "b"], starred: true)
        call.createdAt = .epoch
        var attributes = DraftAttributes(call)
        #expect(attributes.tags == ["b"])
        attributes.textTags = false
        attributes.id = .random()
        let path = try drafts.keep("x", as: "new", attributes: attributes)
        #expect(DraftAttributes(ofDraft: path) == attributes)
        // A draft of the same name has attributes of its own.
        try FileSystem.remove(path)
        #expect(try drafts.keep("y", as: "new") == path)
        #expect(DraftAttributes(ofDraft: path) == DraftAttributes())
        FileSystem.discard(try drafts.keep("z", as: "new", attributes: attributes))
        FileSystem.discard(path)
        #expect(FileSystem.names(in: drafts.directory) == [])
    }
}
