// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension Backup: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw ProtocolError(
                .backupFailed,
                "\(path) exists already; choose another name or remove it"
            )
        }
        do {
            try context.models.container.copyStore(to: URL(filePath: path)) {}
        } catch let error as StoreError {
            throw ProtocolError(.backupFailed, "the backup failed: \(error.message)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        return Reply(path: path, size: size, cursor: context.cursor).json
    }
}

extension BackupVerify: ReadMethod {
    /// The maximum number of problems in a reply.
    private static var maximumProblemCount: Int { 20 }

    func reply(in context: ReadContext) throws -> JSON {
        let found: StoreVerification
        do {
            found = try ModelConfiguration(url: URL(filePath: path)).verifyStore()
        } catch let error as StoreError {
            throw ProtocolError(.backupFailed, "the backup cannot be read: \(error.message)")
        }
        return Reply(
            problems: Array(found.problems.prefix(Self.maximumProblemCount)),
            entryCount: found.rowCounts[Schema.entityName(for: Entry.self)] ?? 0,
            attachmentCount: found.rowCounts[Schema.entityName(for: Attachment.self)] ?? 0,
            version: "\(found.version)"
        ).json
    }
}
