// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct SyncStateTextTests {
    /// A time of day in the local zone, on a day of 2026.
    private static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) throws -> Timestamp {
        let day = try #require(Day("2026-11-28"))
        let seconds = (hour * 60 + minute) * 60 + second
        return try #require(LocalTime.timestamp(day: day, second: seconds))
    }

    private func lines(
        _ phase: SyncState.Phase,
        _ change: (inout SyncState) throws -> Void = { _ in }
    ) throws -> [String] {
        var state = SyncState(phase: phase, hub: "ssh://home/journal", machines: 3)
        try change(&state)
        return SyncStateText(state, now: try Self.time(14, 3)).lines
    }

    @Test func stateWithoutDifferencesHasTheTimeOfTheExchange() throws {
        let lines = try lines(.idle) { $0.asOf = try Self.time(14, 2, 11) }
        #expect(lines == ["in sync with ssh://home/journal as of 14:02:11: 3 machines"])
    }

    @Test func timeOfAnotherDayHasItsDate() throws {
        let lines = try lines(.idle) {
            let yesterday = try Self.time(14, 2).milliseconds - 86_400_000
            $0.asOf = LocalTime.timestamp(milliseconds: yesterday)
            $0.machines = 1
        }
        #expect(lines == ["in sync with ssh://home/journal as of 2026-11-27 14:02:00: 1 machine"])
    }

    @Test func offlineHubIsNamedWithTheNextTryAndTheReason() throws {
        let lines = try lines(.offline) {
            $0.pending = 12
            $0.nextTry = try Self.time(14, 3, 20)
            $0.problem = .init(
                kind: .syncOffline,
                message: "ssh: connection refused",
                since: try Self.time(13, 40)
            )
        }
        #expect(
            lines == [
                "12 changes wait; ssh://home/journal not reachable since 13:40, next try in 20 s",
                "ssh: connection refused",
            ]
        )
    }

    @Test func oneWaitingChangeIsSingular() throws {
        let lines = try lines(.paused) { $0.pending = 1 }
        #expect(lines == ["1 change waits; paused; continue with: journal sync resume"])
    }

    @Test func stoppedStateHasTheProblem() throws {
        let lines = try lines(.stopped) {
            $0.problem = .init(kind: .syncKey, message: "the key was replaced; join again")
        }
        #expect(lines == ["stopped: the key was replaced; join again"])
    }

    @Test func everyPhaseHasALine() throws {
        let phases: [SyncState.Phase] = [
            .off, .paused, .locked, .idle, .sending, .receiving, .offline, .stopped,
            .init(rawValue: "dreaming"),
        ]
        let first = try phases.map { try #require(lines($0).first) }
        #expect(Set(first).count == phases.count)
        #expect(first.last == "dreaming")
    }

    @Test func conflictsAndOtherFactsFollow() throws {
        let lines = try lines(.idle) {
            $0.conflicts = 1
            $0.late = 2
            $0.parked = 1
            $0.clockOffset = -190
        }
        #expect(
            lines.dropFirst() == [
                "1 text was written on two machines; see `journal sync conflicts`",
                "changes of 2 machines have not arrived completely",
                "1 received change waits for others, or for a newer version of journal",
                "the clock is 3 min 10 s behind that of the hub",
            ]
        )
        #expect(try self.lines(.idle) { $0.clockOffset = 59 }.count == 1)
    }

    @Test func endOfAnExchangeHasBothNumbers() throws {
        let reply = SyncNow.Reply(sent: 1, received: 12, asOf: try Self.time(14, 2, 11))
        #expect(
            SyncStateText.text(reply, now: try Self.time(14, 3))
                == "sent 1 change, received 12 changes; in sync as of 14:02:11"
        )
    }
}
