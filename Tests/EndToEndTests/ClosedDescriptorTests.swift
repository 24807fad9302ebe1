// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Programs started with standard input, output or error closed.
struct ClosedDescriptorTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func shell(_ command: String) throws -> ChildProcess.Result {
        try bed.run(["/bin/sh", "-c", command, "sh", Built.journal])
    }

    @Test func closedOutputFailsTheCommand() throws {
        let result = try shell(#"exec "$1" new "written all the same" --timeout 40 >&-"#)
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("cannot write to standard output"), "\(result.errors)")
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(try shell(#"exec "$1" list >&-"#).status == 73)
    }

    @Test func clientKeepsStandardDescriptorsReserved() throws {
        let daemon = try bed.serve()
        let script = #"exec "$0" watch <&- >&- 2>&-"#
        let watch = try bed.run(inBackground: ["/bin/sh", "-c", script, Built.journal])
        let wire = try bed.connect()
        try eventually("a subscription") {
            try wire.call("status")["subscriptions"] == 1 ? true : nil
        }
        expectNothing(at: 0...2, of: watch)
        #expect(daemon.poll() == nil)
    }

    @Test func closedInputFailsTheCommand() throws {
        let id = try bed.journal("new", "stays").line
        let result = try shell("exec \"$1\" edit \(id) <&-")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("standard input"), "\(result.errors)")
        #expect(try bed.journal("show", id).output == "stays\n")
        #expect(try shell(#"exec "$1" new <&-"#).status == 65)
    }

    @Test func fullOutputDeviceFailsTheCommand() throws {
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let id = try bed.journal("new", input: text).line
        for command in ["show \(id)", "list --all --json", "show \(id) --json"] {
            let result = try shell("exec \"$1\" \(command) >/dev/full")
            #expect(result.status == 73, "\(command): \(result.errors)")
        }
    }

    @Test func storedChangeIsNamedWhenItsResultCannotBePrinted() throws {
        let written = try shell(#"exec "$1" new "stored once" >/dev/full"#)
        #expect(written.status == 73, "\(written.errors)")
        let id = try #require(bed.journal("list").line.split(separator: "\t").first)
        #expect(written.errors.contains("entry \(id) was written"), "\(written.errors)")
        let json = try shell(#"exec "$1" new "stored too" --json >/dev/full"#)
        #expect(json.status == 73)
        let error = try JSON.parse(json.errors.trimmingCharacters(in: .newlines))["error"]
        #expect(error?["advice"]?.stringValue?.contains("was written") == true)
        let deleted = try shell("exec \"$1\" delete \(id) >/dev/full")
        #expect(deleted.status == 73)
        #expect(deleted.errors.contains("was moved to the trash"), "\(deleted.errors)")
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test func closedPipeIsNotAnError() throws {
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let id = try bed.journal("new", input: text).line
        let result = try shell("trap '' PIPE; \"$1\" show \(id) | head -c 4")
        #expect(result.output == "0123")
        #expect(result.errors == "")
    }

    @Test func daemonKeepsStandardDescriptorsReserved() throws {
        let script = #"exec "$0" --socket "$1" --store "$2" <&- >&- 2>&-"#
        let daemon = try bed.run(
            inBackground: ["/bin/sh", "-c", script, Built.daemon, bed.socket, bed.store]
        )
        try eventually("a daemon that listens") { try? bed.connect() }.call("status")
        expectNothing(at: 0...2, of: daemon)
    }

    private func expectNothing(at descriptors: ClosedRange<Int>, of process: ChildProcess) {
        for descriptor in descriptors {
            let file = FileSystem.target(ofLink: "/proc/\(process.pid)/fd/\(descriptor)")
            #expect(file == "/dev/null", "\(descriptor)")
        }
    }
}
