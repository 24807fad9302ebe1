// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct BackupFolderTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func create(_ names: [String]) throws {
        for name in names { try FileSystem.write([], to: "\(directory.path)/\(name)") }
    }

    private func names(_ paths: [String]) -> [String] {
        paths.map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func backupsAreOldestFirst() throws {
        try create([
            "journal-2026-11-21T101500Z-10.backup", "journal-2026-11-21T101500Z-2.backup",
            "journal-2026-11-21T101500Z.backup", "journal-2025-12-31T235959Z.backup",
            "journal-2026-11-21T101501Z.backup",
        ])
        #expect(
            names(BackupFolder(path: directory.path + "/").backups) == [
                "journal-2025-12-31T235959Z.backup", "journal-2026-11-21T101500Z.backup",
                "journal-2026-11-21T101500Z-2.backup", "journal-2026-11-21T101500Z-10.backup",
                "journal-2026-11-21T101501Z.backup",
            ]
        )
    }

    /// Files with other names are never removed.
    @Test func otherFilesAreNotCounted() throws {
        try create([
            "journal-.backup", "journal-2026-11-21.backup", "journal-2026-11-21T101500.backup",
            "journal-2026-11-21T101500Z.store", "journal-2026-11-21T101500Z-x.backup",
            "journal-2026-11-21T101500Z2.backup", "a-2026-11-21T101500Z.backup",
            "journal-２０２６-11-21T101500Z.backup", "journal-2026-11-21T101500Z.backup.damaged",
            "journal-2026-11-21T101500Z.backup~",
        ])
        let folder = BackupFolder(path: directory.path)
        #expect(folder.backups == [])
        #expect(names(folder.damagedBackups) == ["journal-2026-11-21T101500Z.backup.damaged"])
        #expect(BackupFolder(path: directory.path + "/missing").backups == [])
    }
}
