// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// The file operations of the client; their errors name the path.
package enum FileSystem {
    private static let maximumLinkCount = 40

    /// Reads a whole file.
    package static func read(_ path: String, limit: Int = .max) throws(ClientError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// Reads the last bytes of a file, or the whole file if it is no longer.
    package static func readEnd(
        _ path: String,
        length: Int
    ) throws(ClientError) -> (bytes: [UInt8], isWhole: Bool) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let start = max(0, size - length)
        guard size >= 0, lseek(descriptor, off_t(start), SEEK_SET) >= 0 else {
            throw unreadable(path)
        }
        return (try read(descriptor: descriptor, name: path), start == 0)
    }

    /// Reads a descriptor to its end.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - name: The path of the file, for errors.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: An error if the descriptor cannot be read, or contains more.
    package static func read(
        descriptor: Int32,
        name: String,
        limit: Int = .max
    ) throws(ClientError) -> [UInt8] {
        var content: [UInt8] = []
        do throws(SystemError) {
            while case let piece = try DescriptorIO.read(descriptor, upTo: 65_536), !piece.isEmpty {
                content += piece
                if content.count > limit { break }
            }
        } catch {
            throw unreadable(name, reason: error)
        }
        guard content.count <= limit else {
            throw ClientError(.input, "cannot read \(name): it has more than \(limit) bytes")
        }
        return content
    }

    /// Writes a file atomically; only its owner can read it.
    package static func write(_ bytes: [UInt8], to path: String) throws(ClientError) {
        let temporary = try writeAside(bytes, of: path)
        guard rename(temporary, path) == 0 else {
            let reason = SystemError.last
            unlink(temporary)
            throw failure("cannot write", path: path, reason: reason)
        }
    }

    /// Saves a text under the first free name of `NAME.md`, `NAME-2.md` and so on.
    ///
    /// `link(2)` fails if the name exists, so no file is overwritten even if two processes save
    /// files at the same time.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - directory: The directory; created if it is missing.
    ///   - name: The beginning of the file's name.
    /// - Returns: The path of the file.
    /// - Throws: An error if the file cannot be written.
    package static func keep(
        _ bytes: [UInt8],
        in directory: String,
        as name: String
    ) throws(ClientError) -> String {
        try makeDirectory(directory)
        let temporary = try writeAside(bytes, of: "\(directory)/\(name)")
        defer { unlink(temporary) }
        return try place(temporary, in: directory, as: name, suffix: ".md")
    }

    /// Moves a file to the first free name of `STEM.EXT`, `STEM-2.EXT` and so on; a file that
    /// exists is never replaced.
    ///
    /// - Parameters:
    ///   - file: The path of the file, in the same file system.
    ///   - directory: The directory.
    ///   - stem: The beginning of the name, which is shortened if the name would be too long.
    ///   - suffix: The end of the name, such as `.md`.
    /// - Returns: The new path.
    /// - Throws: An error if the file cannot be moved.
    package static func place(
        _ file: String,
        in directory: String,
        as stem: String,
        suffix: String
    ) throws(ClientError) -> String {
        var number = 1
        while true {
            let name = name(stem[...], endingWith: (number == 1 ? "" : "-\(number)") + suffix)
            let path = "\(directory)/\(name)"
            if try isMoved(file, to: path) { return path }
            number += 1
        }
    }

    /// Returns the path of a temporary file of this process next to a path.
    ///
    /// - Parameters:
    ///   - path: The path; its last part is shortened if the name would be too long.
    ///   - number: A number for other names.
    /// - Returns: The path of the temporary file.
    package static func temporaryPath(beside path: String, number: Int = 1) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let end = ".\(getpid())" + (number == 1 ? "" : "-\(number)") + ".tmp"
        return path[..<start] + name(path[start...], endingWith: end)
    }

    /// Returns a file name with an end; the rest is shortened if the name would be too long.
    private static func name(_ stem: Substring, endingWith end: String) -> String {
        var stem = stem
        while stem.utf8.count + end.utf8.count > Int(NAME_MAX), !stem.isEmpty { stem.removeLast() }
        return stem + end
    }

    /// Moves a file to a path, also in another file system; returns false if there is a file at the
    /// path.
    static func isMoved(_ file: String, to path: String) throws(ClientError) -> Bool {
        if link(file, path) != 0 {
            switch errno {
            case EEXIST: return false
            case EXDEV: guard try isCopied(file, to: path) else { return false }
            default: return try isMovedWithoutLinks(file, to: path)
            }
        }
        unlink(file)
        return true
    }

    /// Moves a file to a path on a file system without hard links; returns false if there is a file
    /// at the path.
    ///
    /// An empty file reserves the path, so that no other file is replaced.
    package static func isMovedWithoutLinks(
        _ file: String,
        to path: String
    ) throws(ClientError) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw failure("cannot write", path: path)
        }
        close(descriptor)
        guard rename(file, path) == 0 else {
            let reason = SystemError.last
            unlink(path)
            throw failure("cannot write", path: path, reason: reason)
        }
        return true
    }

    /// Writes a temporary file next to a path.
    private static func writeAside(_ bytes: [UInt8], of path: String) throws(ClientError) -> String
    {
        let temporary = temporaryPath(beside: path)
        let descriptor = open(
            temporary,
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else { throw failure("cannot write", path: temporary) }
        let written = write(bytes, descriptor: descriptor) && fsync(descriptor) == 0
        let reason = SystemError.last
        close(descriptor)
        guard written else {
            unlink(temporary)
            throw failure("cannot write", path: path, reason: reason)
        }
        return temporary
    }

    /// Writes all bytes to a descriptor; sets `errno` on failure.
    package static func write(_ bytes: [UInt8], descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { DescriptorIO.write($0, to: descriptor) }
    }

    /// Creates a directory and its missing parents, with access for the user only.
    package static func makeDirectory(_ path: String) throws(ClientError) {
        if mkdir(path, 0o700) == 0 { return }
        if errno == EEXIST {
            guard isDirectory(path) else { throw ClientError(.file, "\(path) is not a folder") }
            return
        }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex
        else { throw failure("cannot create the directory", path: path) }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure("cannot create the directory", path: path)
        }
    }

    /// Returns whether there is a directory at a path.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the sorted names in a directory; none if there is no such directory.
    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Creates a file for its owner to append to, unless it exists.
    static func requireAppendable(_ path: String) throws(ClientError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot write", path: path) }
        close(descriptor)
    }

    /// Returns the size of a file in bytes; 0 if there is none.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String) throws(ClientError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw failure("cannot remove", path: path)
        }
    }

    /// Returns whether there is an executable file at a path.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns whether the file at a path can be read.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Makes child processes inherit only standard input and outputs.
    ///
    /// Otherwise a lock or a pipe of the calling shell would stay open as long as the daemon runs.
    static func keepDescriptorsPrivate() {
        for name in names(in: "/proc/self/fd") {
            guard let descriptor = Int32(name), descriptor > 2 else { continue }
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
    }

    /// Returns the target of a symbolic link, or nil if it is none.
    package static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the path of the file to which a link leads, or the path of what is no link.
    ///
    /// The file need not exist.
    package static func followingLinks(_ path: String) throws(ClientError) -> String {
        var target = path
        for _ in 0..<maximumLinkCount {
            guard let link = self.target(ofLink: target) else { return target }
            let slash = link.hasPrefix("/") ? nil : target.lastIndex(of: "/")
            target = slash.map { target[...$0] + link } ?? link
        }
        throw ClientError(.file, "\(path) is a link that leads to itself")
    }

    /// Returns the path of a file without symbolic links, or `nil` if it does not exist.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the absolute path, resolved against the current directory.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return (try? AbsolutePath.path(path, from: String(cString: directory))) ?? path
    }

    private static func unreadable(_ path: String, reason: SystemError = .last) -> ClientError {
        ClientError(.unreadable, "cannot read \(path): \(reason)")
    }

    static func failure(
        _ what: String,
        path: String,
        reason: SystemError = .last
    ) -> ClientError {
        ClientError(.file, "\(what) \(path): \(reason)")
    }
}

extension FileSystem {
    /// Appends bytes to a file, which is created with its folder if it is missing.
    ///
    /// The file is opened for appending and written once, so that the lines of several processes
    /// are not mixed.
    ///
    /// - Returns: The size of the file afterwards.
    /// - Throws: An error if the file cannot be written.
    package static func append(_ bytes: [UInt8], to path: String) throws(ClientError) -> Int {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") {
            try makeDirectory(String(path[..<slash]))
            descriptor = open(path, flags, 0o600)
        }
        guard descriptor >= 0 else { throw failure("cannot write", path: path) }
        defer { close(descriptor) }
        guard write(bytes, descriptor: descriptor) else {
            throw failure("cannot write", path: path)
        }
        return Int(lseek(descriptor, 0, SEEK_CUR))
    }
}
