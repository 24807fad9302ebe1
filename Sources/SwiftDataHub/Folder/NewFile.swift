// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import SwiftDataSpace

/// A file that appears with its whole content, on the disk, or not at all.
struct NewFile {
    let path: String
    let usesLinks: Bool

    /// The folder of the file.
    var folder: String { String(path[..<slash]) }

    /// The name of the file in its folder.
    var name: String { String(path[slash...].dropFirst()) }

    private var slash: String.Index { path.lastIndex(of: "/") ?? path.startIndex }

    /// Writes the file.
    ///
    /// - Returns: False if another process has created it since with other bytes.
    func write(_ bytes: [UInt8]) throws(HubError) -> Bool {
        let temporary = "\(folder)/\(TemporaryName(of: name))"
        defer { unlink(temporary) }
        try fill(temporary, with: bytes)
        // Another process may delete the file between the two steps.
        for _ in 0..<3 {
            if try name(temporary) {
                try FolderFile.synchronize(folder: folder)
                return true
            }
            if let stored = try FolderFile.read(path) {
                try FolderFile.synchronize(folder: folder)
                return stored == bytes
            }
        }
        throw HubError(.unreachable, message: "\(path) is being deleted; try again")
    }

    /// Makes the path a name of a file; returns false if it is one of another file.
    private func name(_ temporary: String) throws(HubError) -> Bool {
        if usesLinks {
            if link(temporary, path) == 0 { return true }
            let error = errno
            if error == EEXIST { return false }
            // The file systems of media have no links, and report it in different ways.
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK, EINVAL, EACCES].contains(error) else {
                throw .system(error, failure: "cannot create \(path)")
            }
        }
        // Another process can create the file between the two calls.
        if try FolderFile.exists(path) { return false }
        guard rename(temporary, path) == 0 else {
            throw .system(errno, failure: "cannot create \(path)")
        }
        return true
    }

    private func fill(_ temporary: String, with bytes: [UInt8]) throws(HubError) {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system(errno, failure: "cannot create \(temporary)") }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: written),
                    buffer.count - written
                )
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .system(errno, failure: "cannot write \(temporary)")
            }
        }
        guard fsync(descriptor) == 0 else {
            throw .system(errno, failure: "cannot write \(temporary)")
        }
    }
}

/// The name of a file that is being written: hidden, with a random number.
struct TemporaryName: CustomStringConvertible {
    /// The age in seconds of a file that no process writes any more.
    static let maximumAge = 86_400

    let description: String

    /// Returns a new name.
    init(of name: String) {
        description = ".\(name).\(Hexadecimal.text(.random(in: .min ... .max))).tmp"
    }

    /// Parses a name; nil for other files, such as the temporary files of other programs.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, HubName.isWord(parts[1]),
            parts[2].utf8.count == 16,
            HubName.isWord(parts[2]), parts[3] == "tmp"
        else { return nil }
        description = text
    }
}
