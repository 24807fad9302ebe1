// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalSystem
internal import JournalTransfer

/// A zip archive on the disk.
struct ZipFile {
    private static let pieceLength = 1 << 17
    /// The bytes at the beginning of an archive.
    static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    private let path: String

    /// Describes the archive at a path.
    init(path: String) { self.path = path }

    private func failure(_ problem: String) -> ClientError {
        ClientError(.input, "cannot read \(path): \(problem)")
    }

    // MARK: Reading

    /// Writes all members into a folder.
    ///
    /// - Throws: An error if the archive cannot be read, or if its content is too large.
    func unpack(
        into folder: String,
        progress: ProgressLine
    ) throws(ClientError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(SystemError.last.description) }
        defer { close(descriptor) }
        let (members, total) = try content(descriptor)
        try checkSpace(for: total, in: folder)
        var done = 0
        for member in members where !member.name.hasSuffix("/") {
            // The names come from another program.
            guard FilePath.isInside(member.name) else {
                throw failure("the name \"\(member.name)\" leaves the folder")
            }
            try unpack(member, descriptor: descriptor, to: "\(folder)/\(member.name)") { count in
                done += count
                progress.show(
                    "unpacking \(ZipDirectory.text(total)), \(done * 100 / max(1, total))%"
                )
            }
        }
    }

    /// Returns the members of the archive, and the number of bytes of their contents.
    private func content(
        _ descriptor: Int32
    ) throws(ClientError) -> (members: [ZipDirectory.Member], size: Int) {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let start = max(0, size - ZipDirectory.endLength)
        do throws(ZipError) {
            let end = bytes(descriptor, at: start, count: size - start)
            let place = try ZipDirectory.place(end: end, size: size)
            let list = bytes(descriptor, at: place.lowerBound, count: place.count)
            let members = try ZipDirectory.members(list)
            return (members, try ZipDirectory.check(members, before: place.lowerBound))
        } catch {
            throw failure(error.description)
        }
    }

    /// Checks that the folder for temporary files has room for the content.
    private func checkSpace(for size: Int, in folder: String) throws(ClientError) {
        var info = statvfs()
        guard statvfs(folder, &info) == 0, info.f_blocks > 0 else { return }
        let free = Int(clamping: info.f_bavail.multipliedFullWidth(by: info.f_frsize).low)
        guard size > free else { return }
        throw ClientError(
            .file,
            "\(path) unpacks to \(ZipDirectory.text(size)), but \(folder) has room for "
                + ZipDirectory.text(free),
            advice: "Set TMPDIR to a folder with more room."
        )
    }

    private func unpack(
        _ member: ZipDirectory.Member,
        descriptor: Int32,
        to target: String,
        written progress: (_ count: Int) -> Void
    ) throws(ClientError) {
        if let slash = target.lastIndex(of: "/") {
            try FileSystem.makeDirectory(String(target[..<slash]))
        }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else {
            throw ClientError(.file, "cannot write \(target): \(SystemError.last)")
        }
        defer { close(output) }
        var content = MemberContent(size: member.size)
        var problem: ClientError?
        func write(_ piece: ArraySlice<UInt8>) -> Bool {
            do throws(ClientError) {
                guard !Interruption.isRequested else {
                    throw Interruption.error("nothing was imported from \(path)")
                }
                // A small archive could otherwise fill the disk.
                guard content.accepts(piece) else {
                    throw failure("\(member.name) has more bytes than the archive announces")
                }
                guard FileSystem.write(Array(piece), descriptor: output) else {
                    throw ClientError(.file, "cannot write \(target): \(SystemError.last)")
                }
                progress(piece.count)
                return true
            } catch {
                problem = error
                return false
            }
        }
        do {
            try read(member, descriptor: descriptor, write)
        } catch {
            throw problem ?? failure("\(member.name): \(error)")
        }
        if let problem { throw problem }
        guard content.isComplete(checksum: member.checksum) else {
            throw failure("\(member.name) is damaged")
        }
    }

    /// Passes the content of a member to a closure, until the closure returns false.
    private func read(
        _ member: ZipDirectory.Member,
        descriptor: Int32,
        _ write: (ArraySlice<UInt8>) -> Bool
    ) throws(ZipError) {
        let header = bytes(descriptor, at: member.offset, count: ZipDirectory.headerLength)
        var position = member.offset + (try ZipDirectory.contentOffset(header: header))
        let end = position + member.compressedSize
        let read = { () -> [UInt8] in
            let count = min(Self.pieceLength, end - position)
            let piece = bytes(descriptor, at: position, count: count)
            position += piece.count
            return piece
        }
        if member.isCompressed {
            var inflater = Inflater(read: read)
            try inflater.run(write)
        } else {
            while case let piece = read(), !piece.isEmpty, write(piece[...]) {}
        }
    }

    private func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var filled = 0
        while filled < bytes.count {
            let length = bytes.count - filled
            let received = bytes.withUnsafeMutableBytes { raw in
                pread(descriptor, raw.baseAddress.map { $0 + filled }, length, offset + filled)
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { break }
            filled += received
        }
        bytes.removeSubrange(filled...)
        return bytes
    }

    // MARK: Writing

    /// Writes an archive with all files of a folder, which are stored as they are: media cannot be
    /// compressed further.
    func pack(
        _ folder: String,
        mayReplace: Bool,
        progress: ProgressLine
    ) throws(ClientError) {
        let archive = try OutputFile(path: path, mayReplace: mayReplace)
        var members: [ZipDirectory.Member] = []
        var offset = 0
        for file in ImportFile.files(in: folder) {
            let name = String(Substring(file.utf8.dropFirst(folder.utf8.count + 1)))
            var member = ZipDirectory.Member(name: name, size: 0, checksum: 0, offset: offset)
            var checksum = CRC32()
            try forEachPiece(of: file) { piece throws(ClientError) in
                checksum.append(piece[...])
                member.size += piece.count
                progress.show("packing, \(ZipDirectory.text(offset + member.size))")
            }
            member.compressedSize = member.size
            member.checksum = checksum.value
            let header = ZipDirectory.header(of: member)
            offset += header.count + member.size
            guard offset < UInt32.max, members.count < UInt16.max - 1 else {
                throw ClientError(
                    .file,
                    "the archive would exceed 4 GiB or 65,535 files",
                    advice: "Export into a folder: -o FOLDER/ --format dayone"
                )
            }
            try archive.append(header)
            try forEachPiece(of: file, archive.append)
            members.append(member)
        }
        try archive.append(ZipDirectory.list(members, at: offset))
        try archive.complete()
    }

    private func forEachPiece(
        of file: String,
        _ body: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let input = try ImportFile(path: file)
        while case let piece = try input.read(), !piece.isEmpty { try body(piece) }
    }
}

/// The size and the checksum of the content that was written for a member of an archive.
private struct MemberContent {
    private let size: Int
    private var checksum = CRC32()
    private var written = 0

    init(size: Int) { self.size = size }

    /// Counts a piece; returns false if the content exceeds its size.
    mutating func accepts(_ piece: ArraySlice<UInt8>) -> Bool {
        written += piece.count
        guard written <= size else { return false }
        checksum.append(piece)
        return true
    }

    func isComplete(checksum expected: UInt32) -> Bool {
        checksum.value == expected && written == size
    }
}
