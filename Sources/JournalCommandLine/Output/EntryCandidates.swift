// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The entries that the beginning of an id could mean, for a person to choose from.
struct EntryCandidates {
    private static let maximumShownCount = 5
    private let client: JournalClient

    init(client: JournalClient) { self.client = client }

    /// The error with the first words of each candidate, if it is about one id with several entries.
    func explaining(_ error: ClientError) -> ClientError {
        guard error.cause?.kind == .entryAmbiguous,
            case .array(let candidates)? = error.cause?.details["candidates"]
        else { return error }
        let ids = candidates.compactMap(\.stringValue)
        var lines =
            ["It could be:"] + ids.prefix(Self.maximumShownCount).map { "  \($0)\(words(of: $0))" }
        if ids.count > Self.maximumShownCount { lines.append("  and others") }
        lines.append("Give more of the id.")
        var explained = error
        explained.advice = lines.joined(separator: "\n")
        return explained
    }

    /// What an entry begins with, as far as a line has room for it; nothing when it has just gone.
    private func words(of id: String) -> String {
        guard let reference = EntryReference(id),
            let entry = try? client.call(EntryGet(id: reference)).entry
        else { return "" }
        return "  " + EntryText.firstLine(entry.text).fitted(to: 38)
    }
}
