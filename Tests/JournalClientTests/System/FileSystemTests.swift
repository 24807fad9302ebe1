// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import Testing

@Suite struct FileSystemTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test func placedFilesReceiveFreeNames() throws {
        for (text, expected) in [("1", "a.md"), ("2", "a-2.md"), ("3", "a-3.md")] {
            let file = try write(text, "temporary")
            let path = try FileSystem.place(file, in: folder.path, as: "a", suffix: ".md")
            #expect(path == folder.path + "/" + expected)
            #expect(try self.text(path) == text)
            #expect(!FileManager.default.fileExists(atPath: file))
        }
        #expect(try text(folder.path + "/a.md") == "1")
    }

    @Test func longNamesAreShortened() throws {
        // 253 bytes of characters with two bytes each, and one more.
        let stem = String(repeating: "é", count: 126) + "x"
        for expected in [stem.dropLast(2) + ".jpg", stem.dropLast(3) + "-2.jpg"] {
            let file = try write("x", "temporary")
            let path = try FileSystem.place(file, in: folder.path, as: stem, suffix: ".jpg")
            #expect(path == folder.path + "/" + expected)
        }
    }

    @Test func filesWithLongNamesAreWritten() throws {
        for length in 240...255 {
            let path = folder.path + "/" + String(repeating: "n", count: length)
            try FileSystem.write([0x61], to: path)
            #expect(try text(path) == "a")
            try FileSystem.remove(path)
        }
        #expect(FileSystem.names(in: folder.path) == [])
        #expect(throws: ClientError.self) {
            try FileSystem.write([0x61], to: folder.path + "/" + String(repeating: "n", count: 256))
        }
    }

    @Test func fileThatCannotBeReadIsNoFileThatCannotBeWritten() throws {
        let path = folder.path + "/none/file"
        let unread = #expect(throws: ClientError.self) { try FileSystem.read(path) }
        #expect(unread?.code == .unreadable)
        #expect(unread?.message.hasPrefix("cannot read \(path): ") == true)
        let unwritten = #expect(throws: ClientError.self) { try FileSystem.write([], to: path) }
        #expect(unwritten?.code == .file)
    }

    @Test func fileInThePlaceOfAFolderIsNamed() throws {
        let path = try write("x", "file")
        let error = #expect(throws: ClientError.self) { try FileSystem.makeDirectory(path) }
        #expect(error?.message == "\(path) is not a folder")
        try FileSystem.makeDirectory(folder.path + "/a/b")
        try FileSystem.makeDirectory(folder.path + "/a/b")
        #expect(FileSystem.isDirectory(folder.path + "/a/b"))
    }

    @Test func filesAreNotReplacedWithoutHardLinks() throws {
        let (old, new) = (try write("old", "old"), try write("new", "new"))
        #expect(try !FileSystem.isMovedWithoutLinks(new, to: old))
        #expect(try text(old) == "old")
        #expect(try FileSystem.isMovedWithoutLinks(new, to: folder.path + "/other"))
        #expect(try text(folder.path + "/other") == "new")
        #expect(throws: ClientError.self) {
            try FileSystem.isMovedWithoutLinks(new, to: folder.path + "/another")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/another"))
    }

    /// Another file system than that of temporary files, on most machines.
    private static let otherFolder = "/dev/shm"

    @Test(arguments: [nil, otherFolder])
    func fileIsMoved(to other: String?) throws {
        let source = "\(folder.path)/source"
        let target = "\(other ?? folder.path)/\(UUID().uuidString)"
        defer { try? FileSystem.remove(target) }
        let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try FileSystem.write(content, to: source)
        try FileSystem.move(source, to: target)
        #expect(try FileSystem.read(target) == content)
        #expect(!FileManager.default.fileExists(atPath: source))
    }

    private static var hasOtherFileSystem: Bool {
        var (own, other) = (stat(), stat())
        return stat(FileManager.default.temporaryDirectory.path, &own) == 0
            && stat(otherFolder, &other) == 0 && own.st_dev != other.st_dev
    }

    @Test(.enabled(if: hasOtherFileSystem))
    func fileThatIsBeingCopiedHasAnotherName() throws {
        let pipe = "\(folder.path)/pipe"
        let target = "\(Self.otherFolder)/\(UUID().uuidString)"
        defer { try? FileSystem.remove(target) }
        try #require(mkfifo(pipe, 0o600) == 0)
        let copy = DispatchGroup()
        DispatchQueue.global().async(group: copy) { try? FileSystem.move(pipe, to: target) }
        let descriptor = open(pipe, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let content = [UInt8](repeating: 7, count: 3_000_000)
        // The capacity of the pipe is smaller, so a part of the copy is written when this returns.
        #expect(FileSystem.write(content, descriptor: descriptor))
        #expect(!FileManager.default.fileExists(atPath: target))
        close(descriptor)
        copy.wait()
        #expect(try FileSystem.read(target) == content)
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.otherFolder)
        #expect(!names.contains { target.hasSuffix($0.prefix(36)) && $0.hasSuffix(".tmp") })
    }

    @Test(arguments: [nil, otherFolder])
    func moveReplacesNoFile(in other: String?) throws {
        let source = "\(folder.path)/source"
        let target = "\(other ?? folder.path)/\(UUID().uuidString)"
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
