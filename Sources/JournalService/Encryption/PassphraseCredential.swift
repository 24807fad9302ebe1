// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import JournalProtocol

/// The passphrase as a credential of systemd: a file that only the service can read.
package struct PassphraseCredential: Sendable {
    /// The name of the credential.
    package static let name = "journal.passphrase"

    /// The path of the file.
    package let path: String

    /// Finds the credential of the process; nil if it has none.
    package init?(_ environment: Environment) {
        guard let folder = environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = "\(folder)/\(Self.name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        self.path = path
    }

    /// Reads the passphrase, without the line break at its end.
    ///
    /// - Throws: `encryption.passphrase` if it cannot be read.
    func passphrase() throws(ProtocolError) -> Secret {
        let content = FileManager.default.contents(atPath: path)
        defer { content?.withUnsafeBytes { $0.overwrite() } }
        guard let content, let secret = Secret(validating: Array(content.withoutLineBreak)) else {
            throw ProtocolError(
                .encryptionPassphrase,
                "the credential \(path) cannot be read as UTF-8"
            )
        }
        return secret
    }
}

extension Data {
    /// The bytes without the line breaks at their end.
    fileprivate var withoutLineBreak: Data {
        let last = lastIndex { $0 != 0x0A && $0 != 0x0D }
        return last.map { self[...$0] } ?? Data()
    }
}
