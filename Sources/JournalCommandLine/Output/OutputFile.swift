// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// A file that appears at its path only once it is complete.
///
/// A FIFO, a device such as `/dev/null`, and standard output under another name are written
/// directly instead: they are no files that could be replaced. A link is followed.
package final class OutputFile {
    private static let bufferLength = 1 << 18
    private static let maximumNumber = 1000

    /// A file that is not complete.
    private struct Unfinished {
        /// The path until the file is complete.
        let path: String
        /// The path of the complete file, which is not a link.
        let target: String
    }

    /// The path of the complete file.
    let path: String
    private let descriptor: Int32
    private let unfinished: Unfinished?
    private let mayReplace: Bool
    private var buffer: [UInt8] = []
    private var isComplete = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The path of the complete file.
    ///   - mayReplace: Whether a file at the path is replaced.
    /// - Throws: An error if there is a file at the path, or none can be written there.
    package init(path: String, mayReplace: Bool) throws(ClientError) {
        self.path = path
        self.mayReplace = mayReplace
        if let stream = try Self.openStream(path) {
            descriptor = stream
            unfinished = nil
            return
        }
        guard mayReplace || FileStatus(path: path) == nil else { throw Self.exists(path) }
        let target = try FileSystem.followingLinks(path)
        let created = try Self.create(beside: target)
        descriptor = created.descriptor
        unfinished = Unfinished(path: created.path, target: target)
    }

    /// Returns whether a path is `-`, or another name of standard output.
    package static func isStandardOutput(_ path: String) -> Bool {
        path == "-" || standardDescriptor(of: path) == 1
    }

    /// Throws an error if there is a file at a path that may not be replaced.
    static func require(_ path: String, mayReplace: Bool) throws(ClientError) {
        guard mayReplace || isStream(at: path) || FileStatus(path: path) == nil else {
            throw exists(path)
        }
    }

    /// Returns whether bytes for a path are written at once, and not into a file that is removed
    /// unless it becomes complete.
    static func isStream(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Opens what is written directly; nil for a regular file, and if there is none.
    private static func openStream(_ path: String) throws(ClientError) -> Int32? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let type = status.st_mode & S_IFMT
        let descriptor: Int32
        // A socket cannot be opened by its path, and a file would be written from its beginning.
        if let output = standardDescriptor(of: path) {
            descriptor = fcntl(output, F_DUPFD_CLOEXEC, 3)
        } else {
            switch type {
            case S_IFREG: return nil
            case S_IFIFO, S_IFCHR: descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            case S_IFDIR: throw ClientError(.file, "\(path) is a folder; choose another name")
            default: throw ClientError(.file, "\(path) is no file; choose another name")
            }
        }
        guard descriptor >= 0 else { throw failure(path) }
        // Control characters of entries must not reach it.
        guard !StandardDescriptors.isTerminal(descriptor) else {
            close(descriptor)
            throw ClientError(.file, "\(path) is a terminal", advice: "Use - for standard output.")
        }
        return descriptor
    }

    /// Returns standard output or error if a path is another name of it.
    private static func standardDescriptor(of path: String) -> Int32? {
        guard let identity = FileIdentity(path: path) else { return nil }
        return [1, 2].first { identity == FileIdentity(descriptor: $0) }
    }

    /// Creates a file with a unique name: the file of a killed process, or of a long name with the
    /// same beginning, may exist.
    private static func create(
        beside path: String
    ) throws(ClientError) -> (path: String, descriptor: Int32) {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard name.utf8.count <= Int(NAME_MAX) else { throw failure(path, reason: .nameTooLong) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        for number in 1... {
            let temporary = FileSystem.temporaryPath(beside: path, number: number)
            let descriptor = open(temporary, flags, 0o600)
            if descriptor >= 0 { return (temporary, descriptor) }
            guard errno == EEXIST, number < maximumNumber else { break }
        }
        throw failure(path)
    }

    deinit {
        close(descriptor)
        if !isComplete, let unfinished { unlink(unfinished.path) }
    }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(ClientError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferLength { try writeOut() }
    }

    /// Writes the file to the disk and moves it to its path.
    package func complete() throws(ClientError) {
        try writeOut()
        guard let unfinished else { return }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
        if mayReplace {
            guard rename(unfinished.path, unfinished.target) == 0 else { throw Self.failure(path) }
        } else {
            try FileSystem.move(unfinished.path, to: unfinished.target)
        }
        isComplete = true
    }

    private func writeOut() throws(ClientError) {
        guard FileSystem.write(buffer, descriptor: descriptor) else { throw Self.failure(path) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Returns the error for a path at which there is something.
    private static func exists(_ path: String) -> ClientError {
        ClientError(.file, "\(path) exists already", advice: "Use --force to replace it.")
    }

    private static func failure(_ path: String, reason: SystemError = .last) -> ClientError {
        ClientError(.file, "cannot write \(path): \(reason)")
    }
}
