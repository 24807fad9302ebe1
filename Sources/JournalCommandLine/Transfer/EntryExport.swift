// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem
package import JournalTransfer

/// The work of `journal export`: entries, oldest first, into a file, a folder or standard output.
///
/// Entries are read page by page and written at once, so that no export keeps them in memory.
package struct EntryExport {
    /// The place of an export.
    package enum Target: Sendable, Equatable {
        /// Standard output.
        case output
        /// A single file.
        case file(String)
        /// A folder with the entries and the attached files.
        case folder(String)

        /// Creates the target of a command line.
        ///
        /// - Parameter path: A path; it names a folder if it ends with a slash or such a folder
        ///   exists. `nil` means standard output.
        package init(path: String?) {
            guard let path, !OutputFile.isStandardOutput(path) else {
                self = .output
                return
            }
            let absolute = FileSystem.absolute(path)
            let isFolder = path.hasSuffix("/") || FileSystem.isDirectory(path)
            let name =
                absolute.count > 1 && absolute.hasSuffix("/")
                ? String(absolute.dropLast()) : absolute
            self = isFolder ? .folder(name) : .file(absolute)
        }
    }

    private let context: CommandContext
    private let format: TransferFormat
    private let target: Target
    private let mayReplace: Bool
    private let includesVersions: Bool

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - context: The context of the command.
    ///   - format: The format of the entries.
    ///   - target: The place of the export.
    ///   - mayReplace: Whether an existing file is replaced.
    ///   - includesVersions: Whether the earlier versions of each entry are included; only the
    ///     JSON of the journal has a place for them.
    package init(
        _ context: CommandContext,
        format: TransferFormat,
        target: Target,
        mayReplace: Bool,
        includesVersions: Bool = false
    ) {
        self.context = context
        self.format = format
        self.target = target
        self.mayReplace = mayReplace
        self.includesVersions = includesVersions
    }

    /// Exports the entries that match a filter.
    ///
    /// A signal ends the export once the files that are not complete were removed.
    package func run(_ filter: Filter) throws(ClientError) -> ExportSummary {
        switch target {
        case .output: return try write(filter, to: context.output)
        case .file(let path) where path.lowercased().hasSuffix(".zip"):
            try OutputFile.require(path, mayReplace: mayReplace)
            return try Interruption.delayed { () throws(ClientError) in
                try write(filter, intoArchive: path)
            }
        case .file(let path):
            // A FIFO may wait for its reader, and leaves nothing to remove.
            guard !OutputFile.isStream(at: path) else { return try write(filter, toFile: path) }
            return try Interruption.delayed { () throws(ClientError) in
                try write(filter, toFile: path)
            }
        case .folder(let path):
            return try Interruption.delayed { () throws(ClientError) in
                try write(filter, intoFolder: path)
            }
        }
    }

    private func write(
        _ filter: Filter,
        toFile path: String
    ) throws(ClientError) -> ExportSummary {
        let file = try OutputFile(path: path, mayReplace: mayReplace)
        var summary = try write(filter, to: file)
        try file.complete()
        summary.path = path
        return summary
    }

    private func write(
        _ filter: Filter,
        intoArchive path: String
    ) throws(ClientError) -> ExportSummary {
        let folder = try TemporaryFolder(beside: path)
        let client = try context.client
        let files = try ExportFolder(path: folder.path, format: format, client: client)
        var summary = try write(filter, into: files)
        let progress = ProgressLine()
        defer { progress.end() }
        try ZipFile(path: path).pack(folder.path, mayReplace: mayReplace, progress: progress)
        summary.path = path
        return summary
    }

    private func write(
        _ filter: Filter,
        intoFolder path: String
    ) throws(ClientError) -> ExportSummary {
        let client = try context.client
        let folder = try ExportFolder(path: path, format: format, client: client)
        do throws(ClientError) {
            return try write(filter, into: folder)
        } catch {
            throw error.adding(
                "\(path) is incomplete; remove what it contains before you export again."
            )
        }
    }

    private func write(
        _ filter: Filter,
        into folder: ExportFolder
    ) throws(ClientError) -> ExportSummary {
        let client = try context.client
        var summary = ExportSummary(path: folder.path)
        var unreadable = UnreadableTexts()
        try forEach(filter) { record throws(ClientError) in
            guard !unreadable.note(record) else { return }
            var entry = TransferEntry(record)
            entry.earlierTexts = try earlierTexts(of: record, with: client)
            summary.attachments += try folder.append(entry, of: record)
            summary.entries += 1
        }
        try folder.complete()
        summary.unreadable = unreadable
        summary.unreadableFiles = folder.unreadable
        return summary
    }

    private func write(
        _ filter: Filter,
        to sink: some ExportSink
    ) throws(ClientError) -> ExportSummary {
        var summary = ExportSummary()
        var encoder = format.encoder
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        var unreadable = UnreadableTexts()
        let client = try context.client
        try forEach(filter) { record throws(ClientError) in
            guard !unreadable.note(record) else { return }
            var record = record
            for attachment in record.attachments where attachment.isUnreadable {
                summary.unreadableFiles.note(attachment, of: record.id)
            }
            record.attachments.removeAll(where: \.isUnreadable)
            var entry = TransferEntry(record)
            entry.earlierTexts = try earlierTexts(of: record, with: client)
            encoder.append(entry, to: &bytes)
            try sink.append(bytes)
            bytes.removeAll(keepingCapacity: true)
            summary.entries += 1
            summary.omittedAttachments += record.attachments.count
        }
        encoder.end(&bytes)
        try sink.append(bytes)
        summary.unreadable = unreadable
        return summary
    }

    /// Returns the earlier versions of an entry, oldest first, if they are exported.
    private func earlierTexts(
        of record: EntryRecord,
        with client: JournalClient
    ) throws(ClientError) -> [ImportedVersion] {
        guard includesVersions else { return [] }
        var texts: [ImportedVersion] = []
        let versions = EntryVersions(client: client, entry: record)
        try versions.forEach { version throws(ClientError) in
            guard !version.isUnreadable else { return }
            texts.append(ImportedVersion(text: version.text, replacedAt: version.replacedAt))
        }
        return texts.reversed()
    }

    private func forEach(
        _ filter: Filter,
        _ body: (EntryRecord) throws(ClientError) -> Void
    ) throws(ClientError) {
        let client = try context.client
        let progress = ProgressLine()
        defer { progress.end() }
        let total = try client.call(EntryCount(filter: filter)).count
        let pages = EntryPages(
            client: client,
            filter: filter,
            order: .oldest,
            include: .full,
            limit: nil
        )
        var count = 0
        _ = try pages.forEach { record throws(ClientError) in
            guard !Interruption.isRequested else {
                throw Interruption.error("\(count) of \(total) entries were exported")
            }
            try body(record)
            count += 1
            progress.update(count: count, done: count, of: total)
        }
    }
}

/// A destination of bytes.
protocol ExportSink {
    func append(_ bytes: [UInt8]) throws(ClientError)
}

extension OutputFile: ExportSink {}
extension StandardOutput: ExportSink {}
