// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The entries as resources with the address `journal://entry/ID`.
struct MCPResources {
    private static let prefix = "journal://entry/"
    private static let listedCount = 20
    private static let mediaType = JSON.string("text/markdown")

    let tools: MCPTools

    /// The form of the addresses.
    static var templates: JSON {
        [
            "resourceTemplates": [
                [
                    "uriTemplate": .string(prefix + "{id}"),
                    "name": "entry",
                    "title": "An entry of the journal",
                    "mimeType": mediaType,
                ]
            ]
        ]
    }

    /// Returns the newest entries.
    func list() throws(MCPError) -> JSON {
        let entries: [EntryRecord]
        do throws(ClientError) {
            entries = try tools.newestEntries(Self.listedCount)
        } catch {
            throw MCPError(.internalError, error.description)
        }
        let resources = entries.map { entry -> JSON in
            [
                "uri": .string(Self.prefix + entry.id.text),
                "name": .string(EntryText.title(entry).fitted(to: 60)),
                "mimeType": Self.mediaType,
            ]
        }
        return ["resources": .array(resources)]
    }

    /// Returns the text of an entry.
    func read(_ address: String?) throws(MCPError) -> JSON {
        guard let address else { throw MCPError(.invalidParams, "uri is missing") }
        guard address.hasPrefix(Self.prefix) else {
            throw MCPError(.resourceNotFound, "no resource has the address \"\(address)\"")
        }
        do throws(ClientError) {
            let entry = try tools.entry(String(address.dropFirst(Self.prefix.count)))
            return [
                "contents": [
                    [
                        "uri": .string(address),
                        "mimeType": Self.mediaType,
                        "text": .string(entry.text),
                    ]
                ]
            ]
        } catch {
            let isMissing = error.code == .usage || error.cause?.kind == .entryNotFound
            throw MCPError(isMissing ? .resourceNotFound : .internalError, error.description)
        }
    }
}
