// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The users in `/etc/passwd`.
///
/// `getpwuid` would also load the modules that `/etc/nsswitch.conf` names, which terminates a
/// program that is linked statically, as the client is (decision 0013).
package struct UserDatabase: Sendable {
    private let content: String

    /// Creates a database from the content of a file.
    package init(content: String) { self.content = content }

    /// Reads the database of this machine; one that cannot be read has no users.
    package static func local() -> UserDatabase {
        let descriptor = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return UserDatabase(content: "") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 || errno != EINTR {
                return UserDatabase(content: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Returns the home directory of a user; `nil` for an unknown user or a relative path.
    package func homeDirectory(of user: UInt32) -> String? {
        for line in content.split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 6, UInt32(fields[2]) == user else { continue }
            return fields[5].hasPrefix("/") ? String(fields[5]) : nil
        }
        return nil
    }
}
