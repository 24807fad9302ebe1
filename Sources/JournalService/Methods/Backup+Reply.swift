// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
internal import SwiftData

extension Backup: ReadMethod {
    var readsOneCommit: Bool { false }

    func reply(in context: ReadContext) throws -> JSON {
        try requireFreeName(in: context.models.container)
        try requireFolder()
        let interruption = context.models.readInterruption
        var status = stat()
        try ProtocolError.asBackupFailure("the backup failed") {
            try context.models.container.copyStore(to: URL(filePath: path)) {
                context.progress?.set(WorkProgress(.copy))
                guard interruption?.isRequested != true else {
                    throw ProtocolError.requestCancelled
                }
            }
            guard stat(path, &status) == 0 else {
                throw ProtocolError(.backupFailed, "\(path) was removed after it was written")
            }
        }
        return Reply(path: path, size: Int64(status.st_size), cursor: context.cursor).json
    }

    /// Checks that the folder of the file exists: a mistyped path must not become a folder.
    private func requireFolder() throws(ProtocolError) {
        guard let folder = FilePath.missingFolder(of: path) else { return }
        throw ProtocolError(
            .backupFailed,
            "there is no folder \(folder); create it or choose another one"
        )
    }

    /// Checks that there is no file at the path, and that none of the store's files may have it.
    ///
    /// Migrations and purges remove files next to the store if their names begin with its name.
    private func requireFreeName(in container: ModelContainer) throws(ProtocolError) {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw ProtocolError(
                .backupFailed,
                "\(path) exists already; choose another name or remove it"
            )
        }
        for store in container.configurations where !store.isStoredInMemoryOnly {
            let store = store.url.resolvingSymlinksInPath()
            let folder = FileIdentity(path: store.deletingLastPathComponent().path)
            // A folder that does not exist yet has no identity, so ".." behind it is resolved.
            for path in [path, URL(filePath: path).standardizedFileURL.path] {
                let names = path.split(separator: "/")
                for (index, name) in names.enumerated()
                where name.hasPrefix(store.lastPathComponent) {
                    let parent = "/" + names[..<index].joined(separator: "/")
                    guard let identity = FileIdentity(path: parent), identity == folder else {
                        continue
                    }
                    throw ProtocolError(
                        .backupFailed,
                        "\(path) is reserved for files of the store; choose a name that does not "
                            + "begin with \(store.lastPathComponent), or another folder"
                    )
                }
            }
        }
    }
}

extension BackupVerify: ReadMethod {
    var readsOneCommit: Bool { false }

    func reply(in context: ReadContext) throws -> JSON {
        let interruption = context.models.readInterruption
        context.progress?.set(WorkProgress(.check))
        let found = try ProtocolError.asBackupFailure("the backup cannot be read") {
            try JournalContainer.check(
                URL(filePath: path),
                key: context.models.container.configurations.first?.encryptionKey,
                digest: { AttachmentDigest() },
                interruption: interruption
            )
        }
        return Reply(
            problems: Array(found.allProblems.prefix(20)),
            entryCount: found.rowCounts[Schema.entityName(for: Entry.self)] ?? 0,
            attachmentCount: found.rowCounts[Schema.entityName(for: Attachment.self)] ?? 0,
            version: "\(found.version)",
            isEncrypted: found.isEncrypted,
            values: found.encryptedValues.map { EncryptedValueReport($0) }
        ).json
    }
}

extension ProtocolError {
    /// Calls `body`; its errors become `backup.failed`, unless the request was cancelled.
    fileprivate static func asBackupFailure<R>(
        _ failure: String,
        _ body: () throws -> R
    ) throws(ProtocolError) -> R {
        do {
            return try body()
        } catch let error as ProtocolError {
            throw error
        } catch let error as StoreError where error.code == .interrupted {
            throw .requestCancelled
        } catch let error as StoreError {
            throw ProtocolError(.backupFailed, "\(failure): \(error.message)")
        } catch {
            throw ProtocolError(.backupFailed, "\(failure): \(error)")
        }
    }
}
