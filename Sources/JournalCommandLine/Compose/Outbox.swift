// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Texts that were written and could not be handed to the daemon, one file each.
///
/// A file begins with a comment that holds the parameters of the call, among them the id that was
/// tried, and goes on with the text as it was. Delivering it again is therefore safe even when the
/// first attempt did reach the store.
package struct Outbox: Sendable {
    private static let opening = "<!-- journal "
    private static let closing = " -->\n"

    /// Where the files are.
    package let directory: String

    /// Keeps texts below the state directory of the journal.
    package init(stateDirectory: String) { directory = stateDirectory + "/undelivered" }

    /// Keeps a text and returns the path of its file.
    package func keep(_ call: EntryCreate) throws(ClientError) -> String {
        var call = call
        let id = call.id ?? .random()
        call.id = id
        let text = call.text
        call.text = ""
        let time = (call.createdAt ?? LocalTime.now()).utc.description
        let stamp = String(time.prefix(19)).filter { $0 != ":" && $0 != "-" }
        // Inside a comment "--" would end it early; JSON knows another way to write it.
        let header = call.json.description.split(separator: "--", omittingEmptySubsequences: false)
            .joined(separator: #"-\u002d"#)
        let bytes = Array((Self.opening + header + Self.closing + text).utf8)
        return try FileSystem.keep(bytes, in: directory, as: "\(stamp)-\(id)")
    }

    /// The files, oldest first.
    package var paths: [String] {
        FileSystem.names(in: directory).filter { $0.hasSuffix(".md") }
            .map { "\(directory)/\($0)" }
    }

    /// Reads a file back into the call it was made from.
    package func call(at path: String) throws(ClientError) -> EntryCreate {
        let bytes = try FileSystem.read(path)
        guard let content = String(validating: bytes, as: UTF8.self),
            content.hasPrefix(Self.opening),
            let end = content.firstIndex(of: "\n")
        else { throw Self.strange(path) }
        let header = content[..<end].dropFirst(Self.opening.count)
        guard header.hasSuffix(" -->"), let json = try? JSON.parse(Array(header.dropLast(4).utf8)),
            var call = try? EntryCreate(json: json), call.id != nil
        else { throw Self.strange(path) }
        call.text = String(content[content.index(after: end)...])
        return call
    }

    /// Forgets a text that arrived.
    package func forget(_ path: String) { FileSystem.discard(path) }

    private static func strange(_ path: String) -> ClientError {
        ClientError(.input, "\(path) is not a text that journal kept")
    }
}
