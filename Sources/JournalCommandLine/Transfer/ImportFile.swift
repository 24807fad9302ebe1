// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalProtocol
internal import JournalSystem
internal import JournalTransfer

/// A file of an import, which is read in pieces.
final class ImportFile {
    private static let pieceLength = 1 << 17
    /// The length from which the format can be recognized.
    private static let beginningLength = 4096

    /// The path, or `-` for standard input.
    let path: String
    /// The size in bytes, or nil if it is unknown.
    let size: Int?
    /// The time of the last change in milliseconds since 1970, or nil if it is unknown.
    let changedAt: Int64?
    /// The beginning of the file, which shows its format.
    let beginning: [UInt8]
    /// The folder of the import that contains the file, or nil if it is imported alone.
    private let root: String?
    private let descriptor: Int32
    private var isBeginningRead = false
    /// The names in folders in which a file was missing.
    private var listings: [Substring: [String]] = [:]

    /// Opens a file and reads its beginning.
    init(path: String, root: String? = nil) throws(ClientError) {
        self.path = path
        self.root = root
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
        changedAt = isFile ? Int64(status.st_mtim.tv_sec) * 1000 : nil
        beginning = try Self.beginning(descriptor, path: path)
    }

    deinit { close(descriptor) }

    /// Returns the next piece; an empty one at the end.
    func read() throws(ClientError) -> [UInt8] {
        if !isBeginningRead {
            isBeginningRead = true
            return beginning
        }
        return try Self.piece(descriptor, path: path)
    }

