// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// A file that appears at its path only once it is complete.
package final class OutputFile {
    private static let bufferLength = 1 << 18
    private static let maximumNumber = 1000

    /// The path of the complete file.
    let path: String
    private let temporary: String
    private let descriptor: Int32
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
        guard mayReplace || FileStatus(path: path) == nil else { throw Self.exists(path) }
        self.path = path
        self.mayReplace = mayReplace
        (temporary, descriptor) = try Self.create(beside: path)
    }

    /// Creates a file with a name that no other one has, such as one of a killed process or one
    /// whose long name has the same beginning.
    private static func create(
        beside path: String
    ) throws(ClientError) -> (path: String, descriptor: Int32) {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard name.utf8.count <= Int(NAME_MAX) else { throw failure(path, .nameTooLong) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        for number in 1... {
            let temporary = FileSystem.temporaryPath(beside: path, number)
            let descriptor = open(temporary, flags, 0o600)
            if descriptor >= 0 { return (temporary, descriptor) }
            guard errno == EEXIST, number < maximumNumber else { break }
        }
        throw failure(path)
    }

    deinit {
        close(descriptor)
        if !isComplete { unlink(temporary) }
    }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(ClientError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferLength { try writeOut() }
    }

    /// Writes the file to the disk and moves it to its path.
    package func complete() throws(ClientError) {
        try writeOut()
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
        if mayReplace {
            guard rename(temporary, path) == 0 else { throw Self.failure(path) }
        } else {
            try FileSystem.move(temporary, to: path)
        }
        isComplete = true
    }

    private func writeOut() throws(ClientError) {
        guard FileSystem.write(buffer, descriptor: descriptor) else { throw Self.failure(path) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Returns the error for a path at which there is something.
    static func exists(_ path: String) -> ClientError {
        ClientError(.file, "\(path) exists already", advice: "Use --force to replace it.")
    }

    private static func failure(_ path: String, _ reason: SystemError = .last) -> ClientError {
        ClientError(.file, "cannot write \(path): \(reason)")
    }
}
