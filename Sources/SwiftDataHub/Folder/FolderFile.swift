// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Reading files, and writing changes of folders to the disk.
enum FolderFile {
    /// Returns the content of a file; nil if it does not exist.
    static func read(_ path: String) throws(HubError) -> [UInt8]? {
        // A pipe of that name must not block the call.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = errno
            if isAbsence(error) { return nil }
            guard error == ELOOP else { throw .system(error, failure: "cannot read \(path)") }
            throw notFile(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .system(errno, failure: "cannot read \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notFile(path) }
        guard status.st_size <= HubLimits.objectSize else {
            throw HubError(
                .limit,
                message: "\(path) has \(status.st_size) bytes, and at most \(HubLimits.objectSize) "
                    + "are allowed; delete it"
            )
        }
        return try content(of: descriptor, size: Int(status.st_size), path: path)
    }

    private static func notFile(_ path: String) -> HubError {
        HubError(.damaged, message: "\(path) is not a file; delete it")
    }

    private static func content(
        of descriptor: Int32,
        size: Int,
        path: String
    ) throws(HubError) -> [UInt8] {
        var number: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let length = Glibc.read(
                    descriptor,
                    buffer.baseAddress?.advanced(by: count),
                    size - count
                )
                if length > 0 {
                    count += length
                } else if length == 0 {
                    return
                } else if errno != EINTR {
                    number = errno
                    return
                }
            }
        }
        guard number == 0 else { throw .system(number, failure: "cannot read \(path)") }
        return bytes
    }

    /// Returns whether a file or a folder exists.
    ///
    /// - Throws: `HubError` if the medium does not show it.
    static func exists(_ path: String) throws(HubError) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let error = errno
        guard isAbsence(error) else { throw .system(error, failure: "cannot read \(path)") }
        return false
    }

    /// Returns whether the error of a system call means that a file does not exist.
    static func isAbsence(_ number: Int32) -> Bool { number == ENOENT || number == ENOTDIR }

    /// Returns the content of a file that the kernel makes, which has no size.
    static func kernelFile(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Writes the names of the files in a folder to the disk.
    static func synchronize(folder: String) throws(HubError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, failure: "cannot open \(folder)") }
        defer { close(descriptor) }
        // Some file systems have no such operation.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .system(errno, failure: "cannot write \(folder)")
        }
    }
}
