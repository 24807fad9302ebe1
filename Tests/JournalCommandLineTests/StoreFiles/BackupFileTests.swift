// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalSystem
import Testing

@testable import JournalCommandLine

/// Backups that a daemon writes, and that are moved to their places.
struct BackupFileTests {
    private static func status(_ store: String?, isReadOnly: Bool = false) -> FakeServer.Action {
        let status = Status.Reply(
            version: "1",
            pid: 2,
            startedAt: .epoch,
            uptimeSeconds: 1,
            store: store,
            socket: nil,
            cursor: CommandRun.cursor,
            isReadOnly: isReadOnly
        )
        return .result(status.json)
    }

    /// Returns a run with a daemon whose store is in a folder, and which writes backups.
    ///
    /// - Parameters:
    ///   - folder: The folder; nil for a store in memory.
    ///   - isReadOnly: Whether the store is read-only.
    ///   - isDamaged: Whether the backups are damaged.
    ///   - failure: The failure of a backup in the folder.
    /// - Returns: The run.
    /// - Throws: An error of the operating system.
    private static func run(
        _ folder: String?,
        isReadOnly: Bool = false,
        isDamaged: Bool = false,
        failure: ProtocolError? = nil
    ) throws -> CommandRun {
        try CommandRun { request in
            let path = request.params["path"]?.stringValue ?? ""
            switch request.method {
            case "backup":
                if let failure, path.hasPrefix("\(folder ?? "")/.") { return .error(failure) }
                try? FileSystem.write(Array("backup".utf8), to: path)
                let reply = Backup.Reply(path: path, size: 6, cursor: CommandRun.cursor)
                return .result(reply.json)
            case "backup.verify":
                let reply = BackupVerify.Reply(
                    problems: isDamaged ? ["page 7 is damaged"] : [],
                    entryCount: 3,
                    attachmentCount: 0,
                    version: "1.0.0"
                )
                return .result(reply.json)
            default: return status(folder.map { "\($0)/journal.store" }, isReadOnly: isReadOnly)
            }
        }
    }

    private let directory: TemporaryDirectory
    private var folder: String { directory.path }

    init() throws {
        directory = try TemporaryDirectory()
        try FileSystem.makeDirectory(directory.path + "/data")
    }

    private func write(_ path: String, from run: CommandRun) throws(ClientError) -> Backup.Reply {
        try BackupFile(path: path).write(from: try run.context.client)
    }

    @Test func copyIsMovedFromTheFolderOfTheStore() throws {
        let run = try Self.run(folder + "/data")
        let reply = try write(folder + "/b", from: run)
        #expect(reply.path == folder + "/b")
        #expect(try FileSystem.read(folder + "/b") == Array("backup".utf8))
        let written = run.calls(.backup).map { $0["path"]?.stringValue ?? "" }
        #expect(written == ["\(folder)/data/.journal.store.backup-\(getpid()).tmp"])
        #expect(FileSystem.names(in: folder + "/data") == [])
    }

    @Test(arguments: [nil, "/data"] as [String?])
    func storeWithoutAWritableFolderHasNoCopy(name: String?) throws {
        let run = try Self.run(name.map { folder + $0 }, isReadOnly: name != nil)
        _ = try write(folder + "/b", from: run)
        #expect(run.calls(.backup).map { $0["path"]?.stringValue } == [folder + "/b"])
    }

    @Test func fullDiskOfTheStoreIsBypassed() throws {
        let failure = ProtocolError(.backupFailed, "no space")
        let run = try Self.run(folder + "/data", failure: failure)
        #expect(try write(folder + "/b", from: run).path == folder + "/b")
        #expect(run.calls(.backup).count == 2)
        let other = try Self.run(folder + "/data", failure: ProtocolError(.storeFailed, "damaged"))
        let error = #expect(throws: ClientError.self) { try write(folder + "/c", from: other) }
        #expect(error?.cause?.kind == .storeFailed)
        #expect(other.calls(.backup).count == 1)
    }

    @Test(arguments: [
        ("/data", "/data exists already; choose another name or remove it"),
        ("/no/b", "there is no folder /no"), ("/no/such/b", "there is no folder /no/such"),
        ("/data/journal.store-1", "/data/journal.store-1 is reserved for files of the store"),
        ("/link/journal.store.b", "/link/journal.store.b is reserved for files of the store"),
    ])
    func pathIsCheckedBeforeTheCopy(path: String, message: String) throws {
        symlink(folder + "/data", folder + "/link")
        let run = try Self.run(folder + "/data")
        let error = #expect(throws: ClientError.self) { try write(folder + path, from: run) }
        let words = error?.message.replacing(folder, with: "")
        #expect(words?.hasPrefix(message) == true, "\(words ?? "")")
        #expect(run.calls(.backup).isEmpty)
    }

