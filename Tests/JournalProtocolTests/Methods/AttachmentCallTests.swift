// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct AttachmentCallTests {
    private static let digest = String(repeating: "0a", count: 32)
    private static let record = AttachmentRecord(
        id: Samples.id.text,
        name: "x.png",
        mediaType: "image/png",
        size: 5,
        digest: digest
    )

    private func roundTrip<Message: JSONConvertible & Equatable>(_ messages: Message...) throws {
        for message in messages {
            #expect(try Message(json: JSON.parse(message.json.serialized())) == message)
        }
    }

    @Test func callsRoundTrip() throws {
        try roundTrip(
            AttachmentAdd(id: Samples.id, entry: Samples.reference, name: "a", size: 0),
            AttachmentAdd(
                id: Samples.id,
                entry: Samples.reference,
                name: "a",
                size: 9,
                mediaType: "text/plain",
                offset: 3,
                data: Base64([1, 2, 3]),
                digest: Self.digest
            )
        )
        try roundTrip(
            AttachmentGet(id: Samples.id),
            AttachmentGet(id: Samples.id, offset: 4, length: 7)
        )
        try roundTrip(AttachmentList(entry: Samples.reference))
        try roundTrip(AttachmentRemove(id: Samples.id))
    }

    @Test func repliesRoundTrip() throws {
        try roundTrip(
            AttachmentAdd.Reply(id: Samples.id, receivedSize: 3, cursor: Samples.cursor),
            AttachmentAdd.Reply(
                id: Samples.id,
                receivedSize: 5,
                attachment: Self.record,
                cursor: Samples.cursor
            )
        )
        try roundTrip(
            AttachmentGet.Reply(
                attachment: Self.record,
                data: Base64([0, 255]),
                cursor: Samples.cursor
            )
        )
        try roundTrip(
            AttachmentList.Reply(attachments: [Self.record], cursor: Samples.cursor)
        )
        try roundTrip(AttachmentRemove.Reply(id: Samples.id, cursor: Samples.cursor))
    }

    @Test(arguments: [
        ("size", JSON.integer(-1)), ("size", .integer(1 << 31)), ("offset", .integer(-1)),
        ("data", "Zg"), ("digest", "AA"), ("digest", .string(String(repeating: "G", count: 64))),
    ])
    func invalidMembersAreRejected(name: String, value: JSON) {
        let call = AttachmentAdd(id: Samples.id, entry: Samples.reference, name: "a", size: 9)
        guard case .object(var object) = call.json else { return }
        object[name] = value
        let error = #expect(throws: InvalidParams.self) {
            try AttachmentAdd(json: .object(object))
        }
        #expect(error?.error.details["path"] == .string("params.\(name)"))
    }

    @Test func longPartsAreRejected() {
        let data = Base64(Array(repeating: 0, count: Limits.attachmentPart + 1))
        let call = AttachmentAdd(
            id: Samples.id,
            entry: Samples.reference,
            name: "a",
            size: 1 << 20,
            data: data
        )
        #expect(throws: InvalidParams.self) { try AttachmentAdd(json: call.json) }
    }
}
