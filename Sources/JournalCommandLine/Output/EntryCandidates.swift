// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The entries that an ambiguous id may refer to.
package struct EntryCandidates {
    private static let maximumShownCount = 5
    private let client: JournalClient

    /// Creates a value that reads the entries through a client.
    package init(client: JournalClient) { self.client = client }

    /// Adds the first words of each candidate to the error about an ambiguous id; returns other
    /// errors unchanged.
    package func explaining(_ error: ClientError) -> ClientError {
        guard error.cause?.kind == .entryAmbiguous,
            case .array(let candidates)? = error.cause?.details["candidates"]
        else { return error }
        let ids = candidates.compactMap(\.stringValue)
        var lines =
            ["Candidates:"] + ids.prefix(Self.maximumShownCount).map { "  \($0)\(words(of: $0))" }
        if ids.count > Self.maximumShownCount { lines.append("  and others") }
        lines.append("Use more digits of the id.")
        var explained = error
        explained.advice = lines.joined(separator: "\n")
        return explained
    }

    /// Returns the beginning of an entry, or nothing if it was deleted in the meantime.
    private func words(of id: String) -> String {
        guard let reference = EntryReference(id),
            let entry = try? client.call(EntryGet(id: reference, allowsUnreadable: true)).entry
        else { return "" }
        return "  " + EntryText.title(entry).fitted(to: 38)
    }
}
