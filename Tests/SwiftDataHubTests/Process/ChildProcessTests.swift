// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
@testable import SwiftDataHub
import Testing

/// Programs that do not do what a hub does.
struct ChildProcessTests {
    @Test func releaseDoesNotWaitForTheProgram() throws {
        let script = "trap '' TERM; echo; exec sleep 5"
        var process: ChildProcess? = try ChildProcess(["sh", "-c", script])
        let descriptor = try #require(process?.descriptor)
        #expect(!Readiness.wait(toRead: [descriptor], until: .distant).isEmpty)
        let number = try #require(process?.number)
        let start = ContinuousClock.now
        process = nil
        // It is killed after 500 ms at the earliest, and not before.
        #expect(kill(number, 0) == 0 || ContinuousClock.now - start > .milliseconds(400))
    }

    @Test func endedProgramIsNoZombie() throws {
        var process: ChildProcess? = try ChildProcess(["cat"])
        let number = try #require(process?.number)
        process = nil
        let deadline = ContinuousClock.Instant.distant
        while kill(number, 0) == 0, ContinuousClock.now < deadline { sched_yield() }
        #expect(ContinuousClock.now < deadline)
    }

    @Test func programHasTheVariables() throws {
        let name = "SWIFTDATA_HUB_TEST"
        let process = try ChildProcess(
            ["sh", "-c", "echo $\(name) ${PATH:+path}"],
            variables: [name: "a b"]
        )
        let channel = WireChannel(
            input: process.descriptor,
            output: process.descriptor,
            timeout: .seconds(600)
        )
        #expect(try channel.readLine() == .line(Array("a b path".utf8)))
    }

    @Test func programHasNoOtherDescriptors() throws {
        // Open in programs that are executed, as no flag closes it.
        let open = dup(STDIN_FILENO)
        #expect(open > 2)
        defer { close(open) }
        let process = try ChildProcess(["sh", "-c", "echo /proc/$$/fd/*"])
        let channel = WireChannel(
            input: process.descriptor,
            output: process.descriptor,
            timeout: .seconds(600)
        )
        guard case .line(let bytes) = try channel.readLine() else {
            Issue.record("no line")
            return
        }
        let names = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        // The shell may have its script or the folder open, with a number of its own.
        #expect(!names.contains { $0.hasSuffix("/\(open)") }, "\(names)")
    }

    @Test func programThatPrintsAndDoesNotReadTimesOut() throws {
        let process = try ChildProcess(["sh", "-c", "exec yes >&2"])
        let channel = WireChannel(
            input: process.descriptor,
            output: process.descriptor,
            diagnostics: process.diagnostics,
            timeout: .milliseconds(30)
        )
        #expect(throws: WireChannel.Failure.timeout) {
            try channel.write([UInt8](repeating: 0, count: 4 << 20))
        }
        #expect(throws: WireChannel.Failure.timeout) { try channel.readLine() }
        #expect(channel.messages.count <= 4_096)
    }
}
