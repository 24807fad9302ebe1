// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct HandoverStateTests {
    private static let state: HandoverState? = {
        guard let time = Timestamp("2026-11-22T10:00:00Z") else { return nil }
        let subscription = HandoverState.Subscription(
            id: 4,
            request: Subscribe(query: "sea", include: .full, noEcho: true, progress: true),
            position: .init(
                settled: 7,
                reported: 5,
                isInSnapshot: true,
                delivered: ["a": 9],
                mayHaveOtherStates: true
            )
        )
        let row = ListRow.Fingerprint(
            id: "e",
            revision: 3,
            milliseconds: 12,
            day: "2026-11-22",
            notebook: "Journal",
            tags: ["a", "b"],
            isTruncated: true,
            digest: "00ff"
        )
        let list = HandoverState.List(
            id: "l",
            request: ListOpen(limit: 3, groupBy: .day),
            position: 8,
            rows: [row]
        )
        let connection = HandoverState.Connection(
            number: 12,
            framing: .headers,
            input: Array("Content-Length: 5\r\n\r\n{}".utf8),
            output: [0, 255, 10],
            openedAt: time,
            clientName: "vim",
            clientVersion: "9",
            subscriptions: [subscription],
            lists: [list],
            followsSync: true
        )
        let idle = HandoverState.Connection(
            number: 14,
            input: [],
            output: [],
            openedAt: time,
            subscriptions: [],
            lists: []
        )
        return HandoverState(epoch: "x", lastNumber: 20, connections: [connection, idle])
    }()

    @Test func stateIsEqualAfterEncoding() throws {
        let state = try #require(Self.state)
        #expect(try HandoverState(json: .parse(state.json.serialized())) == state)
        let pieces = HandoverState.encoded(
            connections: state.connections.map { $0.json.serialized() },
            epoch: state.epoch,
            lastNumber: state.lastNumber
        )
        #expect(try HandoverState(json: .parse(pieces)) == state)
    }

    @Test func stateOfTheFirstVersionIsRead() throws {
        guard case .object(var object)? = Self.state?.json else { throw InvalidParams("no state") }
        #expect(object["version"] == 2)
        object["version"] = 1
        #expect(try HandoverState(json: .object(object)) == Self.state)
    }

    @Test(arguments: ["version", "protocol"])
    func stateOfAnotherVersionIsRejected(member: String) throws {
        guard case .object(var object)? = Self.state?.json else { throw InvalidParams("no state") }
        object[member] = 99
        let error = #expect(throws: InvalidParams.self) {
            try HandoverState(json: .object(object))
        }
        #expect(error?.problem.contains("99") == true)
    }
}
