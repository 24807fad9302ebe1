// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The address of a hub, as people write it.
package enum HubAddress: Hashable, Sendable {
    /// A folder.
    case folder(String)
    /// A folder on another machine.
    case ssh(SSHTarget)
    /// A database, as libpq reads it.
    case postgreSQL(String)

    /// Parses an address: a path, `file:///path`, `ssh://host/path` or `postgresql://…`.
    ///
    /// - Throws: `HubError` with the code `.invalid`.
    package init(_ text: String) throws(HubError) {
        guard !text.isEmpty, !text.contains(where: \.isControl) else {
            throw HubError(
                .invalid,
                message:
                    "an address is empty or has control characters; use a path, ssh://HOST/PATH "
                    + "or postgresql://HOST/DATABASE"
            )
        }
        if let rest = Self.rest(of: text, after: "ssh://") {
            self = .ssh(try SSHTarget(rest))
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .postgreSQL(text)
        } else if let rest = Self.rest(of: text, after: "file:") {
            let path =
                Self.rest(of: rest, after: "//localhost/").map { "/" + $0 }
                ?? Self.rest(of: rest, after: "//") ?? rest
            guard path.hasPrefix("/") else {
                throw HubError(
                    .invalid,
                    message: "invalid address \(text): it has no absolute path; use file:///PATH"
                )
            }
            self = .folder(try Self.decoded(path))
        } else if let end = text.firstRange(of: "://") {
            // The rest may contain a password.
            throw HubError(
                .invalid,
                message: "unknown kind of address \(text[..<end.upperBound]); use a path, "
                    + "ssh://HOST/PATH or postgresql://HOST/DATABASE"
            )
        } else {
            self = .folder(text)
        }
    }

    private static func rest(of text: some StringProtocol, after prefix: String) -> Substring? {
        text.hasPrefix(prefix) ? Substring(text.dropFirst(prefix.count)) : nil
    }

    /// Replaces the escapes of a path in an address.
    static func decoded(_ text: Substring) throws(HubError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let value = UInt8(digits, radix: 16), value >= 0x20, value != 0x7F
            else {
                throw HubError(
                    .invalid,
                    message: "invalid path \(text): it has a % without two digits, or a control "
                        + "character; write %25 for %"
                )
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
