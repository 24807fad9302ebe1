// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The attached files of an output that are damaged in the store.
package struct UnreadableFiles: Sendable, Equatable {
    /// The advice on damaged entries and files.
    package static let advice = "Look for them in a backup; see: journal doctor --full"
    /// The number of files that a message names.
    private static let namedCount = 5

    /// The number of files.
    package private(set) var count = 0
    private var names: [String] = []

    /// Creates an empty collection.
    package init() {}

    /// Records a file.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - entry: The entry that a message names; nil for none.
    package mutating func note(_ attachment: AttachmentRecord, of entry: EntryID? = nil) {
        count += 1
        guard names.count < Self.namedCount else { return }
        let name = attachment.name.isEmpty ? attachment.id : attachment.name
        names.append(entry.map { "\(name) of entry \($0.text)" } ?? name)
    }

    /// A message that names the files; nil if there are none.
    package var message: String? {
        guard count > 0 else { return nil }
        let files = count == 1 ? "1 attached file" : "\(count) attached files"
        let more = count > Self.namedCount ? " and others" : ""
        return "\(files) cannot be read: \(names.joined(separator: ", "))\(more)"
    }
}

extension ClientError {
    /// Whether an attached file is damaged in the store, which does not concern other files.
    package var isDamagedFile: Bool { code == .damaged || cause?.kind == .attachmentUnreadable }
}
