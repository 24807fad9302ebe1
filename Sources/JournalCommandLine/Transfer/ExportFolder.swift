// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalProtocol
internal import JournalSystem
internal import JournalTransfer

/// A folder with exported entries and the files that are attached to them.
///
/// With Markdown it has a folder for each day, with a file for each entry; with other formats one
/// file with all entries.
final class ExportFolder {
    /// The path of the folder.
    let path: String
    private let format: TransferFormat
    private let client: JournalClient
    private var encoder: any EntryEncoder
    private let file: OutputFile?
    /// The attached files that are omitted, because they are damaged in the store.
    private(set) var unreadable = UnreadableFiles()

    /// Creates the folder.
    ///
    /// - Throws: An error if the folder contains anything, or cannot be created.
    init(path: String, format: TransferFormat, client: JournalClient) throws(ClientError) {
        self.path = path
        self.format = format
        self.client = client
        guard FileSystem.names(in: path).isEmpty else {
            throw ClientError(
                .file,
                "\(path) is not empty",
                advice: "Use another folder, or remove what it contains."
            )
        }
        try FileSystem.makeDirectory(path)
        if format == .markdown {
            encoder = MarkdownFileEncoder()
            file = nil
        } else {
            encoder = format.encoder
            let name = "\(path)/\(Self.name(of: format))"
            let opened = try OutputFile(path: name, mayReplace: false)
            var bytes: [UInt8] = []
            encoder.begin(&bytes)
            try opened.append(bytes)
            file = opened
        }
    }

    private static func name(of format: TransferFormat) -> String {
        switch format {
        case .dayOne: "Journal.json"
        case .json, .jrnlJSON: "journal.json"
        case .jsonLines: "journal.jsonl"
        case .markdown: "journal.md"
        case .jrnl: "journal.txt"
        case .html: "index.html"
        }
    }

    /// Returns whether the export uses a name for a Markdown file, without its extension, and for
    /// the folder with its attachments.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 6 && parts[0].allSatisfy(\.isNumber)
            && parts[1].utf8.count >= 8 && parts[1].allSatisfy { $0.isHexDigit || $0 == "-" }
    }

    /// Writes an entry of the journal and its files, except damaged ones; returns their number.
    func append(_ entry: TransferEntry, of record: EntryRecord) throws(ClientError) -> Int {
        var entry = entry
        let time = record.createdAt.description.dropFirst(11).prefix(8).filter { $0 != ":" }
        // The whole id: ids that were created within seconds begin with the same digits.
        let name = "\(time)-\(record.id.text)"
        let folder = format == .markdown ? "\(path)/\(record.createdAt.day)" : path
        let place = format == .markdown ? name : "attachments/\(record.id.text)"
        var attachments: [TransferAttachment] = []
        for (file, attachment) in zip(record.attachments, entry.attachments) {
            do throws(ClientError) {
                let saved = try save(file, as: attachment, from: folder, in: place)
                attachments.append(saved)
            } catch  where error.isDamagedFile {
                unreadable.note(file, of: record.id)
                removeEmptyFolders(of: "\(folder)/\(place)")
            }
        }
        entry.attachments = attachments
        var bytes: [UInt8] = []
        encoder.append(entry, to: &bytes)
        if let file {
            try file.append(bytes)
        } else {
            try FileSystem.makeDirectory(folder)
            try Self.create("\(folder)/\(name).md", bytes: bytes)
        }
        return attachments.count
    }

    /// Creates a file that `complete` writes to the disk.
    ///
    /// Writing each of them to the disk takes milliseconds, and a folder is complete only after the
    /// last one.
    private static func create(_ path: String, bytes: [UInt8]) throws(ClientError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard FileSystem.write(bytes, descriptor: descriptor) else {
            let error = failure(path)
            unlink(path)
            throw error
        }
    }

    private static func failure(_ path: String) -> ClientError {
        ClientError(.file, "cannot write \(path): \(SystemError.last)")
    }

    /// Completes the file with the entries, or writes the files of all entries to the disk.
    func complete() throws(ClientError) {
        guard let file else {
            sync()
            return
        }
        var bytes: [UInt8] = []
        encoder.end(&bytes)
        try file.append(bytes)
        try file.complete()
    }

    /// Saves the content of an attachment, and returns it with its path.
    private func save(
        _ record: AttachmentRecord,
        as attachment: TransferAttachment,
        from folder: String,
        in place: String
    ) throws(ClientError) -> TransferAttachment {
        var attachment = attachment
        let download = AttachmentDownload(client: client, folder: "\(folder)/\(place)")
        let saved = try download.save(record)
        if format == .dayOne { return try renamed(attachment, to: saved) }
        attachment.path = String(Substring(saved.utf8.dropFirst(folder.utf8.count + 1)))
        return attachment
    }

    /// Moves a file to the place at which Day One expects it.
    private func renamed(
        _ attachment: TransferAttachment,
        to saved: String
    ) throws(ClientError) -> TransferAttachment {
        var attachment = attachment
        let file = try ImportFile(path: saved)
        var digest = MD5Digest()
        while case let piece = try file.read(), !piece.isEmpty { digest.append(piece) }
        attachment.md5 = digest.hexadecimal
        guard let place = DayOneMedia.path(of: attachment),
            let slash = place.lastIndex(of: "/")
        else { return attachment }
        attachment.path = place
        try FileSystem.makeDirectory("\(path)/\(place[..<slash])")
        // An equal file may be there already.
        guard rename(saved, "\(path)/\(place)") == 0 else {
            throw Self.failure("\(path)/\(place)")
        }
        if let end = saved.lastIndex(of: "/") { removeEmptyFolders(of: String(saved[..<end])) }
        return attachment
    }

    /// Removes the folder for the files of an entry, and its parent, if they are empty.
    private func removeEmptyFolders(of place: String) {
        rmdir(place)
        rmdir("\(path)/attachments")
    }
}
