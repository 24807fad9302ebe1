// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol

extension ReplyTextTests {
    /// The results of the methods that concern synchronization.
    static let syncReplies: [(any ProtocolObject, String)] = [
        (
            SyncInit.Reply(space: "5b1d", key: "AB12"),
            #"{"space":"5b1d","key":"AB12"}"#
        ),
        (
            SyncJoin.Reply(space: "5b1d"),
            #"{"space":"5b1d"}"#
        ),
        (
            SyncState(
                phase: .offline,
                hub: "/hub",
                space: "5b1d",
                asOf: Samples.time.utc,
                pending: 1,
                parked: 2,
                late: 3,
                clockOffset: 1.5,
                machines: 4,
                conflicts: 5,
                nextTry: Samples.time.utc,
                problem: .init(kind: .syncOffline, message: "away", since: Samples.time.utc)
            ),
            #"""
            {"phase":"offline","hub":"/hub","space":"5b1d","asOf":"2026-11-21T09:15:00.250Z",\#
            "pending":1,"parked":2,"late":3,"clockOffset":1.5,"machines":4,"conflicts":5,\#
            "nextTry":"2026-11-21T09:15:00.250Z","problem":{"kind":"sync.offline",\#
            "message":"away","since":"2026-11-21T09:15:00.250Z"}}
            """#
        ),
        (
            SyncNow.Reply(sent: 1, received: 2, asOf: Samples.time.utc),
            #"{"sent":1,"received":2,"asOf":"2026-11-21T09:15:00.250Z"}"#
        ),
        (
            SyncConflicts.Reply(
                conflicts: [
                    SyncConflict(
                        entry: Samples.id,
                        text: "a",
                        version: EntryVersion(
                            id: Samples.id,
                            replacedAt: Samples.time,
                            text: "b"
                        ),
                        trashedAt: Samples.time.utc
                    )
                ],
                count: 2
            ),
            #"""
            {"conflicts":[{"entry":"\#(Samples.id)","text":"a","version":{\#
            "id":"\#(Samples.id)","replacedAt":"2026-11-21T10:15:00.250+01:00","text":"b"},\#
            "trashedAt":"2026-11-21T09:15:00.250Z"}],"count":2}
            """#
        ),
        (
            SyncMachines.Reply(machines: [
                SyncMachine(
                    name: "desk",
                    node: "0a",
                    isCurrent: true,
                    software: "journal 1.2.3",
                    lastSeen: Samples.time.utc,
                    hasPendingPurges: true
                ),
                SyncMachine(name: "lap", node: "0b"),
            ]),
            #"""
            {"machines":[{"name":"desk","node":"0a","current":true,\#
            "software":"journal 1.2.3","lastSeen":"2026-11-21T09:15:00.250Z",\#
            "purgesPending":true},{"name":"lap","node":"0b","current":false}]}
            """#
        ),
        (
            SyncKey.Reply(key: "AB12"),
            #"{"key":"AB12"}"#
        ),
    ]
}