    @Test func copiesOfInterruptedProcessesAreRemoved() throws {
        let names = ["4194304", "1", "x", "-7", "\(getpid())"].map {
            ".journal.store.backup-\($0).tmp"
        }
        for name in names + [".other.backup-4194304.tmp"] {
            try FileSystem.write([], to: "\(folder)/data/\(name)")
        }
        _ = try write(folder + "/b", from: try Self.run(folder + "/data"))
        let left = Set(FileSystem.names(in: folder + "/data"))
        // Process 1 is running; the others are no names of copies.
        #expect(left == Set(names[1...3] + [".other.backup-4194304.tmp"]))
    }

    // MARK: Folders of backups

    @Test func oldestBackupsOfAFolderAreRemoved() throws {
        let backups = BackupFolder(path: folder + "/all/")
        try FileSystem.makeDirectory(folder + "/all")
        let names = (1...4).map { "journal-2026-11-0\($0)T000000Z.backup" }
        for name in names + ["notes.backup"] {
            try FileSystem.write([], to: "\(folder)/all/\(name)")
        }
        let run = try Self.run(folder + "/data")
        let outcome = try backups.add(keeping: 3, from: try run.context.client)
        #expect(outcome.removed == names.prefix(2).map { "\(folder)/all/\($0)" })
        #expect(backups.backups == names.suffix(2).map { "\(folder)/all/\($0)" } + [outcome.path])
        #expect(FileStatus(path: folder + "/all/notes.backup") != nil)
        #expect(outcome.json["entries"] == 3)
        #expect(try backups.add(keeping: nil, from: try run.context.client).removed == [])
    }

    @Test func damagedBackupReplacesNone() throws {
        let backups = BackupFolder(path: folder + "/all")
        try FileSystem.makeDirectory(folder + "/all")
        let names = ["backup", "backup.damaged"].flatMap { ending in
            (1...2).map { "journal-2026-11-0\($0)T000000Z.\(ending)" }
        }
        for name in names { try FileSystem.write([], to: "\(folder)/all/\(name)") }
        let run = try Self.run(folder + "/data", isDamaged: true)
        let error = #expect(throws: ClientError.self) {
            try backups.add(keeping: 1, from: try run.context.client)
        }
        #expect(error?.advice == "page 7 is damaged\nCheck the store: journal doctor --full")
        #expect(backups.backups.count == 2)
        // The two newest of the damaged ones are kept.
        #expect(backups.damagedBackups.count == 2)
        #expect(backups.damagedBackups.first == "\(folder)/all/\(names[3])")
    }

    @Test func copiesOfAStoreAreFound() throws {
        let run = try Self.run(folder + "/data")
        let store = folder + "/data/journal.store"
        let names = [
            "replaced-20261123T001500Z-journal.store", "journal.store.backup",
            "journal.store.recovered-2",
        ]
        for name in names + ["journal.store", "journal.store-wal", "replaced-x", "notes.md"] {
            try FileSystem.write([], to: "\(folder)/data/\(name)")
        }
        let copies = StoreCopies(of: store, in: run.context).paths
        #expect(Set(copies) == Set(names.map { "\(folder)/data/\($0)" }))
        try FileSystem.write([], to: folder + "/b")
        LastBackup.record(folder + "/b", in: run.context)
        #expect(StoreCopies(of: store, in: run.context).paths.last == folder + "/b")
        #expect(LastBackup.read(of: "/other", in: run.context) == nil)
        try FileSystem.remove(folder + "/b")
        #expect(StoreCopies(of: store, in: run.context).paths == copies)
        #expect(LastBackup.read(of: store, in: run.context)?.text.hasSuffix("/b (missing)") == true)
    }

    @Test(
        arguments: [
            (false, nil, "intact, 1 entry"),
            (true, nil, "intact, 1 entry; the encrypted values were not checked"),
            (true, EncryptedValueReport(count: 1), "intact, 1 entry, 1 encrypted value"),
            (
                true, EncryptedValueReport(count: 9, damagedCount: 2),
                "intact, 1 entry, 9 encrypted values, of which 2 cannot be decrypted"
            ),
        ] as [(Bool, EncryptedValueReport?, String)]
    )
    func checkIsOneLine(isEncrypted: Bool, values: EncryptedValueReport?, text: String) {
        let reply = BackupVerify.Reply(
            problems: [],
            entryCount: 1,
            attachmentCount: 0,
            version: "1",
            isEncrypted: isEncrypted,
            values: values
        )
        #expect(reply.text == text)
        let damaged = BackupVerify.Reply(
            problems: ["bad"],
            entryCount: 2,
            attachmentCount: 0,
            version: "1"
        )
        #expect(damaged.text == "damaged, 2 entries")
    }
}