    /// Returns the beginning of a file, which may arrive byte by byte.
    private static func beginning(
        _ descriptor: Int32,
        path: String
    ) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < beginningLength {
            let piece = try piece(descriptor, path: path)
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    private static func piece(_ descriptor: Int32, path: String) throws(ClientError) -> [UInt8] {
        do throws(SystemError) {
            return try DescriptorIO.read(descriptor, upTo: pieceLength)
        } catch {
            throw failure(path, reason: error)
        }
    }

    /// Whether the file is a zip archive.
    var isArchive: Bool { beginning.starts(with: ZipFile.signature) }

    /// The format that the name or the beginning of the file shows.
    ///
    /// A Markdown file may begin with a bracket, for instance of a link.
    var format: TransferFormat? {
        let named = TransferFormat(fileName: path)
        if named == .markdown { return named }
        return TransferFormat(beginning: beginning.prefix(Self.beginningLength)) ?? named
    }

    /// The folder to which the paths of attachments are relative.
    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[..<slash])
    }

    /// Returns the path, relative to the folder of this file, of a file that its text shows.
    ///
    /// - Parameter shown: A path relative to the folder of this file or of the import.
    /// - Returns: The path, or nil unless a file of the folder of the import has it.
    func resolved(_ shown: String) -> String? {
        guard path != "-" else { return nil }
        let base = root ?? folder
        let below = Substring(folder.utf8.dropFirst(base.utf8.count)).split(separator: "/")
        for start in [below, []] {
            guard let parts = Self.parts(of: shown, in: start) else { continue }
            let found = parts.joined(separator: "/")
            // Not through a link, which can leave the folder.
            if FileStatus(path: "\(base)/\(found)")?.type == .other {
                return String(repeating: "../", count: below.count) + found
            }
        }
        return nil
    }

    /// Returns the parts of a path relative to a folder; nil if it leaves the outermost one.
    private static func parts(of path: String, in folder: [Substring]) -> [Substring]? {
        var parts = folder
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts
    }

    /// The content of an attachment that a file names.
    enum Content: Equatable {
        /// A regular file.
        case file(String)
        /// The export was made, or copied, without the folder of the file.
        case missing
        /// The reason why the file cannot be attached.
        case problem(String)
    }

    /// Returns the content at a path relative to the folder of this file.
    func content(at path: String) -> Content {
        let whole = "\(folder)/\(path)"
        var status = stat()
        guard stat(whole, &status) == 0 else {
            let error = SystemError.last
            let reason = "cannot read \(whole): \(error)"
            guard error == .noSuchFile || error == SystemError(ENOTDIR) else {
                return .problem(reason)
            }
            let end = whole.lastIndex(of: "/") ?? whole.endIndex
            if let other = file(named: whole[end...].dropFirst(), in: whole[..<end]),
                stat(other, &status) == 0
            {
                return Self.content(other, status: status)
            }
            return FileSystem.isDirectory(String(whole[..<end])) ? .problem(reason) : .missing
        }
        return Self.content(whole, status: status)
    }

    /// Returns a file that can be attached.
    private static func content(_ whole: String, status: stat) -> Content {
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .problem("cannot attach \(whole): it is not a regular file")
        }
        guard status.st_size <= Limits.attachment else {
            return .problem(
                "\(whole) has \(status.st_size) bytes; the limit is \(Limits.attachment)"
            )
        }
        return access(whole, R_OK) == 0 ? .file(whole) : .problem(failure(whole).message)
    }

    /// Returns the file that has a name with another extension: Day One names files after their
    /// digests, but not always the extension that they have.
    private func file(named name: Substring, in folder: Substring) -> String? {
        guard let dot = name.lastIndex(of: "."), name[..<dot].utf8.count == 32,
            name[..<dot].allSatisfy(\.isHexDigit)
        else { return nil }
        let names = listings[folder] ?? FileSystem.names(in: String(folder))
        listings[folder] = names
        let found = names.first { $0.hasPrefix(name[...dot]) }
        return found.map { "\(folder)/\($0)" }
    }

    private static func failure(_ path: String, reason: SystemError = .last) -> ClientError {
        ClientError(.unreadable, "cannot read \(path): \(reason)")
    }

    /// Returns the files at a path: those in a folder and its folders, in alphabetical order.
    static func paths(at path: String) -> [String] {
        guard path != "-", FileSystem.isDirectory(path) else { return [path] }
        var files: [String] = []
        collect(path, into: &files) { name, names in
            // The folder with the name of an exported file contains its attachments, not entries.
            !name.hasPrefix(".") && !(ExportFolder.isName(name) && names.contains(name + ".md"))
        }
        // Their names are not UTF-8: the import reports the first that it cannot open.
        let unreadable = files.filter {
            $0.contains("\u{FFFD}") && FileStatus(path: $0) == nil
        }
        guard unreadable.isEmpty else { return unreadable }
        // A folder of Day One or of the journal has one file with all entries.
        let documents = names(in: innermost(path), files: files).filter {
            [.json, .jsonLines].contains(TransferFormat(fileName: $0))
        }
        if !documents.isEmpty { return documents }
        let pages = files.filter { TransferFormat(fileName: $0) == .markdown }
        return pages.isEmpty ? files.filter { TransferFormat(fileName: $0) == .jrnl } : pages
    }

    /// Returns the folder in a folder that contains nothing else, as in an archive of a folder that
    /// Finder or Windows wrote; otherwise the folder itself.
    private static func innermost(_ folder: String) -> String {
        let names = FileSystem.names(in: folder).filter {
            // What macOS and Windows add.
            !$0.hasPrefix(".") && !["__MACOSX", "desktop.ini", "Thumbs.db"].contains($0)
        }
        guard names.count == 1, let name = names.first,
            FileStatus(path: "\(folder)/\(name)")?.type == .directory
        else { return folder }
        return innermost("\(folder)/\(name)")
    }

    /// Returns the names of the files that are directly in a folder.
    private static func names(in folder: String, files: [String]) -> [String] {
        let slash = UInt8(ascii: "/")
        return files.filter {
            $0.utf8.starts(with: folder.utf8)
                && !$0.utf8.dropFirst(folder.utf8.count).drop { $0 == slash }.contains(slash)
        }
    }

    /// Returns all files in a folder and in its folders, hidden ones included, in alphabetical
    /// order.
    static func files(in folder: String) -> [String] {
        var files: [String] = []
        collect(folder, into: &files) { _, _ in true }
        return files
    }

    private static func collect(
        _ folder: String,
        into files: inout [String],
        where isIncluded: (_ name: String, _ names: [String]) -> Bool
    ) {
        let names = FileSystem.names(in: folder)
        for name in names where isIncluded(name, names) {
            let path = "\(folder)/\(name)"
            switch FileStatus(path: path)?.type {
            case .directory: collect(path, into: &files, where: isIncluded)
            case .other: files.append(path)
            case nil where name.contains("\u{FFFD}"): files.append(path)
            case .link, nil: break
            }
        }
    }
}

/// The date of an entry that is alone in its file and contains no date.
extension ImportFile {
    /// Returns noon of the day in the name of the file or of its folder, such as
    /// `2026-11-21-roof.md`, or `nil`.
    func dateInName(at clock: LocalClock) -> Timestamp? {
        for part in path.split(separator: "/").suffix(2).reversed() {
            if let day = Day(String(part.prefix(10))) {
                return clock.timestamp(day, second: 43_200)
            }
        }
        return nil
    }

    /// The time of the last change of the file.
    ///
    /// It is not part of the identity of an entry: it changes without the text.
    var changeDate: Timestamp? { changedAt.flatMap(LocalTime.timestamp(milliseconds:)) }
}
