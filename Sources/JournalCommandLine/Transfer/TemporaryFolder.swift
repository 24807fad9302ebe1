// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// A folder for intermediate files, which is removed with its content at the end.
final class TemporaryFolder {
    /// The path of the folder.
    let path: String

    /// Creates a folder in the folder for temporary files of the user.
    convenience init(environment: Environment) throws(ClientError) {
        try self.init(beside: (environment["TMPDIR"] ?? "/tmp") + "/journal")
    }

    /// Creates a folder at the path of a file with a suffix.
    init(beside path: String) throws(ClientError) {
        var template = Array("\(path).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ClientError(.file, "cannot create a folder: \(path): \(SystemError.last)")
        }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.path = String(decoding: bytes, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        for name in FileSystem.names(in: path) {
            let inner = "\(path)/\(name)"
            if FileStatus(path: inner)?.type == .directory {
                remove(inner)
            } else {
                unlink(inner)
            }
        }
        rmdir(path)
    }
}
