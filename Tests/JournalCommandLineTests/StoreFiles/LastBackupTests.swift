// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The records of the last backups of stores.
struct LastBackupTests {
    private let directory: TemporaryDirectory
    private let context: CommandContext

    init() throws {
        directory = try TemporaryDirectory()
        context = CommandContext(
            CommandContext.Options(),
            environment: Environment(["XDG_STATE_HOME": directory.path])
        )
    }

    private static func backup(_ name: String, of store: String?) -> LastBackup {
        LastBackup(path: "/backups/\(name)", date: .epoch, store: store)
    }

    @Test func storesHaveTheirOwnRecords() throws {
        #expect(LastBackup.read(of: "/a.store", in: context) == nil)
        try Self.backup("1", of: "/a.store").write(context)
        try Self.backup("2", of: "/b.store").write(context)
        try Self.backup("3", of: "/a.store").write(context)
        #expect(LastBackup.read(of: "/a.store", in: context) == Self.backup("3", of: "/a.store"))
        #expect(LastBackup.read(of: "/b.store", in: context) == Self.backup("2", of: "/b.store"))
        #expect(LastBackup.read(of: "/c.store", in: context) == nil)
    }

    @Test func recordOfAnEarlierVersionIsReplaced() throws {
        let folder = try context.stateDirectory()
        try FileSystem.makeDirectory(folder)
        let former: JSON = ["path": "/backups/1", "date": Timestamp.epoch.json]
        try FileSystem.write(Array(former.description.utf8), to: folder + "/last-backup.json")
        #expect(LastBackup.read(of: "/a.store", in: context) == Self.backup("1", of: nil))
        try Self.backup("2", of: "/a.store").write(context)
        #expect(LastBackup.read(of: "/a.store", in: context) == Self.backup("2", of: "/a.store"))
        #expect(LastBackup.read(of: "/b.store", in: context) == nil)
    }
}
