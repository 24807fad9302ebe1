// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem
internal import JournalTransfer

/// The work of `journal recover`: writes what can be read of a damaged store in the format that
/// `journal import` reads.
package struct StoreRecovery {
    private let context: CommandContext
    private let target: EntryExport.Target
    private let includesTrash: Bool
    private let mayReplace: Bool
    private let key: Key

    /// The sources of the key of an encrypted store.
    package struct Key {
        /// The value of `--passphrase-file`; nil to ask.
        package var passphraseFile: String?
        /// A backup with the record of the key, if the store's record is damaged.
        package var record: String?

        /// Creates the sources.
        package init(passphraseFile: String? = nil, record: String? = nil) {
            self.passphraseFile = passphraseFile
            self.record = record
        }
    }

    /// Creates a recovery.
    package init(
        _ context: CommandContext,
        to target: EntryExport.Target,
        includesTrash: Bool,
        mayReplace: Bool,
        key: Key = Key()
    ) {
        self.context = context
        self.target = target
        self.includesTrash = includesTrash
        self.mayReplace = mayReplace
        self.key = key
    }

    /// Reads the store at a path; nothing is written to it.
    ///
    /// - Throws: An error if the file cannot be opened, contains no entry, or nothing can be
    ///   written.
    package func run(_ path: String) throws(ClientError) -> RecoverySummary {
        var store = try Self.store(path)
        var summary = RecoverySummary()
        var opener: ValueOpener?
        if store.encryptedCount > 0, store.counts.listed + store.counts.trashed == 0 {
            let values = try openValues(of: store, at: path)
            store = try Self.store(path, opening: RecoveredValues(values))
            opener = values
        }
        let counts = store.counts
        guard counts.listed + counts.trashed > 0 || store.hasSchema else {
            throw ClientError(.input, "no entries were found in \(path)")
        }
        summary.lost = store.lostIDs
        summary.damagedPages = store.damagedPages
        summary.hasSchema = store.hasSchema
        summary.omittedTrash = includesTrash ? 0 : counts.trashed
        try write(store, summary: &summary)
        if let failure = opener?.failure { throw failure }
        return summary
    }

    /// Writes the entries to the target.
    private func write(
        _ store: RecoveredStore,
        summary: inout RecoverySummary
    ) throws(ClientError) {
        switch target {
        case .output: try write(store, to: context.output, folder: nil, summary: &summary)
        case .file(let path):
            let file = try OutputFile(path: path, mayReplace: mayReplace)
            // A signal ends the recovery once the file was removed.
            try Interruption.delayed { () throws(ClientError) in
                try write(store, to: file, folder: nil, summary: &summary)
            }
            try file.complete()
            summary.path = path
        case .folder(let path):
            guard FileSystem.names(in: path).isEmpty else {
                throw ClientError(
                    .file,
                    "\(path) is not empty",
                    advice: "Use another folder, or remove what it contains."
                )
            }
            try FileSystem.makeDirectory(path)
            let file = try OutputFile(path: path + "/journal.json", mayReplace: false)
            try write(store, to: file, folder: path, summary: &summary)
            try file.complete()
            summary.path = path
        }
    }

    private static func store(
        _ path: String,
        opening sealed: RecoveredValues? = nil
    ) throws(ClientError) -> RecoveredStore {
        let log = FileStatus(path: path + "-wal") == nil ? nil : try DiskFile(path: path + "-wal")
        return RecoveredStore(try DiskFile(path: path), log: log, sealed: sealed)
    }

    /// Decrypts the key of an encrypted store.
    private func openValues(
        of store: RecoveredStore,
        at path: String
    ) throws(ClientError) -> ValueOpener {
        let other = try key.record.map { path throws(ClientError) in
            try Self.store(FileSystem.absolute(path))
        }
        guard let record = (other ?? store).keyRecord else {
            throw ClientError(
                .input,
                "\(key.record ?? path) has no record of the key, without which nothing can decrypt "
                    + "the texts",
                advice: "If there is a backup of this encrypted journal: journal recover "
                    + "--key-from BACKUP \(path)"
            )
        }
        return try ValueOpener.start(
            record: record,
            passphrase: try PassphraseSource(file: key.passphraseFile).present(),
            environment: context.environment
        )
    }

    private func write(
        _ store: RecoveredStore,
        to sink: some ExportSink,
        folder: String?,
        summary: inout RecoverySummary
    ) throws(ClientError) {
        var encoder = TransferFormat.json.encoder
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        let progress = ProgressLine()
        defer { progress.end() }
        let total = store.counts.listed + (includesTrash ? store.counts.trashed : 0)
        let unread = try store.forEachEntry(includesTrash: includesTrash) {
            found throws(ClientError) in
            guard !Interruption.isRequested else {
                throw Interruption.error("\(summary.entries) of \(total) entries were recovered")
            }
            var found = found
            if let folder {
                summary.attachments += save(&found, in: folder)
            } else {
                summary.omittedAttachments += found.entry.attachments.count
            }
            if !found.problems.isEmpty {
                summary.incomplete.append((found.entry.id?.text ?? "?", found.problems))
            }
            summary.earlierTexts += found.entry.earlierTexts.count
            encoder.append(found.entry, to: &bytes)
            try sink.append(bytes)
            bytes.removeAll(keepingCapacity: true)
            summary.entries += 1
            progress.update(count: summary.entries, done: summary.entries, of: total)
        }
        encoder.end(&bytes)
        try sink.append(bytes)
        summary.unread = unread
    }

    /// Saves the attachments of an entry, except those that are damaged or cannot be written.
    ///
    /// - Returns: The number of files that were written.
    private func save(_ found: inout RecoveredEntry, in folder: String) -> Int {
        let place = "attachments/\(found.entry.id?.text ?? "unknown")"
        var count = 0
        for index in found.entry.attachments.indices {
            let name = found.entry.attachments[index].name
            let path = "\(place)/\(index + 1)-\(Self.fileName(name))"
            do throws(ClientError) {
                try FileSystem.makeDirectory("\(folder)/\(place)")
                guard try save(found, index: index, to: "\(folder)/\(path)") else {
                    found.problems.append("the content of \(name) is damaged")
                    continue
                }
                found.entry.attachments[index].path = path
                count += 1
            } catch {
                found.problems.append("\(name) is omitted: \(error.message)")
            }
        }
        return count
    }

    /// Writes the content of an attachment; returns whether it is complete.
    private func save(
        _ found: RecoveredEntry,
        index: Int,
        to path: String
    ) throws(ClientError) -> Bool {
        let file = try OutputFile(path: path, mayReplace: false)
        var digest = SHA256Digest()
        let isWhole = try found.readContent(ofAttachment: index) { part throws(ClientError) in
            digest.append(part)
            try file.append(part)
        }
        let expected = found.entry.attachments[index].digest
        guard isWhole, expected.map({ $0 == digest.hexadecimal }) ?? true else { return false }
        try file.complete()
        return true
    }

    /// Returns a name for the content of an attachment, which may come from a damaged page.
    ///
    /// It is cut before its extension, so that a number before it and a suffix behind it do not
    /// make it longer than file systems allow.
    static func fileName(_ name: String) -> String {
        let name = name.filter { $0 != "/" && $0 != "\0" }
        let (stem, suffix) = AttachmentDownload.parts(of: name)
        var cut = ""
        for character in stem {
            guard cut.utf8.count + String(character).utf8.count + suffix.utf8.count <= nameLimit
            else { break }
            cut.append(character)
        }
        return cut.isEmpty && suffix.isEmpty ? "file" : cut + suffix
    }

    /// The maximum length of a name in bytes.
    private static let nameLimit = 200
}

/// The decryption of the values of a damaged store by a process with its key.
struct RecoveredValues: SealedValues {
    private let opener: ValueOpener

    init(_ opener: ValueOpener) { self.opener = opener }

    func open(_ sealed: [UInt8], at place: SealedValuePlace) -> OpenedValue? {
        let reply = opener.open(
            SealedValueRequest(
                table: place.table,
                column: place.column,
                key: place.key,
                value: Base64(sealed)
            )
        )
        if let text = reply.text { return .text(text) }
        return reply.data.map { .bytes($0.bytes) }
    }
}
