// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The text of the key of a space, from a file or from standard input.
package enum KeyFile {
    /// The maximum number of bytes to read, many times the length of a key.
    private static let limit = 4096

    /// Reads a key.
    ///
    /// - Parameter path: The path of the file; - for standard input.
    /// - Returns: The text without the white space around it.
    /// - Throws: An error if it cannot be read, `input` if it is empty or not UTF-8.
    package static func read(_ path: String) throws(ClientError) -> Secret {
        CoreDump.disable()
        let bytes =
            path == "-"
            ? try FileSystem.read(descriptor: 0, name: "standard input", limit: limit)
            : try FileSystem.read(FileSystem.absolute(path), limit: limit)
        defer { bytes.overwrite() }
        let white: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let text = bytes.drop { white.contains($0) }
        let end = text.lastIndex { !white.contains($0) }
        // An array of a slice that has all of the bytes would be the one that is overwritten.
        let copy = end.map { text[...$0].withUnsafeBytes { Array($0) } }
        guard let copy, let key = Secret(validating: copy) else {
            throw ClientError(.input, "there is no key in \(path == "-" ? "the input" : path)")
        }
        return key
    }
}

/// Formats the key of a space for a person.
package enum KeyNotice {
    /// Returns the lines that show a key.
    package static func lines(_ key: Secret) -> [String] {
        let text = key.withBytes { String(decoding: $0, as: UTF8.self) }
        return [
            "The key of the space, which everyone who has it can read:", "  \(text)",
            "Keep it in a safe place, and pass it to each other machine in a file.",
        ]
    }
}
