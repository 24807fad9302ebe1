// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

struct FileSystemTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileSystem.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// Another file system than that of temporary files, on most machines.
    private static let otherFolder = "/dev/shm"

    @Test(arguments: [nil, otherFolder])
    func fileIsMoved(to other: String?) throws {
        try withFolder { folder in
            let source = "\(folder)/source"
            let target = "\(other ?? folder)/\(UUID().uuidString)"
            defer { try? FileSystem.remove(target) }
            let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try FileSystem.write(content, to: source)
            try FileSystem.move(source, to: target)
            #expect(try FileSystem.read(target) == content)
            #expect(!FileManager.default.fileExists(atPath: source))
        }
    }

    @Test(arguments: [nil, otherFolder])
    func moveReplacesNoFile(in other: String?) throws {
        try withFolder { folder in
            let source = "\(folder)/source"
            let target = "\(other ?? folder)/\(UUID().uuidString)"
            defer { try? FileSystem.remove(target) }
            try FileSystem.write([1], to: source)
            try FileSystem.write([2], to: target)
            let error = #expect(throws: ClientError.self) {
                try FileSystem.move(source, to: target)
            }
            #expect(error?.message.contains(target) == true)
            #expect(try FileSystem.read(source) == [1])
            #expect(try FileSystem.read(target) == [2])
        }
    }
}
