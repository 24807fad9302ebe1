// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct FileLockTests {
    @Test func lockHasOneHolderUntilItIsReleased() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        #expect(FileLock.holder(of: path) == nil)
        var lock = try FileLock.acquire(path)
        #expect(lock != nil)
        #expect(try FileLock.acquire(path) == nil)
        #expect(FileLock.holder(of: path) == getpid())
        lock = nil
        #expect(FileStatus(path: path)?.permissions == 0o600)
        #expect(try FileLock.acquire(path) != nil)
    }

    @Test func lockIsReleasedDespiteAnInheritedDescriptor() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        var lock = try FileLock.acquire(path)
        // A child process inherits the descriptor until it executes its program.
        var copy: Int32 = -1
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            let link = "/proc/self/fd/" + name
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
            if target == path, let descriptor = Int32(name) { copy = dup(descriptor) }
        }
        defer { close(copy) }
        #expect(lock != nil)
        #expect(copy >= 0)
        lock = nil
        #expect(try FileLock.acquire(path) != nil)
    }

    @Test func fileThatCannotBeOpenedIsAnError() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SystemError.noSuchFile) { try FileLock.acquire(folder.path + "/no/lock") }
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        #expect(throws: SystemError(ELOOP)) { try FileLock.acquire(link) }
    }

    @Test func fileWithoutANumberNamesNoHolder() throws {
        let folder = try TemporaryFolder()
        try Data("nobody\n".utf8).write(to: URL(filePath: folder.path + "/lock"))
        #expect(FileLock.holder(of: folder.path + "/lock") == nil)
    }
}
