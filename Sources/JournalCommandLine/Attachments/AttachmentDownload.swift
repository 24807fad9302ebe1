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
    /// - Throws: The error of the daemon, an error with the code `.damaged` if the content does not
    ///   have its digest, or an error if the file cannot be written; no file is left then.
    package func save(_ attachment: AttachmentRecord) throws(ClientError) -> String {
        // The name comes from another program.
        let name = attachment.name.split(separator: "/").last.map { String($0) } ?? "attachment"
        guard let id = EntryID(attachment.id), name != "..", name != "." else {
            throw ClientError(.malformedReply, "the daemon sent an invalid attachment")
        }
        try FileSystem.makeDirectory(folder)
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let temporary = "\(folder)/.\(number).tmp"
        let descriptor = open(
            temporary,
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else { throw failure(temporary) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        try receive(id, attachment: attachment, into: descriptor, path: temporary)
        guard fsync(descriptor) == 0 else { throw failure(temporary) }
        let (stem, suffix) = Self.parts(of: name)
        return try FileSystem.place(temporary, in: folder, as: stem, suffix: suffix)
    }

    private func receive(
        _ id: EntryID,
        attachment: AttachmentRecord,
        into descriptor: Int32,
        path: String
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
                .damaged,
                "the content of \(attachment.name) is damaged; it was not saved"
            )
        }
    }

    /// Splits a name before its extension; one that is too long for an extension is part of the
    /// stem.
    static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= 32
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private func failure(_ path: String) -> ClientError {
        ClientError(.file, "cannot write \(path): \(SystemError.last)")
    }
}
