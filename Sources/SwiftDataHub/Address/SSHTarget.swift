// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A folder on another machine, which is reached by ssh.
package struct SSHTarget: Hashable, Sendable {
    /// The host, with the name of a user and an `@` before it if the address has one.
    package let destination: String
    /// The port; nil for the one that ssh is configured for.
    package let port: UInt16?
    /// The path of the folder, which is below the home directory if it is relative.
    package let path: String

    /// Parses the part of an address after `ssh://`.
    init(_ text: Substring) throws(HubError) {
        guard let slash = text.firstIndex(of: "/") else {
            throw Self.invalid(text, problem: "it has no path; use ssh://HOST/PATH")
        }
        var host = text[..<slash]
        var user: Substring?
        if let at = host.lastIndex(of: "@") {
            user = host[..<at]
            // A password, which ssh would take for a part of the name.
            guard user?.contains(":") == false else {
                throw HubError(
                    .invalid,
                    message:
                        "an address of ssh has a password or a colon in the name of its user; use "
                        + "ssh://USER@HOST/PATH with a key"
                )
            }
            host = host[host.index(after: at)...]
        }
        var port: UInt16?
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else {
                throw Self.invalid(
                    text,
                    problem: "its port is not a number; use ssh://HOST:22/PATH"
                )
            }
            port = number
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // ssh takes a word that begins with a hyphen for an option.
        for word in [host, user ?? "user"] where word.hasPrefix("-") || !Self.isWord(word) {
            throw Self.invalid(
                text,
                problem:
                    "its host or user is empty or has characters of a shell; use ssh://HOST/PATH"
            )
        }
        destination = user.map { "\($0)@\(host)" } ?? String(host)
        self.port = port
        let decoded = try HubAddress.decoded(text[slash...])
        path = decoded.hasPrefix("/~/") ? String(decoded.dropFirst(3)) : decoded
        guard path != "/", !path.isEmpty else {
            throw Self.invalid(
                text,
                problem: "its path is no folder for a hub; use ssh://HOST/PATH"
            )
        }
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "._:-%".utf8.contains(byte)
                }
            }
    }

    private static func invalid(_ text: Substring, problem: String) -> HubError {
        HubError(.invalid, message: "invalid address ssh://\(text): \(problem)")
    }

    /// Returns the words of a command that serves the folder on standard input and output.
    ///
    /// - Parameters:
    ///   - ssh: The program.
    ///   - command: The command on the other machine, to which the path is appended. The shell of
    ///     the user interprets it there.
    /// - Returns: The words, the name of the program first.
    package func arguments(ssh: String, command: String) -> [String] {
        var words = [ssh, "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15"]
        words += ["-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=2"]
        // Nothing that the user configured for sessions, such as agents and commands.
        words += ["-a", "-x", "-o", "ClearAllForwardings=yes", "-o", "RemoteCommand=none"]
        if let port { words += ["-p", "\(port)"] }
        return words + ["--", destination, "\(command) -- \(Self.quoted(path))"]
    }

    /// Returns a word as a shell reads it unchanged.
    static func quoted(_ word: String) -> String {
        var text = "'"
        for character in word.unicodeScalars {
            // A backslash in quotes is an escape for fish, and none for other shells.
            switch character {
            case "'": text += "'\"'\"'"
            case "\\": text += "'\\\\'"
            default: text.unicodeScalars.append(character)
            }
        }
        return text + "'"
    }
}
