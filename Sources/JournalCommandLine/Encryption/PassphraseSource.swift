// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalSystem

/// The places from which a passphrase is read: a file, standard input, or the terminal without
/// showing it; never the arguments or a variable, which other processes can read.
package struct PassphraseSource {
    /// The maximum number of bytes to read, many times the length of two passphrases.
    private static let limit = 64 << 10

    private let lines: [String]?

    /// Opens a source.
    ///
    /// - Parameter file: The value of `--passphrase-file`; nil for standard input, or the terminal
    ///   if that is standard input.
    /// - Throws: An error if the file cannot be read, `input` if it is not UTF-8.
    package init(file: String?) throws(ClientError) {
        CoreDump.disable()
        if let file {
            let path = FileSystem.absolute(file)
            lines = try Self.lines(try FileSystem.read(path, limit: Self.limit))
        } else if StandardDescriptors.isTerminal(0) {
            lines = nil
        } else {
            lines = try Self.lines(
                try FileSystem.read(descriptor: 0, name: "standard input", limit: Self.limit)
            )
        }
    }

    /// Returns a passphrase that exists already.
    ///
    /// - Parameters:
    ///   - position: The line of a file that contains it.
    ///   - subject: What it opens.
    /// - Returns: The passphrase.
    /// - Throws: `usage` if there is none.
    package func present(
        _ position: Int = 0,
        of subject: String = "the journal"
    ) throws(ClientError) -> String {
        guard let lines else { return try Self.ask("Passphrase of \(subject): ") }
        return try line(position, of: lines)
    }

    /// Returns a new passphrase; a terminal is asked twice.
    ///
    /// - Throws: `usage` if there is none, `input` if the two differ.
    package func new(_ position: Int = 0) throws(ClientError) -> String {
        guard let lines else {
            let first = try Self.ask("New passphrase: ")
            let second = try Self.ask("The same again: ")
            guard first == second else {
                throw ClientError(.input, "the two passphrases differ; nothing was changed")
            }
            return first
        }
        return try line(position, of: lines)
    }

    private func line(_ position: Int, of lines: [String]) throws(ClientError) -> String {
        guard position < lines.count, !lines[position].isEmpty else {
            throw ClientError(
                .usage,
                position == 0
                    ? "there is no passphrase"
                    : "there is only one passphrase; write the new one in the second line"
            )
        }
        return lines[position]
    }

    private static func ask(_ question: String) throws(ClientError) -> String {
        guard let terminal = HiddenInput() else {
            throw ClientError(
                .usage,
                "there is no terminal to ask for the passphrase",
                advice: "Write it to standard input, or name a file with --passphrase-file."
            )
        }
        defer { terminal.end() }
        guard let text = terminal.line(question), !text.isEmpty else {
            throw ClientError(.input, "no passphrase was given")
        }
        return text
    }

    /// Returns the lines of a text, without their ends of either kind.
    ///
    /// - Throws: `input` if the text is not UTF-8: invalid bytes would all be the same character.
    static func lines(_ bytes: [UInt8]) throws(ClientError) -> [String] {
        var lines: [String] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var line = line
            while line.last == 0x0D { line.removeLast() }
            guard let text = String(validating: line, as: UTF8.self) else {
                throw ClientError(.input, "the passphrase is not UTF-8")
            }
            lines.append(text)
        }
        return lines
    }
}
