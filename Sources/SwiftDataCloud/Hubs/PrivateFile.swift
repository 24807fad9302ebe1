// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A small file that only the user can read.
struct PrivateFile {
    private let url: URL

    init(_ url: URL) { self.url = url }

    private var path: String { url.path(percentEncoded: false) }

    /// Returns the content; nil if the file does not exist.
    ///
    /// - Throws: `CloudError` if it cannot be read, or has more bytes than the limit.
    func read(limit: Int) throws(CloudError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("read")
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while content.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read") }
            if count == 0 { return content }
            content += buffer.prefix(count)
        }
        throw CloudError(.invalid, message: "\(path) has more than \(limit) bytes; correct it")
    }

    /// Writes a file that does not exist.
    func create(_ content: [UInt8]) throws(CloudError) {
        try makeFolder()
        try write(content, to: path)
    }

    /// Replaces the file in one step.
    func replace(with content: [UInt8]) throws(CloudError) {
        try makeFolder()
        let temporary = "\(path).\(UUID().uuidString)"
        try write(content, to: temporary)
        guard rename(temporary, path) == 0 else {
            let error = failure("replace")
            unlink(temporary)
            throw error
        }
    }

    private func makeFolder() throws(CloudError) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CloudError(
                .denied,
                message: "the folder of \(path) cannot be created: \(error.localizedDescription)"
            )
        }
    }

    private func write(_ content: [UInt8], to path: String) throws(CloudError) {
        let descriptor = open(
            path,
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
            mode_t(S_IRUSR | S_IWUSR)
        )
        guard descriptor >= 0 else { throw failure("create") }
        let isWritten =
            Self.write(content) { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten else {
            let error = failure("write")
            unlink(path)
            throw error
        }
    }

    /// Writes content with calls of the system, each of which may write a part of it.
    ///
    /// - Returns: Whether all of it is written; `errno` has the reason otherwise.
    static func write(_ content: [UInt8], with call: (UnsafeRawBufferPointer) -> Int) -> Bool {
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes(call)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func failure(_ verb: String) -> CloudError {
        CloudError(
            [EACCES, EPERM, EROFS].contains(errno) ? .denied : .failed,
            message: "cannot \(verb) \(path): \(String(cString: strerror(errno)))"
        )
    }
}
