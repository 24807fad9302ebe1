// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Two daemons that synchronize their journals through a folder.
struct SyncPair {
    let first: TestBed
    let second: TestBed
    var hub: String { first.root + "/hub" }

    init() throws {
        first = try TestBed()
        second = try TestBed()
    }

    /// Makes a space with the first journal, and joins it with the second one.
    func join() throws {
        let made = try first.connectStarting().call(
            "sync.init",
            ["hub": .string(hub), "name": "desk"]
        )
        try second.connectStarting().call(
            "sync.join",
            ["hub": .string(hub), "key": try #require(made["key"]), "name": "lap"]
        )
    }

    /// Exchanges changes until both journals have all of them.
    func synchronize() throws {
        for bed in [first, second, first] { try bed.connectStarting().call("sync.now") }
    }

    /// Writes an entry in both journals while they are apart, the second one's text later; returns
    /// its id.
    func disagree(_ one: String = "one", _ two: String = "two") throws -> String {
        let id = try first.journal("new", "draft").line
        try join()
        try synchronize()
        for bed in [first, second] { try bed.journal("sync", "pause") }
        try first.journal("edit", id, one)
        try second.journal("edit", id, two)
        return id
    }

    /// Exchanges changes again after `disagree()`.
    func meet() throws {
        for bed in [first, second] { try bed.journal("sync", "resume") }
        try synchronize()
    }
}
