// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import JournalSystem
import Testing

@testable import JournalCommandLine

struct DraftLockTests {
    private let directory: TemporaryDirectory
    private var draft: String { directory.path + "/new.md" }
    private var lockPath: String { directory.path + "/.new.md.lock" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func draftIsLockedOnceAndTheFileIsRemoved() throws {
        #expect(DraftLock.holder(of: draft) == nil)
        var lock: DraftLock? = try DraftLock(draft)
        #expect(DraftLock.holder(of: draft) == getpid())
        let error = #expect(throws: ClientError.self) { try DraftLock(draft) }
        #expect(error?.message == "new is open in another editor (process \(getpid()))")
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(DraftLock.holder(of: draft) == nil)
        #expect(FileStatus(path: lockPath) == nil)
    }

    @Test func fileThatAnotherProcessHasLeftIsNoLock() throws {
        // The number belongs to a process that is running.
        try FileSystem.write(Array("\(getpid())\n".utf8), to: lockPath)
        #expect(DraftLock.holder(of: draft) == nil)
        let lock = try DraftLock(draft)
        #expect(DraftLock.holder(of: draft) == getpid())
        withExtendedLifetime(lock) {}
    }

    @Test func lockOnARemovedFileIsNotCurrent() throws {
        let former = try #require(try FileLock.acquire(lockPath))
        #expect(former.isFile(at: lockPath))
        try FileSystem.remove(lockPath)
        #expect(!former.isFile(at: lockPath))
        let lock = try DraftLock(draft)
        #expect(!former.isFile(at: lockPath))
        withExtendedLifetime((former, lock)) {}
    }
}
