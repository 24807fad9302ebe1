// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The transfer of a file to an entry, part by part.
package struct AttachmentUpload {
    /// The number of bytes in memory at a time.
    static let partLength = 256 << 10

    /// The id of the attachment, the same for a repeated upload.
    package var id = EntryID.random()
    /// The name of the attachment, or `nil` for the name of the file.
    package var name: String?
    /// The media type, or nil to determine it from the name.
    package var mediaType: String?

    private let client: JournalClient
    private let path: String

    /// Creates an upload; nothing is read yet.
    package init(client: JournalClient, path: String) {
        self.client = client
        self.path = path
    }

    /// Reads the file and attaches it.
    ///
    /// The client repeats a call if the connection is lost before the reply; the daemon stores each
    /// part once.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - sent: Called with the number of bytes that were sent, and with the size of the file.
    /// - Returns: The result of the last part.
    /// - Throws: An error if the path names no regular file, if the file changes while it is read,
    ///   or the error of the daemon; the upload is cancelled then.
    package func run(
        to entry: EntryReference,
        sent: (_ count: Int64, _ size: Int64) -> Void = { _, _ in }
    ) throws(ClientError) -> AttachmentAdd.Reply {
        // Opening a pipe would otherwise wait for its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("cannot attach \(path): it is not a regular file")
        }
        guard status.st_size <= Limits.attachment else {
            throw failure("\(path) has \(status.st_size) bytes; the limit is \(Limits.attachment)")
        }
        let name = name ?? path.split(separator: "/").last.map { String($0) } ?? path
        let call = AttachmentAdd(
            id: id,
            entry: entry,
            name: name,
            size: Int64(status.st_size),
            mediaType: mediaType ?? MediaType.of(name)
        )
        var isStarted = false
        do throws(ClientError) {
            return try send(descriptor, as: call, isStarted: &isStarted, progress: sent)
        } catch {
            // What has the id may be complete if this upload stored no part of it, or if the reply
            // to its last part was lost. The daemon removes uploads that are not continued.
            let isFinal = error.isAboutInput || error.cause?.retryable == false
            if isStarted, isFinal, error.cause?.kind != .attachmentExists {
                _ = try? client.call(AttachmentRemove(id: call.id))
            }
            throw error
        }
    }

    private func send(
        _ descriptor: Int32,
        as call: AttachmentAdd,
        isStarted: inout Bool,
        progress sent: (_ count: Int64, _ size: Int64) -> Void
    ) throws(ClientError) -> AttachmentAdd.Reply {
        var call = call
        var digest = SHA256Digest()
        var part = [UInt8](repeating: 0, count: Self.partLength)
        while true {
            let count = try fill(&part, from: descriptor)
            digest.append(part[..<count])
            call.data = Base64(Array(part[..<count]))
            let end = call.offset + Int64(count)
            guard end <= call.size, count > 0 || end == call.size else { throw changed }
            if end == call.size { call.digest = digest.hexadecimal }
            let reply = try client.call(call)
            sent(end, call.size)
            guard reply.attachment == nil else { return reply }
            isStarted = true
            guard reply.receivedSize >= end, count > 0 else {
                throw ClientError(.malformedReply, "the daemon did not store a part of \(path)")
            }
            call.offset = end
        }
    }

    /// Reads until the buffer is full or the file ends.
    private func fill(_ part: inout [UInt8], from descriptor: Int32) throws(ClientError) -> Int {
        var count = 0
        while count < part.count {
            let length = part.count - count
            let received = part.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + count }, length)
            }
            if received == 0 { break }
            if received < 0 {
                if errno == EINTR { continue }
                throw unreadable
            }
            count += received
        }
        return count
    }

    private var unreadable: ClientError {
        ClientError(.unreadable, "cannot read \(path): \(SystemError.last)")
    }

    private var changed: ClientError {
        failure("\(path) changed while it was read; nothing was attached")
    }

    private func failure(_ message: String) -> ClientError { ClientError(.input, message) }
}
