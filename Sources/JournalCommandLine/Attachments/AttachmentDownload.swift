// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The transfer of an attached file into a folder, part by part.
package struct AttachmentDownload {
    private let client: JournalClient
    private let folder: String

    /// Creates a download into a folder, which is created if necessary.
    package init(client: JournalClient, folder: String) {
        self.client = client
        self.folder = folder
    }

    /// Saves an attachment under its name, or the first free of `NAME-2.png`, `NAME-3.png` and so
    /// on; a file that exists is never overwritten.
    ///
    /// - Returns: The path of the file.
    /// - Throws: The error of the daemon, or an error if the content does not have its digest or
    ///   the file cannot be written; no file is left then.
    package func save(_ attachment: AttachmentRecord) throws(ClientError) -> String {
        // The name comes from another program.
        let name = attachment.name.split(separator: "/").last.map { String($0) } ?? "attachment"
        guard let id = EntryID(attachment.id), name != "..", name != "." else {
            throw ClientError(.malformedReply, "the daemon sent an invalid attachment")
        }
        try FileSystem.makeDirectory(folder)
        let temporary = "\(folder)/.\(id).\(getpid()).tmp"
        let descriptor = open(
            temporary,
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else { throw failure(temporary) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        try receive(id, attachment, into: descriptor, temporary)
        guard fsync(descriptor) == 0 else { throw failure(temporary) }
        return try keep(temporary, as: name)
    }

    private func receive(
        _ id: EntryID,
        _ attachment: AttachmentRecord,
        into descriptor: Int32,
        _ path: String
    ) throws(ClientError) {
        var digest = SHA256Digest()
        var offset: Int64 = 0
        while offset < attachment.size {
            let bytes = try client.call(AttachmentGet(id: id, offset: offset)).data.bytes
            guard !bytes.isEmpty else { break }
            digest.append(bytes)
            offset += Int64(bytes.count)
            guard FileSystem.write(bytes, descriptor: descriptor) else { throw failure(path) }
        }
        guard digest.hexadecimal == attachment.digest else {
            throw ClientError(
                .malformedReply,
                "the content of \(attachment.name) does not have its digest; it was not saved"
            )
        }
    }

    private func keep(_ temporary: String, as name: String) throws(ClientError) -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let stem = name[..<(dot ?? name.endIndex)]
        let suffix = name[(dot ?? name.endIndex)...]
        var path = "\(folder)/\(name)"
        var number = 1
        while link(temporary, path) != 0 {
            guard errno == EEXIST else { throw failure(path) }
            number += 1
            path = "\(folder)/\(stem)-\(number)\(suffix)"
        }
        return path
    }

    private func failure(_ path: String) -> ClientError {
        ClientError(.file, "cannot write \(path): \(SystemError.last)")
    }
}
