// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The entries that no daemon has accepted yet, one file each in the directory `undelivered`.
///
/// A file starts with a comment that holds the parameters of the request, including its id,
/// followed by the unchanged text. Because the id is the same, flushing is safe even if the first
/// attempt has reached the store.
package struct Outbox: Sendable {
    private static let opening = "<!-- journal "
    private static let closing = " -->\n"

    /// The directory of the files.
    package let directory: String

    /// Opens the outbox below the state directory of the journal.
    package init(stateDirectory: String) { directory = stateDirectory + "/undelivered" }

    /// Adds a text and returns the path of its file.
    package func add(_ call: EntryCreate) throws(ClientError) -> String {
        var call = call
        let id = call.id ?? .random()
        call.id = id
        let text = call.text
        call.text = ""
        let time = (call.createdAt ?? LocalTime.now()).utc.description
        let stamp = String(time.prefix(19)).filter { $0 != ":" && $0 != "-" }
        // "--" would end the comment; JSON has an escape for it.
        let header = call.json.description.split(separator: "--", omittingEmptySubsequences: false)
            .joined(separator: #"-\u002d"#)
        let bytes = Array((Self.opening + header + Self.closing + text).utf8)
        return try FileSystem.keep(bytes, in: directory, as: "\(stamp)-\(id)")
    }

    /// The paths of the files, oldest first.
    package var paths: [String] {
        FileSystem.names(in: directory).filter { $0.hasSuffix(".md") }
            .map { "\(directory)/\($0)" }
    }

    /// Reads the request that a file was written from.
    package static func call(at path: String) throws(ClientError) -> EntryCreate {
        let bytes = try FileSystem.read(path)
        guard let content = String(validating: bytes, as: UTF8.self),
            content.hasPrefix(Self.opening),
            let end = content.firstIndex(of: "\n")
        else { throw malformed(path) }
        let header = content[..<end].dropFirst(Self.opening.count)
        guard header.hasSuffix(" -->"), let json = try? JSON.parse(Array(header.dropLast(4).utf8)),
            var call = try? EntryCreate(json: json), call.id != nil
        else { throw malformed(path) }
        call.text = String(content[content.index(after: end)...])
        return call
    }

    /// Removes a text that was delivered.
    package func remove(_ path: String) { FileSystem.discard(path) }

    private static func malformed(_ path: String) -> ClientError {
        ClientError(.input, "\(path) was not written by journal; move it elsewhere")
    }
}
