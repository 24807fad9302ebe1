// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// The address of a hub on the command line.
package enum HubArgument {
    /// Returns the address for the daemon: a folder by its absolute path.
    ///
    /// - Throws: `usage` for an address of the form that scp and git use, which would be the name
    ///   of a folder here.
    package static func address(_ text: String) throws(ClientError) -> String {
        guard !text.isEmpty else {
            throw ClientError(
                .usage,
                "the address of the hub is empty; name a folder, ssh://HOST/PATH or "
                    + "postgresql://HOST/DATABASE"
            )
        }
        guard !isAddress(text) else { return text }
        if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
            let (host, path) = (text[..<colon], text[text.index(after: colon)...])
            let place = path.hasPrefix("/") ? String(path) : "/~/\(path)"
            throw ClientError(
                .usage,
                "invalid hub \"\(text)\"; use ssh://\(host)\(place), or ./\(text) for a folder"
            )
        }
        return FileSystem.absolute(text)
    }

    private static func isAddress(_ text: String) -> Bool {
        text.contains("://") || text.hasPrefix("file:")
    }
}
