// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalTransfer

/// Entries that are created in one transaction.
struct ImportBatch {
    /// An entry with its files.
    struct Item {
        var call: EntryCreate
        /// The files that are attached to the entry.
        var files: [(attachment: TransferAttachment, id: EntryID, path: String)] = []
        /// The reasons why other files cannot be attached.
        var problems: [String] = []
        var place: String
        /// The number of attachments that are missing in the import.
        var missingCount = 0
        /// The number of earlier versions that are omitted.
        var omittedTextCount: Int
        /// The bytes of the strings, including the escapes of JSON.
        var length: Int

        /// Creates the request for an entry.
        ///
        /// - Parameters:
        ///   - entry: The entry.
        ///   - id: Its identity.
        ///   - zone: The time zone of an entry that has none.
        ///   - place: The place of the entry in its file, for messages.
        ///   - content: Returns the content of an attachment at a path.
        init(
            _ entry: TransferEntry,
            id: EntryID,
            zone: String,
            place: String,
            content: (_ path: String) -> ImportFile.Content
        ) {
            let ownLength = Self.length(of: entry)
            let earlierTexts = Self.newest(entry.earlierTexts, beside: ownLength)
            omittedTextCount = entry.earlierTexts.count - earlierTexts.count
            length = earlierTexts.reduce(ownLength) { $0 + Self.length(of: $1) }
            call = EntryCreate(
                id: id,
                text: entry.text,
                notebook: entry.notebook,
                createNotebook: entry.notebook != nil,
                tags: entry.tags,
                starred: entry.starred,
                createdAt: entry.createdAt ?? LocalTime.now(),
                zone: entry.zone ?? zone,
                earlierTexts: earlierTexts
            )
            self.place = place
            for (index, attachment) in entry.attachments.enumerated() {
                let identity = DerivedIdentity.id(of: attachment, at: index, in: id)
                switch attachment.path.map(content) ?? .missing {
                case .missing: missingCount += 1
                case .problem(let problem): problems.append(problem)
                case .file(let path):
                    if let problem = EntryCheck.problem(of: attachment, at: files.count) {
                        problems.append("\(path): \(problem)")
                    } else {
                        files.append((attachment, identity, path))
                    }
                }
            }
        }

        /// Returns the bytes of an entry without earlier versions, including the escapes of JSON.
        private static func length(of entry: TransferEntry) -> Int {
            let names = entry.tags.reduce(entry.notebook?.utf8.count ?? 0) {
                $0 + $1.utf8.count + 1
            }
            return entry.text.utf8.count + names + 64
        }

        private static func length(of earlier: ImportedVersion) -> Int {
            earlier.text.utf8.count + 16
        }

        /// Returns the newest earlier versions that fit into one request with an entry of a length.
        private static func newest(
            _ earlierTexts: [ImportedVersion],
            beside ownLength: Int
        ) -> [ImportedVersion] {
            var length = ownLength
            let accepted = earlierTexts.reversed().lazy.filter { earlier in
                !EntryCheck.isBlank(earlier.text)
                    && earlier.text.utf8.count <= Limits.entryText
            }
            let newest = accepted.prefix(Limits.earlierTexts).prefix { earlier in
                length += Self.length(of: earlier)
                return length <= ImportBatch.maximumLength
            }
            return newest.reversed()
        }
    }

    /// A problem of an entry, and its place.
    struct Problem {
        var message: String
        var place: String
    }

    /// The number of entries per transaction, beyond which it does not become faster.
    private static let itemCount = 500
    /// The maximum length of the entries in a request, which JSON can make six times as long.
    static let maximumLength = Limits.line / 7

    private var items: [Item] = []
    private var length = 0
    /// Whether replies show which of the entries that exist are in the trash.
    var showsTrash = false

    /// Whether there are no entries.
    var isEmpty: Bool { items.isEmpty }

    /// Returns whether an entry can be sent in the same request.
    func hasRoom(for item: Item) -> Bool {
        items.count < Self.itemCount && length + item.length <= Self.maximumLength
    }

