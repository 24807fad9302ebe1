// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem
package import JournalTransfer

/// The work of `journal import`: reads entries from files and creates those that do not exist.
///
/// Every entry has an identity that depends only on its file, so an import that was interrupted, or
/// is repeated, creates nothing twice.
package struct EntryImport {
    /// The choices of an import.
    package struct Options: Sendable {
        /// The format of the files; nil to determine it from each of them.
        package var format: TransferFormat?
        /// The notebook of all entries, instead of those in the files.
        package var notebook: String?
        /// Tags of all entries, in addition to those in the files.
        package var tags: [String] = []
        /// Whether nothing is written.
        package var isDryRun = false
        /// Whether records and files that cannot be imported are skipped.
        package var keepsGoing = false
        /// Whether the places and the weather of Day One become the last lines of the entries.
        package var includesPlaces = false

        /// Creates the options of an import of everything.
        package init() {}
    }

    /// The number of bytes without an entry after which an input that is no file is refused.
    private static let unfinishedLimit = 64 << 20

    private let context: CommandContext
    private let options: Options
    private let clock: LocalClock
    private let progress = ProgressLine()
    private var identities = DerivedIdentity()
    private var batch = ImportBatch()
    private var summary = ImportSummary()
    /// The archive that is being read, and the folder with its files.
    private var archive: (path: String, folder: TemporaryFolder)?
    /// Whether the trash has entries, which the import may find; nil as long as it is unknown.
    private var hasTrash: Bool?

    /// Creates an import.
    package init(_ context: CommandContext, options: Options) {
        self.context = context
        self.options = options
        clock = LocalClock(
            zone: LocalTime.zone(environment: context.environment),
            convert: { LocalTime.timestamp(day: $0, second: $1, in: $2) },
            adjust: { LocalTime.timestamp($0, in: $1) },
            isInstalled: { LocalTime.isInstalled($0) }
        )
        summary.isDryRun = options.isDryRun
    }

    /// Imports the files at paths.
    ///
    /// - Throws: The first problem, with its place, unless problems are skipped. Entries before it
    ///   remain imported.
    package mutating func run(_ paths: [String]) throws(ClientError) -> ImportSummary {
        defer {
            progress.end()
            archive = nil
        }
        do throws(ClientError) {
            for path in paths { try readAll(at: path) }
            try flush()
        } catch {
            guard error.code != .interrupted else {
                throw error.adding(
                    "\(summary.text). To undo: journal undo\n"
                        + "To continue, import again: nothing is imported twice."
                )
            }
            // What was read before the problem is not lost.
            try flush()
            throw error.adding(
                "\(summary.text). After a correction, import again: nothing is imported twice."
            )
        }
        return summary
    }

    private mutating func readAll(at path: String) throws(ClientError) {
        let files = ImportFile.paths(at: path)
        if files.isEmpty {
            try skip(ClientError(.input, shown("\(path) contains no file with entries")))
        }
        let root = FileSystem.isDirectory(path) ? path : nil
        for path in files {
            do throws(ClientError) {
                let file = try ImportFile(path: path, root: root)
                guard file.isArchive else {
                    try read(file)
                    continue
                }
                // A signal ends the import once the folder with the files was removed.
                try Interruption.delayed { () throws(ClientError) in try readArchive(path) }
            } catch {
                try skip(error)
            }
        }
    }

    private mutating func readArchive(_ path: String) throws(ClientError) {
        let folder = try TemporaryFolder(environment: context.environment)
        try ZipFile(path: path).unpack(into: folder.path, progress: progress)
        // After a problem, too, the files of the batch are still needed.
        archive = (path, folder)
        try readAll(at: folder.path)
        try flush()
        archive = nil
    }

    private mutating func read(_ file: ImportFile) throws(ClientError) {
        guard let format = options.format ?? file.format else {
            // As with a known format, such as the lines of an empty journal.
            if file.beginning.isEmpty { return }
            throw ClientError(
                .input,
                "the format of \(file.path) is unknown",
                advice: "Name it with --format."
            )
        }
        identities.beginFile()
        var decoder = try decoder(of: file, format: format)
        var position = 0
        var (end, count) = (0, 0)
        while true {
            guard !Interruption.isRequested else {
                throw Interruption.error("not everything was imported")
            }
            let piece = try file.read()
            position += piece.count
            if piece.isEmpty { decoder.finish() } else { decoder.append(piece[...]) }
            try take(from: &decoder, file: file, format: format, position: position)
            if piece.isEmpty { return }
            if summary.entries + summary.skipped != count {
                (end, count) = (position, summary.entries + summary.skipped)
            }
            // A file has an end, but a pipe may have none.
            guard file.size != nil || position - end <= Self.unfinishedLimit else {
                let name = file.path == "-" ? "standard input" : file.path
                throw ClientError(
                    .input,
                    "\(name) has an entry of more than \(Self.unfinishedLimit) bytes",
                    advice: "If that is right, save the input in a file first, and import that."
                )
            }
        }
    }

    private func decoder(
        of file: ImportFile,
        format: TransferFormat
    ) throws(ClientError) -> any EntryDecoder {
        if let decoder = format.decoder(clock: clock, date: file.dateInName(at: clock)) {
            return decoder
        }
        let problem = "\(format.rawValue) cannot be imported"
        guard options.format == nil else { throw ClientError(.usage, problem) }
        throw ClientError(.input, "\(file.path): \(problem)")
    }

    private mutating func take(
        from decoder: inout any EntryDecoder,
        file: ImportFile,
        format: TransferFormat,
        position: Int
    ) throws(ClientError) {
        while true {
            let decoded: DecodedEntry?
            do {
                decoded = try decoder.next()
            } catch {
                try report(error.message, at: "\(file.path):\(error.line)")
                continue
            }
            guard let decoded else { return }
            try add(decoded, from: file, format: format)
            progress.update(count: summary.entries, done: position, of: file.size)
        }
    }

    private mutating func add(
        _ decoded: DecodedEntry,
        from file: ImportFile,
        format: TransferFormat
    ) throws(ClientError) {
        var entry = decoded.entry
        let place = "\(file.path):\(decoded.line)"
        let id = identities.id(of: entry)
        entry.notebook = options.notebook ?? entry.notebook
        entry.tags += options.tags.filter { !entry.tags.contains($0) }
        if options.includesPlaces { entry.appendPlace() }
        if let problem = Self.problem(of: entry) { return try report(problem, at: place) }
        if entry.createdAt == nil, format == .markdown { entry.createdAt = file.changeDate }
        for path in entry.shownPaths {
            let name = path.split(separator: "/").last.map { String($0) } ?? path
            let found = file.resolved(path)
            // A text can show a file under several paths.
            if found != nil, entry.attachments.contains(where: { $0.path == found }) { continue }
            // By the path: whether other files exist does not change the identity.
            let identity = DerivedIdentity.id(of: TransferAttachment(name: path), at: 0, in: id)
            entry.attachments.append(
                TransferAttachment(id: identity, name: name, path: found)
            )
        }
        summary.note(entry, includesPlaces: options.includesPlaces)
        let item = ImportBatch.Item(
            entry,
            id: id,
            zone: clock.zone,
            place: place,
            content: file.content
        )
        // The entry is imported without these files, if problems are skipped.
        for problem in item.problems { try report(problem, at: place) }
        guard !options.isDryRun else {
            summary.attachments += item.files.count
            summary.missingAttachments += item.missingCount
            summary.omittedEarlierTexts += item.omittedTextCount
            return
        }
        if !batch.hasRoom(for: item) { try flush() }
        batch.append(item)
    }

    /// Returns the reason why an entry cannot be imported, in a dry run as in an import.
    private static func problem(of entry: TransferEntry) -> String? {
        if let problem = EntryCheck.problem(of: entry) { return problem }
        for path in entry.attachments.compactMap(\.path) where !FilePath.isInside(path) {
            return "the path of an attachment leaves the folder of the file: \(path)"
        }
        return nil
    }

    private mutating func flush() throws(ClientError) {
        guard !batch.isEmpty else { return }
        let client = try context.client
        let sent = batch
        batch = ImportBatch()
        let problems = try send(sent, with: client)
        guard !Interruption.isRequested else {
            throw Interruption.error("not everything was imported")
        }
        for problem in problems { try report(problem.message, at: problem.place) }
    }

    /// Creates the entries of a batch; returns the problems of entries that were skipped.
    private mutating func send(
        _ batch: ImportBatch,
        with client: JournalClient
    ) throws(ClientError) -> [ImportBatch.Problem] {
        var batch = batch
        batch.showsTrash = try looksForTrash(client)
        var summary = summary
        defer { self.summary = summary }
        return try Interruption.delayed { () throws(ClientError) in
            try batch.send(with: client, summary: &summary) { progress.show($0()) }
        }
    }

    /// Returns whether the trash has entries before this import.
    private mutating func looksForTrash(_ client: JournalClient) throws(ClientError) -> Bool {
        if let hasTrash { return hasTrash }
        let reply = try client.call(EntryCount(filter: Filter(trashed: true)))
        hasTrash = reply.count > 0
        return reply.count > 0
    }

    /// Returns a message with the path of the archive instead of the path of the folder with its
    /// files.
    private func shown(_ message: String) -> String {
        archive.map { message.replacing($0.folder.path, with: $0.path) } ?? message
    }

    /// Names a record that cannot be imported.
    ///
    /// - Throws: The problem, unless it is skipped.
    private mutating func report(_ message: String, at place: String) throws(ClientError) {
        let problem = ClientError(.input, shown("\(place): \(message)"))
        summary.skipped += 1
        guard options.keepsGoing || options.isDryRun else { throw problem }
        name(problem)
    }

    /// Names a file that cannot be read to its end.
    ///
    /// - Throws: The problem, unless it is skipped.
    private mutating func skip(_ problem: ClientError) throws(ClientError) {
        guard options.keepsGoing, problem.isAboutInput else { throw problem }
        summary.skipped += 1
        name(problem)
    }

    private func name(_ problem: ClientError) {
        progress.end()
        StandardError.say("journal: \(problem)")
    }
}
