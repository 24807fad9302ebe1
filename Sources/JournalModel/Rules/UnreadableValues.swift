// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData

// A value that was changed on the disk, so that it cannot be decrypted or is not UTF-8, is read as
// an empty one. No text of an entry is empty, and neither are names, and the type and the digest of
// a complete attachment. So only empty values are read again, to find out whether they are damaged.

extension PersistentModel {
    /// Returns the reason why the value of an attribute cannot be read; nil if it can be.
    package func damage<Value>(of attribute: KeyPath<Self, Value>) -> String? {
        do {
            _ = try modelContext?.value(of: attribute, in: self)
            return nil
        } catch let error as SwiftDataError {
            return error.explanation
        } catch {
            return "\(error)"
        }
    }
}

extension Entry {
    /// Whether the text is damaged in the store.
    package var isUnreadable: Bool { text.isEmpty && damage(of: \.text) != nil }

    /// Checks that the text can be read.
    ///
    /// - Throws: `entryUnreadable`.
    package func requireReadableText() throws(JournalError) {
        guard text.isEmpty, let damage = damage(of: \.text) else { return }
        throw JournalError(
            .entryUnreadable,
            "the text of entry \(uuid.uuidString.lowercased()) cannot be read (\(damage)); look for it in a backup"
        )
    }
}

extension EarlierText {
    /// Whether the text is damaged in the store.
    package var isUnreadable: Bool { text.isEmpty && damage(of: \.text) != nil }

    /// Checks that the text can be read.
    ///
    /// - Throws: `entryUnreadable`.
    package func requireReadableText() throws(JournalError) {
        guard text.isEmpty, let damage = damage(of: \.text) else { return }
        throw JournalError(
            .entryUnreadable,
            "the earlier version \(uuid.uuidString.lowercased()) cannot be read (\(damage)); look for it in a backup"
        )
    }
}

extension Notebook {
    /// The name, or the lowercase one if the name is damaged in the store.
    package var readableName: String { name.isEmpty ? key : name }
}

extension Tag {
    /// The name, or the lowercase one if the name is damaged in the store.
    package var readableName: String { name.isEmpty ? key : name }
}

extension Attachment {
    /// Whether the name, the type or the digest of the complete attachment is damaged in the store.
    package var isUnreadable: Bool {
        (name.isEmpty && damage(of: \.name) != nil)
            || (mediaType.isEmpty && damage(of: \.mediaType) != nil)
            || (digest.isEmpty && damage(of: \.digest) != nil)
    }
}
