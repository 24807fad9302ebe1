// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

/// A process that is killed while it writes.
struct InterruptedPutTests {
    @Test func killedPutLeavesWholeObjectsOnly() throws {
        let folder = try TemporaryFolder()
        let hub = FolderHub(folder.path)
        try hub.create()
        let space = SpaceID.random()
        let bytes = sampleBytes(512 << 10)
        for round in 0..<10 {
            try killPuts(of: bytes, below: space, after: round, in: folder)
            let listing = try hub.list(HubPrefix(space: space))
            #expect(listing.items.allSatisfy { $0.size == bytes.count })
            for name in listing.names { #expect(try hub.get(name) == bytes) }
            for name in listing.names { try hub.delete(name) }
        }
        // What was interrupted can be repeated.
        try hub.put(bytes, as: try space.object(0))
        #expect(try hub.get(try space.object(0)) == bytes)
    }

    /// Sends objects to a process, and kills it while it writes one of them.
    private func killPuts(
        of bytes: [UInt8],
        below space: SpaceID,
        after count: Int,
        in folder: TemporaryFolder
    ) throws {
        let process = try ChildProcess([try BuiltProgram.path(), folder.path])
        let socket = process.descriptor
        let requests = try (0...count).flatMap { number in
            let name = try space.object(number).description
            return Wire.line(WireRequest(op: .put, name: name, tail: bytes.count)) + bytes
        }
        let isWritten = DispatchSemaphore(value: 0)
        DispatchQueue(label: "input").async {
            try? WireChannel(input: -1, output: socket, timeout: .seconds(600)).write(requests)
            isWritten.signal()
        }
        let replies = WireChannel(input: socket, output: -1, timeout: .seconds(600))
        for _ in 0..<count { #expect(try replies.readLine() == .line(Array("{}".utf8))) }
        #expect(kill(process.number, SIGKILL) == 0)
        isWritten.wait()
    }
}
