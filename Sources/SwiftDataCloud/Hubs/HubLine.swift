// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A line of the file of hubs: a name, an address and the path of a key, with spaces between them.
struct HubLine: Hashable, Sendable {
    let name: String
    let address: String
    /// The path of the key; relative ones begin in the folder of the file.
    let keyPath: String

    /// Parses the lines of a file; empty ones, and those that begin with `#`, are comments.
    ///
    /// - Throws: `CloudError` with the code `.invalid` that names the line.
    static func lines(of text: String, in file: URL) throws(CloudError) -> [HubLine] {
        var lines: [HubLine] = []
        for (index, text) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = words.first, !name.hasPrefix("#") else { continue }
            guard words.count == 3, !lines.contains(where: { $0.name == name }) else {
                throw CloudError(
                    .invalid,
                    message: "\(file.path(percentEncoded: false)), line \(index + 1): a name that "
                        + "no other line has, the address of a hub and the path of a key are expected"
                )
            }
            lines.append(HubLine(name: name, address: words[1], keyPath: words[2]))
        }
        return lines
    }

    /// Checks that a name can be the first word of a line, and the name of a file.
    static func check(name: String) throws(CloudError) {
        guard !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix("."), !name.hasPrefix("#"),
            !name.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "\0" })
        else {
            throw CloudError(
                .invalid,
                message: "\"\(name)\" cannot be the name of a hub; use one like "
                    + "iCloud.org.example.notes"
            )
        }
    }

    /// Checks that an address can be the second word of a line.
    static func check(address: String) throws(CloudError) {
        guard !address.isEmpty, !address.contains(where: \.isWhitespace) else {
            throw CloudError(
                .invalid,
                message: "\"\(address)\" cannot be in the file of hubs; write a folder with spaces "
                    + "in its path as file:///PATH with %20 for each"
            )
        }
    }

    var text: String { "\(name) \(address) \(keyPath)\n" }
}
