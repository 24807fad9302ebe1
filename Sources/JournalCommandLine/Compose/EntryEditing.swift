// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Changes the text of an entry, and keeps the new text when somebody else was faster.
package struct EntryEditing {
    private let client: JournalClient
    private let directory: String

    /// Changes entries through a client; texts that lost are kept below the state directory.
    package init(client: JournalClient, stateDirectory: String) {
        self.client = client
        directory = stateDirectory + "/conflicts"
    }

    /// Replaces the text of the revision that was read.
    ///
    /// - Parameters:
    ///   - entry: The entry as it was read.
    ///   - change: What to change; its `ifRevision` is set here.
    /// - Returns: The entry after the write.
    /// - Throws: On a conflict an error that shows both texts and names the file of the new one.
    package func update(
        _ entry: EntryRecord,
        _ change: EntryUpdate
    ) throws(ClientError) -> EntryWritten {
        var change = change
        change.ifRevision = entry.revision
        do {
            return try client.call(change)
        } catch {
            guard let text = change.text, !Editor.isBlank(text) else { throw error }
            throw keep(text, entry, error)
        }
    }

    private func keep(
        _ text: String,
        _ entry: EntryRecord,
        _ error: ClientError
    ) -> ClientError {
        var error = error
        var lines: [String] = []
        if error.cause?.kind == .conflict, let json = error.cause?.details["current"],
            let current = try? EntryRecord(json: json)
        {
            error.message = "\(entry.id) was changed meanwhile, and stays as it is"
            lines += ["--- in the journal now", current.text, "--- yours", text, "---"]
        }
        do throws(ClientError) {
            let name = "\(entry.id)-\(entry.revision)"
            let path = try FileSystem.keep(Array(text.utf8), in: directory, as: name)
            lines.append("Your text is kept: \(path)")
        } catch {
            lines.append("Your text could not be kept: \(error.message)")
        }
        if let advice = error.advice { lines.append(advice) }
        error.advice = lines.joined(separator: "\n")
        return error
    }
}
