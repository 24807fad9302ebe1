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

    // MARK: What is no file

    private func writeOut(_ text: String, to path: String, mayReplace: Bool = false) throws {
        let file = try OutputFile(path: path, mayReplace: mayReplace)
        try file.append(Array(text.utf8))
        try file.complete()
    }

    @Test(arguments: [true, false]) func fifoIsWritten(mayReplace: Bool) throws {
        let path = folder.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        try writeOut("content", to: path, mayReplace: mayReplace)
        #expect(try FileSystem.read(descriptor: reader, name: path) == Array("content".utf8))
        #expect(FileSystem.names(in: folder.path) == ["fifo"])
    }

    @Test func deviceIsWritten() throws {
        // Links, because a test must not replace a device.
        for device in ["null", "full"] {
            try #require(symlink("/dev/\(device)", "\(folder.path)/\(device)") == 0)
        }
        try writeOut("content", to: folder.path + "/null", mayReplace: true)
        let error = #expect(throws: ClientError.self) {
            try writeOut("content", to: folder.path + "/full", mayReplace: true)
        }
        #expect(error?.message.hasSuffix("/full: No space left on device") == true)
        #expect(FileSystem.target(ofLink: folder.path + "/null") == "/dev/null")
        #expect(FileSystem.names(in: folder.path) == ["full", "null"])
    }

    @Test func terminalIsRefused() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        var isLocked: Int32 = 0
        var number: Int32 = -1
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, as Glibc does not show unlockpt(3).
        try #require(ioctl(terminal, 0x4004_5431, &isLocked) == 0)
        try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        let error = #expect(throws: ClientError.self) {
            try OutputFile(path: path, mayReplace: true)
        }
        #expect(error?.message == "\(path) is a terminal")
    }

    @Test(arguments: [true, false]) func linkIsFollowed(isDangling: Bool) throws {
        let target = folder.path + "/there/journal.json"
        try FileSystem.makeDirectory(folder.path + "/there")
        if !isDangling { try FileSystem.write(Array("old".utf8), to: target) }
        let link = folder.path + "/link.json"
        try #require(symlink("there/journal.json", link) == 0)
        #expect(throws: ClientError.self) { try OutputFile(path: link, mayReplace: false) }
        try writeOut("new", to: link, mayReplace: true)
        #expect(FileSystem.target(ofLink: link) == "there/journal.json")
        #expect(try FileSystem.read(target) == Array("new".utf8))
        #expect(FileSystem.names(in: folder.path) == ["link.json", "there"])
    }

    @Test func linkToItselfIsRefused() throws {
        let link = folder.path + "/link"
        try #require(symlink("link", link) == 0)
        let error = #expect(throws: ClientError.self) {
            try OutputFile(path: link, mayReplace: true)
        }
        #expect(error?.message == "\(link) is a link that leads to itself")
    }

    @Test func folderIsRefusedBeforeTheWork() throws {
        let path = folder.path
        let error = #expect(throws: ClientError.self) {
            try OutputFile(path: path, mayReplace: true)
        }
        #expect(error?.message == "\(path) is a folder; choose another name")
    }
}