    /// Adds an entry.
    mutating func append(_ item: Item) {
        items.append(item)
        length += item.length
    }

    /// Creates the entries and attaches their files.
    ///
    /// A transaction fails as a whole, so the entry that caused a failure is skipped, and the
    /// others are sent again. After a failure fewer entries are sent together, so that many
    /// failures do not send the others many times.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - summary: The result of the import, to which this one is added.
    ///   - progress: Called with a line about the file that is being sent.
    /// - Returns: The problems of entries that were skipped.
    /// - Throws: The error of the daemon if it concerns no single entry.
    func send(
        with client: JournalClient,
        summary: inout ImportSummary,
        progress: (_ line: @autoclosure () -> String) -> Void = { _ in }
    ) throws(ClientError) -> [Problem] {
        var problems: [Problem] = []
        var rest = items[...]
        var count = rest.count
        while !rest.isEmpty {
            let sent = rest.prefix(count)
            let failure: (index: Int, cause: ProtocolError)
            do throws(ClientError) {
                try create(sent, with: client, summary: &summary, problems: &problems, progress)
                rest = rest.dropFirst(sent.count)
                count *= 2
                continue
            } catch {
                guard let found = Self.failure(error),
                    sent.indices.contains(sent.startIndex + found.0)
                else { throw error }
                failure = found
            }
            let index = rest.startIndex + failure.index
            if index > rest.startIndex {
                try create(
                    rest[..<index],
                    with: client,
                    summary: &summary,
                    problems: &problems,
                    progress
                )
            }
            if failure.cause.kind == .entryExists {
                summary.changed += 1
            } else {
                problems.append(Problem(message: failure.cause.message, place: rest[index].place))
            }
            rest = rest[(index + 1)...]
            count = max(1, sent.count / 2)
        }
        return problems
    }

    private static func failure(_ error: ClientError) -> (index: Int, cause: ProtocolError)? {
        guard let cause = error.cause, cause.kind == .batchFailed,
            let index = cause.details["index"]?.integerValue, let json = cause.details["cause"],
            let inner = try? ProtocolError(json: json), !inner.retryable
        else { return nil }
        return (Int(index), inner)
    }

    private func create(
        _ items: ArraySlice<Item>,
        with client: JournalClient,
        summary: inout ImportSummary,
        problems: inout [Problem],
        _ progress: (_ line: @autoclosure () -> String) -> Void
    ) throws(ClientError) {
        let calls = items.map { item in
            var call = item.call
            call.include = showsTrash ? .summary : .ids
            return Batch.Call(call)
        }
        let reply = try client.call(Batch(calls: calls))
        let createdCount = reply.results.count { $0["created"] == .bool(true) }
        summary.created += createdCount
        summary.existing += items.count - createdCount
        summary.trashed += reply.results.count { result in
            result["created"] == .bool(false) && result["entry"]?["trashedAt"]?.stringValue != nil
        }
        for item in items {
            summary.missingAttachments += item.missingCount
            summary.omittedEarlierTexts += item.omittedTextCount
            for file in item.files {
                do throws(ClientError) {
                    guard let id = item.call.id else { continue }
                    let number = summary.attachments + 1
                    try attach(file, to: id, with: client) { count, size in
                        progress(
                            "attachment \(number), \(count * 100 / max(1, size))% of "
                                + ZipDirectory.text(Int(size))
                        )
                    }
                    summary.attachments = number
                } catch {
                    guard error.isAboutInput || error.cause?.retryable == false else {
                        throw error
                    }
                    problems.append(Problem(message: error.message, place: item.place))
                }
            }
        }
    }

    private func attach(
        _ file: (attachment: TransferAttachment, id: EntryID, path: String),
        to entry: EntryID,
        with client: JournalClient,
        sent: (_ count: Int64, _ size: Int64) -> Void
    ) throws(ClientError) {
        var upload = AttachmentUpload(client: client, path: file.path)
        upload.id = file.id
        upload.name = file.attachment.name
        upload.mediaType = file.attachment.mediaType
        _ = try upload.run(to: EntryReference(entry), sent: sent)
    }
}
