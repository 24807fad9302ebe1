// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The memory of a real daemon beside clients that keep much and read nothing.
///
/// Each test compares the size of the process with what the clients ask for in all.
struct MemoryTests {
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil

    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func residentMemory(of daemon: ChildProcess) throws -> Int {
        let statm = try FileSystem.read("/proc/\(daemon.pid)/statm")
        let fields = String(decoding: statm, as: UTF8.self).split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }

    /// Writes entries in commits of at most 900.
    private func write(_ count: Int, of text: String, _ wire: Wire) throws {
        let call: JSON = ["method": "entry.create", "params": ["text": .string(text)]]
        var rest = count
        while rest > 0 {
            let part = min(rest, 900)
            try wire.call("batch", ["calls": .array(Array(repeating: call, count: part))])
            rest -= part
        }
    }

    private func memory(_ wire: Wire) throws -> Int {
        Int(try #require(try wire.call("status")["memory"]?.integerValue))
    }

    /// Measures the growth of a daemon while clients keep something, and after they are gone.
    private func growth(
        _ daemon: ChildProcess,
        while body: () throws -> [Wire]
    ) throws -> (used: Int, reported: Int) {
        let wire = try bed.connect()
        try write(1, of: "before", wire)
        let before = try residentMemory(of: daemon)
        var peers = try body()
        try write(1, of: "beside", wire)
        let used = try residentMemory(of: daemon) - before
        let reported = try memory(wire)
        peers = []
        #expect(peers.isEmpty)
        try eventually("the memory of the clients is free") {
            try memory(wire) < 16 << 10 ? true : nil
        }
        if Self.isLong {
            // It is returned at intervals.
            try eventually("the process is as small as before", within: .seconds(40)) {
                try residentMemory(of: daemon) < before + 30 << 20 ? true : nil
            }
        }
        return (used, reported)
    }

    @Test func subscribersThatDoNotReadKeepLittle() throws {
        let (peers, entries) = Self.isLong ? (1000, 900) : (40, 400)
        let daemon = try bed.serve()
        let growth = try growth(daemon) {
            let wires = try (0..<peers).map { _ in
                let wire = try bed.connect()
                try wire.call("subscribe", ["include": "full"])
                return wire
            }
            try write(entries, of: String(repeating: "x", count: 4000), try bed.connect())
            return wires
        }
        // All that they are sent is 64 MB or 3.6 GB.
        #expect(growth.used < (Self.isLong ? 100 << 20 : 32 << 20))
        #expect(growth.reported < growth.used * 6 / 5 + 4 << 20)
        #expect(daemon.poll() == nil)
    }

    @Test func equalListsKeepTheirRowsOnce() throws {
        let (peers, count, entries) = Self.isLong ? (10, 64, 1000) : (3, 20, 250)
        let daemon = try bed.serve()
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        try write(entries, of: String(repeating: family, count: 140), try bed.connect())
        let growth = try growth(daemon) {
            try (0..<peers).map { _ in
                let wire = try bed.connect()
                for _ in 0..<count { try wire.call("list.open", ["limit": 1000]) }
                try wire.call("flush")
                return wire
            }
        }
        // All rows are 50 MB or 2.2 GB.
        #expect(growth.used < (Self.isLong ? 100 << 20 : 32 << 20))
        #expect(growth.reported < growth.used * 6 / 5 + 4 << 20)
        #expect(daemon.poll() == nil)
    }

    /// Lists whose rows cannot be shared are limited together.
    @Test(.enabled(if: Self.isLong)) func differentListsAreLimited() throws {
        let daemon = try bed.serve()
        try write(1000, of: String(repeating: "x", count: 4000), try bed.connect())
        let growth = try growth(daemon) {
            try (0..<10).map { peer in
                let wire = try bed.connect()
                for list in 0..<64 {
                    let limit = JSON.integer(Int64(1000 - peer * 64 - list))
                    _ = try wire.kind("list.open", ["limit": limit])
                }
                return wire
            }
        }
        #expect(growth.used < 100 << 20)
        #expect(growth.reported < Limits.memory)
        #expect(daemon.poll() == nil)
    }
}
