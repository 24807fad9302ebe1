// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalClientTesting
import Testing

@testable import JournalCommandLine

struct OutputFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test(arguments: [1, 249, 250, 255]) func fileOfAnyLengthOfNameIsWritten(length: Int) throws {
        let path = folder.path + "/" + String(repeating: "n", count: length)
        let file = try OutputFile(path: path, mayReplace: false)
        try file.append(Array("content".utf8))
        #expect(FileSystem.names(in: folder.path).allSatisfy { $0.hasSuffix(".tmp") })
        try file.complete()
        #expect(try FileSystem.read(path) == Array("content".utf8))
        #expect(FileSystem.names(in: folder.path).count == 1)
    }

    @Test func tooLongNameIsReportedBeforeTheWork() {
        let path = folder.path + "/" + String(repeating: "n", count: 256)
        let error = #expect(throws: ClientError.self) {
            try OutputFile(path: path, mayReplace: true)
        }
        #expect(error?.message == "cannot write \(path): File name too long")
    }

    @Test func filesWithTheSameBeginningAreWrittenAtTheSameTime() throws {
        let stem = folder.path + "/" + String(repeating: "n", count: 254)
        let files = try ["a", "b"].map { try OutputFile(path: stem + $0, mayReplace: false) }
        for (file, byte) in zip(files, [UInt8(ascii: "a"), UInt8(ascii: "b")]) {
            try file.append([byte])
            try file.complete()
        }
        #expect(try FileSystem.read(stem + "a") == Array("a".utf8))
        #expect(try FileSystem.read(stem + "b") == Array("b".utf8))
    }

    @Test func fileOfAKilledProcessIsNoObstacle() throws {
        let path = folder.path + "/a"
        try FileSystem.write([], to: "\(path).\(getpid()).tmp")
        let file = try OutputFile(path: path, mayReplace: false)
        try file.complete()
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
