// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import Testing

struct StandardOutputTests {
    private static let long = String(repeating: "x", count: 100_000)

    /// Prints on a file that is closed afterwards.
    private func print(
        on path: String,
        _ work: (StandardOutput) throws -> Void
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try work(StandardOutput(descriptor: descriptor))
    }

    @Test func whatIsPrintedArrivesWhole() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/out"
        try print(on: path) { output in
            output.line("first")
            output.line(Self.long)
            output.line("last")
            try output.flush()
        }
        #expect(try FileSystem.read(path) == Array("first\n\(Self.long)\nlast\n".utf8))
    }

    @Test(arguments: ["short", long])
    func anOutputThatFailedStaysFailed(text: String) throws {
        try print(on: "/dev/full") { output in
            output.line(text)
            let first = #expect(throws: ClientError.self) { try output.flush() }
            #expect(first?.exitStatus == 73)
            let second = #expect(throws: ClientError.self) { try output.flush() }
            #expect(second == first)
        }
    }
}
